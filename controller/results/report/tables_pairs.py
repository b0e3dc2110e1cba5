"""Runs compared in pairs on the same tasks: tools against GUI alone, one filter against another, calls in the prompt
against native ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.metrics.registry import PRIMARY, headline_metrics
from controller.metrics.spec import PERCENT, MetricSpec
from controller.records.run_options import RunOptions
from controller.results.comparison.compare import Comparison, compare
from controller.results.report.model import Column, Kind, Row, Table, Value
from controller.results.report.source import IMMATERIAL, ReportedRun, ReportInput
from controller.results.report.tables_paper import ablations
from testbed.errors import UsageError

_VARIED = {"actions", "tool_filter", "tool_order", "tool_budget", "embeddings", *IMMATERIAL}
_BASE = {name: RunOptions.model_fields[name].default for name in ("tool_filter", "tool_order")}
_PARTS: tuple[tuple[str, str, Kind], ...] = (
    ("a", "A", "number"),
    ("b", "B", "number"),
    ("difference", "B - A", "signed"),
    ("low", "95% from", "signed"),
    ("high", "to", "signed"),
    ("p", "p", "probability"),
)


def pairs(report_input: ReportInput) -> Table:
    """Each pair's differences over the tasks that both ran to a verdict in every epoch."""
    columns = [Column("a", "A"), Column("b", "B"), Column("tasks", "tasks", "count")]
    for spec in _metrics():
        head = f"{spec.label}, points" if spec.unit == PERCENT else spec.label_with_unit
        columns += [Column(f"{spec.csv_column}_{part}", name, kind, head) for part, name, kind in _PARTS]
    rows: list[Row] = []
    notes = [
        "Means over tasks, overall; interval: bootstrap over tasks; p: sign-flip test over tasks. With few tasks the "
        "interval is too narrow and can exclude 0 beside a large p: p decides. With n tasks that differ p is at least "
        "2/2^n. p is not adjusted for the number of pairs and metrics. "
        "Tasks without a verdict in some epoch of either run are left out. `testbed compare A B` shows details."
    ]
    for a, b in _pairs(report_input):
        try:
            comparison = compare(a.loaded, b.loaded)
        except UsageError as error:
            notes.append(f"{a.title} and {b.title} are not compared: {error.message}.")
            continue
        rows.append(Row("", "run", {"a": a.title, "b": b.title, **_cells(comparison)}))
    if not rows and len(notes) == 1:
        notes.append("No two of these runs differ only in actions, tool filter, order or calling.")
    return Table("pairs", "Paired differences", columns, rows, notes, "Pairs")


def _pairs(report_input: ReportInput) -> Iterator[tuple[ReportedRun, ReportedRun]]:
    by_other_options: dict[str, list[ReportedRun]] = {}
    for run in report_input.runs:
        # The variant of an agent that knows the solutions selects which of them it follows.
        varied = _VARIED | {"variant"} if run.loaded.info.agent.knows_solution else _VARIED
        by_other_options.setdefault(run.options.model_dump_json(exclude=varied), []).append(run)
    for runs in by_other_options.values():
        gui = [run for run in runs if _is_gui_only(run)]
        yield from ((a, b) for a in gui for b in runs if not _is_gui_only(b))
    for runs in ablations(report_input.runs):
        base = next((run for run in runs if _is_base(run)), runs[0])
        yield from ((base, run) for run in runs if run is not base)
    for runs in ablations(report_input.runs, ("calling",)):
        native = [run for run in runs if run.options.calling != "prompt"]
        yield from ((a, b) for a in native for b in runs if b.options.calling == "prompt")


def _metrics() -> list[MetricSpec]:
    """Metrics that are defined for GUI alone, too."""
    return [spec for spec in headline_metrics() if not spec.needs_tools]


def _is_gui_only(run: ReportedRun) -> bool:
    """Whether the run uses no tools."""
    return run.options.actions == "gui" or run.loaded.info.agent.gui_only


def _is_base(run: ReportedRun) -> bool:
    """Whether it has the default filter and order, which are the paper's."""
    return all(getattr(run.options, name) == value for name, value in _BASE.items())


def _cells(comparison: Comparison) -> dict[str, Value]:
    overall = comparison.groups["overall"]
    cells: dict[str, Value] = {"tasks": overall[PRIMARY.key].tasks}
    for spec in _metrics():
        item = overall.get(spec.key)
        for part, _, _ in _PARTS:
            value = getattr(item, part) if item else None
            scale = 1.0 if part == "p" else spec.scale
            cells[f"{spec.csv_column}_{part}"] = None if value is None else value * scale
    return cells
