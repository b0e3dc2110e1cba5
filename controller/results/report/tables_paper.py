"""Tables 1 to 3 and the points of Figure 5 of the paper, with our rows above the paper's.

Their layout is the paper's: they show its three metrics and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from controller.metrics.builtin.paper import ACCURACY, ACS, TIR
from controller.results.report.model import (
    Column,
    Row,
    Table,
    Value,
    metric_cells,
    metric_column,
    selected_values,
)
from controller.results.report.paper import Numbers, paper
from controller.results.report.source import IMMATERIAL, ReportedRun, ReportInput

OURS = "This testbed"
BASELINES = "This testbed: baselines"
GROUPS = (
    ("tool_beneficial", "tool-beneficial tasks"),
    ("non_tool_beneficial", "not tool-beneficial tasks"),
    ("overall", "overall"),
)
METRICS = (ACCURACY, TIR, ACS)
INCOMPLETE = "†"
_WHOSE = (
    "The paper's numbers are as printed there, of other models and 361 tasks of OSWorld. Compare directions (GUI "
    "against GUI and tools, few steps against many); do not subtract them from ours."
)
_PRINTED = (
    "One printed number contradicts the others: Agent-S2.5 with GUI alone at 50 steps, ACS 8.4 on tasks that are not "
    "tool-beneficial (18.2 would give the overall 20.2)."
)
_TIR = "For GUI alone there is no TIR."


def papers(number: str) -> str:
    """The section that holds the paper's rows."""
    return f"The paper, {number} (arXiv:2510.24563)"


def metric_columns() -> Iterator[Column]:
    for group, head in GROUPS:
        for spec in METRICS:
            yield metric_column(spec, f"{group}_{spec.key}", head)


def numbers_of(summary: Mapping[str, Any], gui: bool) -> dict[str, Value]:
    """Our cells of `metric_columns`, from a run's summary."""
    cells: dict[str, Value] = {}
    for group, _ in GROUPS:
        cells |= metric_cells(METRICS, selected_values(summary[group]), gui=gui, prefix=f"{group}_")
    return cells


def mark_incomplete(run: ReportedRun) -> str:
    """A run's name, marked if episodes have no verdict."""
    return f"{run.agent} {INCOMPLETE}" if run.incomplete else run.agent


class _CountsIncomplete(Protocol):
    @property
    def incomplete(self) -> int: ...


def incomplete_notes(runs: Iterable[_CountsIncomplete]) -> Iterator[str]:
    """Yield a note below a table on what the mark of incomplete runs means, if a run has it."""
    if any(run.incomplete for run in runs):
        yield f"{INCOMPLETE} Incomplete: episodes without a verdict count as 0; Statuses has their number."


def _row(run: ReportedRun, report_input: ReportInput, cells: Mapping[str, Value]) -> Row:
    """A run of ours among the paper's."""
    baseline = run in report_input.baselines
    setting: dict[str, Value] = {
        "agent": mark_incomplete(run),
        "steps": run.options.steps,
        "actions": run.options.actions,
    }
    return Row(BASELINES if baseline else OURS, "baseline" if baseline else "run", {**setting, **cells})


def table1(report_input: ReportInput) -> Table:
    """GUI alone against GUI and tools, by steps."""
    rows = [
        _row(run, report_input, numbers_of(run.summary, run.options.actions == "gui"))
        for run in report_input.all
    ]
    for printed in paper().table1:
        cells: dict[str, Value] = {
            "agent": printed.agent,
            "steps": printed.max_steps,
            "actions": printed.actions,
        }
        for group, _ in GROUPS:
            numbers: Numbers = getattr(printed, group)
            cells |= {f"{group}_{spec.key}": getattr(numbers, spec.key) for spec in METRICS}
        rows.append(Row(papers("Table 1"), "paper", cells))
    head = [Column("agent", "agent"), Column("steps", "max. steps", "count"), Column("actions", "actions")]
    return Table(
        "table1",
        "Table 1: accuracy, tool invocation rate, average completion steps",
        [*head, *metric_columns()],
        rows,
        [_TIR, "Over all selected episodes.", *incomplete_notes(report_input.all)],
        paper_notes=[_WHOSE, _PRINTED],
    )


def table2(report_input: ReportInput) -> Table:
    """Effect of tool order and filter: runs that differ in nothing else."""
    rows = [
        Row(
            f"{OURS}: {settings[0].title if len(settings) == 1 else shared_setting(settings)}",
            "run",
            {"setting": setting_of(run), **numbers_of(run.summary, gui=False)},
        )
        for settings in ablations(report_input.runs)
        for run in settings
    ]
    notes = [*incomplete_notes([run for settings in ablations(report_input.runs) for run in settings])]
    if not rows:
        notes.append(
            "No two of these runs differ only in tool filter or order, so there are no rows of ours."
        )
    for printed in paper().table2_gemini_2_5_pro_15_steps:
        cells: dict[str, Value] = {"setting": printed.setting}
        for group, _ in GROUPS:
            values: tuple[float, float, float] = getattr(printed, group)
            cells |= {f"{group}_{spec.key}": value for spec, value in zip(METRICS, values, strict=True)}
        rows.append(Row(papers("Table 2") + ": Gemini-2.5-Pro, gui+mcp, 15 steps", "paper", cells))
    return Table(
        "table2",
        "Table 2: order of the tools, and no retrieval",
        [Column("setting", "setting"), *metric_columns()],
        rows,
        notes,
        paper_notes=[_WHOSE],
    )


TOOL_OPTIONS = ("tool_filter", "tool_order", "tool_budget", "embeddings")


def ablations(runs: Sequence[ReportedRun], varied: Sequence[str] = TOOL_OPTIONS) -> list[list[ReportedRun]]:
    """Group the runs with tools that differ in nothing but these options; groups of one are left out."""
    by_other_options: dict[str, list[ReportedRun]] = {}
    for run in runs:
        if run.options.actions != "gui":
            by_other_options.setdefault(str(run.options.by_name(without={*varied, *IMMATERIAL})), []).append(
                run
            )
    return [group for group in by_other_options.values() if len(group) > 1]


def shared_setting(settings: Sequence[ReportedRun]) -> str:
    """What runs that differ in their tools alone share."""
    options = settings[0].options
    fuzzy = ", fuzzy instructions" if options.instructions == "fuzzy" else ""
    return settings[0].agent.partition(" (")[0] + f", {options.actions}, {options.steps} steps{fuzzy}"


def setting_of(run: ReportedRun) -> str:
    """How a run chooses and orders tools."""
    options = run.options
    parts = [f"filter {options.tool_filter}", f"order {options.tool_order}"]
    parts += [f"budget {options.tool_budget}"] if options.tool_budget else []
    parts += ["embeddings"] if options.embeddings else []
    return ", ".join(parts) + (f" {INCOMPLETE}" if run.incomplete else "")


def table3(report_input: ReportInput) -> Table:
    """Mean, standard deviation and interval over epochs."""
    rows = [_row(run, report_input, _over_epochs(run)) for run in report_input.all]
    for printed in paper().table3_three_runs:
        cells: dict[str, Value] = {
            "agent": printed.agent,
            "steps": printed.max_steps,
            "actions": printed.actions,
            "epochs": 3,
        }
        for spec in METRICS:
            mean, sd = getattr(printed, spec.key) or (None, None)
            low, high = getattr(printed, f"{spec.key}_ci95") or (None, None)
            cells |= _spread_cells(spec.key, mean, sd, low, high)
        rows.append(Row(papers("Table 3"), "paper", cells))
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        Column("actions", "actions"),
        Column("epochs", "epochs", "count"),
    ]
    for spec in METRICS:
        for part, name in (("mean", "mean"), ("sd", "sd"), ("low", "95% from"), ("high", "to")):
            columns.append(Column(f"{spec.key}_{part}", name, metric_column(spec).kind, spec.column_heading))
    notes = [_TIR, "Ours: normal interval of the mean over completely run epochs."]
    single = [run for run in report_input.all if run.options.epochs == 1]
    if single:
        notes.append(
            "Standard deviations and intervals need several epochs, which "
            f"{len(single)} of our {len(report_input.all)} rows do not have; try --epochs 3."
        )
    return Table(
        "table3",
        "Table 3: several runs",
        columns,
        rows,
        [*notes, *incomplete_notes(report_input.all)],
        paper_notes=[_WHOSE],
    )


def _over_epochs(run: ReportedRun) -> dict[str, Value]:
    spreads = selected_values(run.summary["overall"])["over_epochs"] or {}
    cells: dict[str, Value] = {"epochs": spreads["accuracy"]["epochs"] if spreads.get("accuracy") else 0}
    for spec in METRICS:
        spread = {} if spec.needs_tools and run.options.actions == "gui" else spreads.get(spec.key) or {}
        values = (spread.get(name) for name in ("mean", "sd", "low", "high"))
        scaled = (None if value is None else value * spec.scale for value in values)
        cells |= _spread_cells(spec.key, *scaled)
    return cells


def _spread_cells(metric: str, *values: float | None) -> dict[str, Value]:
    return {
        f"{metric}_{part}": value for part, value in zip(("mean", "sd", "low", "high"), values, strict=True)
    }


def figure5(report_input: ReportInput) -> Table:
    """The points of Figure 5's relations: overall accuracy, TIR and ACS of runs with tools."""
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        *(metric_column(spec) for spec in METRICS),
    ]
    rows = []
    for run in report_input.all:
        if run.options.actions == "gui":
            continue
        numbers = numbers_of(run.summary, gui=False)
        rows.append(
            Row(
                OURS if run in report_input.runs else BASELINES,
                "run" if run in report_input.runs else "baseline",
                {
                    "run": run.title,
                    "agent": mark_incomplete(run),
                    "steps": run.options.steps,
                    **{spec.key: numbers[f"overall_{spec.key}"] for spec in METRICS},
                },
            )
        )
    for printed in paper().table1:
        if printed.actions == "gui+mcp":
            cells: dict[str, Value] = {"agent": printed.agent, "steps": printed.max_steps}
            cells |= {spec.key: getattr(printed.overall, spec.key) for spec in METRICS}
            rows.append(Row(papers("Table 1"), "paper", cells))
    notes = ["Runs with tools, overall."]
    return Table(
        "figure5_relations",
        "Figure 5: how accuracy, TIR and ACS go together",
        columns,
        rows,
        [*notes, *incomplete_notes([run for run in report_input.all if run.options.actions != "gui"])],
        "Figure 5: relations",
        ["The paper's points are those of its Table 1."],
    )
