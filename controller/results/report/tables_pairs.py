"""Runs compared in pairs on the same tasks: tools against GUI alone, and a setting of the filter against another."""

from __future__ import annotations

from collections.abc import Iterator

from controller.results.comparison.compare import Comparison, compare
from controller.results.report.model import Column, Kind, Row, Table, Value
from controller.results.report.source import IMMATERIAL, Material, ReportedRun
from controller.results.report.tables_paper import ablations
from testbed.errors import UsageError

_VARIED = {"actions", "tool_filter", "tool_order", "tool_budget", "embeddings", *IMMATERIAL}
_PARTS: tuple[tuple[str, str, Kind], ...] = (
    ("a", "A", "number"),
    ("b", "B", "number"),
    ("difference", "B - A", "signed"),
    ("low", "95% from", "signed"),
    ("high", "to", "signed"),
    ("p", "p", "probability"),
)
_METRICS = (("accuracy", "accuracy, points", 100.0), ("acs", "ACS", 1.0))


def pairs(material: Material) -> Table:
    """Each pair's differences over the tasks that both ran to a verdict in every epoch."""
    columns = [Column("a", "A"), Column("b", "B"), Column("tasks", "tasks", "count")]
    for metric, head, _ in _METRICS:
        columns += [Column(f"{metric}_{part}", name, kind, head) for part, name, kind in _PARTS]
    rows: list[Row] = []
    notes = [
        "Means over tasks, overall; interval: bootstrap over tasks; p: sign flips over tasks. "
        "A task without a verdict in some epoch of either run is left out. `testbed compare A B` tells more."
    ]
    for a, b in _pairs(material):
        try:
            found = compare(a.reading, b.reading)
        except UsageError as error:
            notes.append(f"{a.title} and {b.title} are not compared: {error.message}.")
            continue
        rows.append(Row("", "run", {"a": a.title, "b": b.title, **_cells(found)}))
    if not rows and len(notes) == 1:
        notes.append("No two of these runs differ in actions, tool filter or order alone.")
    return Table("pairs", "Paired differences", columns, rows, notes, "Pairs")


def _pairs(material: Material) -> Iterator[tuple[ReportedRun, ReportedRun]]:
    alike: dict[str, list[ReportedRun]] = {}
    for run in material.runs:
        # The oracle's variant is which of a task's solutions it goes by.
        varied = _VARIED | {"variant"} if run.options.agent == "oracle" else _VARIED
        alike.setdefault(run.options.model_dump_json(exclude=varied), []).append(run)
    for runs in alike.values():
        alone = [run for run in runs if _is_alone(run)]
        yield from ((a, b) for a in alone for b in runs if not _is_alone(b))
    for runs in ablations(material.runs):
        base = next((run for run in runs if _is_base(run)), runs[0])
        yield from ((base, run) for run in runs if run is not base)


def _is_alone(run: ReportedRun) -> bool:
    """Whether it goes without tools."""
    return run.options.actions == "gui" or (run.options.agent, run.options.variant) == ("oracle", "gui")


def _is_base(run: ReportedRun) -> bool:
    """Whether it is the paper's base: retrieval, and no shuffled order."""
    return run.options.tool_filter == "rag" and run.options.tool_order == "lexicographic"


def _cells(found: Comparison) -> dict[str, Value]:
    cells: dict[str, Value] = {"tasks": found.groups["overall"]["accuracy"].tasks}
    for metric, _, factor in _METRICS:
        item = found.groups["overall"][metric]
        for part, _, _ in _PARTS:
            value = getattr(item, part)
            cells[f"{metric}_{part}"] = value if value is None or part == "p" else value * factor
    return cells
