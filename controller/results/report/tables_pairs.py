"""Runs compared on the same tasks: in pairs, tools against GUI alone, one filter setting against another, calls in the
prompt against native ones; and several together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from controller.metrics.registry import PRIMARY, headline_metrics
from controller.metrics.spec import PERCENT, MetricSpec
from controller.metrics.statistics import RESAMPLES, PairedDifference, holm
from controller.records.run_options import RunOptions
from controller.results.comparison.compare import compare
from controller.results.comparison.joint import joint_tests, pooled_differences
from controller.results.report.model import Column, Kind, Row, Table, Value
from controller.results.report.source import IMMATERIAL, ReportedRun, ReportInput
from controller.results.report.tables_paper import ablations
from testbed.errors import UsageError

_BASE = {name: RunOptions.model_fields[name].default for name in ("tool_filter", "tool_order")}
_TOOLS = ("actions", "tool_filter", "tool_order", "tool_budget", "embeddings")
_VARIED = {*_TOOLS, *IMMATERIAL}
_DIFFERENCE: tuple[tuple[str, str, Kind], ...] = (
    ("difference", "B - A", "signed"),
    ("low", "95% from", "signed"),
    ("high", "to", "signed"),
)
_P: tuple[str, str, Kind] = ("p", "p", "probability")
_PARTS: tuple[tuple[str, str, Kind], ...] = (
    ("a", "A", "number"),
    ("b", "B", "number"),
    *_DIFFERENCE,
    _P,
    ("p_holm", "p, Holm", "probability"),
)
_SIGN_FLIP = (
    "p: sign-flip test over tasks, which takes the difference of a task to be symmetric around the true one. 95%: the "
    "differences that this test does not reject at 5%; it excludes 0 exactly when p is below 0.05, and with fewer than "
    "six tasks nothing is rejected."
)


def joint(report_input: ReportInput) -> Table:
    """Tests of several runs or pairs together; without rows unless there are three runs or two pairs alike."""
    columns = [
        Column("tested", "tested"),
        Column("runs", "runs", "count"),
        Column("tasks", "tasks", "count"),
        *_columns((_P, *_DIFFERENCE)),
    ]
    rows: list[Row] = []
    runs = [run for run in report_input.runs if _has_verdicts(run)]
    if len(runs) > 2:
        tests = joint_tests([run.loaded for run in runs], _metrics())
        cells: dict[str, Value] = {"tested": "all runs with verdicts", "runs": len(runs)}
        cells |= {f"{spec.csv_column}_p": tests[spec.key].p for spec in _metrics() if spec.key in tests}
        if PRIMARY.key in tests:
            rows.append(Row("", "run", cells | {"tasks": tests[PRIMARY.key].tasks}))
    for change, pairs_alike in _by_change(report_input).items():
        items = pooled_differences([(a.loaded, b.loaded) for a, b in pairs_alike], _metrics())
        if len(pairs_alike) > 1 and PRIMARY.key in items:
            cells = {"tested": f"A / B: {change}", "runs": 2 * len(pairs_alike)}
            rows.append(Row("", "run", cells | _cells(items, (_P, *_DIFFERENCE))))
    notes = [
        "Tests to read before the single pairs, of which some have a small p by chance if there are many. Over the "
        "tasks with a verdict in every epoch of the row's runs; a task counts with its mean over epochs.",
        f"All runs: {RESAMPLES:,} permutations of the runs within each task (fixed seed), by the sum of squares of the "
        "runs' means around their mean: for scores of 0 and 1, Cochran's Q. Assumed: if the runs are alike, a task's "
        "values could stand in any order.",
        f"A / B: all pairs with this change together; a task counts with its mean over the pairs. {_SIGN_FLIP}",
    ]
    return Table("joint", "Several runs tested together", columns, rows, notes, "Joint tests")


def pairs(report_input: ReportInput) -> Table:
    """Each pair's differences over the tasks that both ran to a verdict in every epoch."""
    columns = [Column("a", "A"), Column("b", "B"), Column("tasks", "tasks", "count"), *_columns(_PARTS)]
    compared: list[dict[str, Value]] = []
    comparisons: list[dict[str, PairedDifference]] = []
    notes: list[str] = []
    for a, b in _pairs(report_input):
        try:
            comparisons.append(compare(a.loaded, b.loaded).groups["overall"])
        except UsageError as error:
            notes.append(f"{a.title} and {b.title} are not compared: {error.message}.")
            continue
        compared.append({"a": a.title, "b": b.title})
    if not compared and not notes:
        notes.append("No two of these runs differ only in actions, tool filter, order or calling.")
    notes[:0] = [
        f"Means over tasks, overall. {_SIGN_FLIP} With n tasks that differ p is at least 2/2^n. "
        f"p, Holm: p adjusted for the {len(compared)} pairs of this table, for each metric by itself. "
        "Tasks without a verdict in some epoch of either run are left out. `testbed compare A B` shows details."
    ]
    rows = [
        Row("", "run", names | _cells(items, _PARTS))
        for names, items in zip(compared, _adjust(comparisons), strict=True)
    ]
    return Table("pairs", "Paired differences", columns, rows, notes, "Pairs")


def _adjust(comparisons: Sequence[dict[str, PairedDifference]]) -> list[dict[str, PairedDifference]]:
    """The differences with the p-values of each metric adjusted for the number of pairs."""
    adjusted: list[dict[str, PairedDifference]] = [{} for _ in comparisons]
    for spec in _metrics():
        places = [place for place, items in enumerate(comparisons) if spec.key in items]
        p_values = holm([comparisons[place][spec.key].p for place in places])
        for place, p_holm in zip(places, p_values, strict=True):
            adjusted[place][spec.key] = replace(comparisons[place][spec.key], p_holm=p_holm)
    return adjusted


def _columns(parts: Sequence[tuple[str, str, Kind]]) -> Iterator[Column]:
    for spec in _metrics():
        head = f"{spec.label}, points" if spec.unit == PERCENT else spec.label_with_unit
        yield from (Column(f"{spec.csv_column}_{part}", name, kind, head) for part, name, kind in parts)


def _by_change(report_input: ReportInput) -> dict[str, list[tuple[ReportedRun, ReportedRun]]]:
    """The pairs by what differs in them."""
    by_change: dict[str, list[tuple[ReportedRun, ReportedRun]]] = {}
    for a, b in _pairs(report_input):
        names = [*_TOOLS, "calling", *(["variant"] if a.loaded.info.agent.knows_solution else [])]
        values = [(name, getattr(a.options, name), getattr(b.options, name)) for name in names]
        change = ", ".join(
            f"{name} {first or 'none'} / {second or 'none'}"
            for name, first, second in values
            if first != second
        )
        if _has_verdicts(a) and _has_verdicts(b):
            by_change.setdefault(change, []).append((a, b))
    return by_change


def _has_verdicts(run: ReportedRun) -> bool:
    return bool(run.summary["overall"]["ran"]["episodes"])


def _pairs(report_input: ReportInput) -> Iterator[tuple[ReportedRun, ReportedRun]]:
    by_other_options: dict[str, list[ReportedRun]] = {}
    for run in report_input.runs:
        # The variant of an agent that knows the solutions selects which of them it follows.
        varied = _VARIED | {"variant"} if run.loaded.info.agent.knows_solution else _VARIED
        by_other_options.setdefault(str(run.options.by_name(without=varied)), []).append(run)
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


def _cells(items: Mapping[str, PairedDifference], parts: Sequence[tuple[str, str, Kind]]) -> dict[str, Value]:
    cells: dict[str, Value] = {"tasks": items[PRIMARY.key].tasks}
    for spec in _metrics():
        item = items.get(spec.key)
        for part, _, kind in parts:
            value = getattr(item, part) if item else None
            scale = 1.0 if kind == "probability" else spec.scale
            cells[f"{spec.csv_column}_{part}"] = None if value is None else value * scale
    return cells
