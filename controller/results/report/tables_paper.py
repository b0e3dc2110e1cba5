"""The paper's tables with our rows above the paper's: Tables 1 to 3 and what Figure 5 draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from controller.results.report.model import Column, Row, Table, Value
from controller.results.report.paper import Numbers, paper
from controller.results.report.source import IMMATERIAL, Material, ReportedRun

OURS = "This testbed"
FLOORS = "This testbed: floors"
GROUPS = (
    ("tool_beneficial", "tool-beneficial tasks"),
    ("non_tool_beneficial", "not tool-beneficial tasks"),
    ("overall", "overall"),
)
METRICS = (("accuracy", "acc. %", 100.0), ("tir", "TIR %", 100.0), ("acs", "ACS", 1.0))
INCOMPLETE = "†"
_WHOSE = (
    "The paper's numbers are as printed there: other models, 361 tasks of OSWorld. They stand here for their "
    "directions (GUI against GUI and tools, few steps against many), not to be subtracted from ours."
)
_PRINTED = (
    "One of them does not fit the others: Agent-S2.5 with GUI alone at 50 steps, ACS 8.4 on tasks that are not "
    "tool-beneficial (18.2 would give the overall 20.2)."
)
_TIR = "For GUI alone there is no TIR, as in the paper."


def papers(number: str) -> str:
    """The section that holds the paper's rows."""
    return f"The paper, {number} (arXiv:2510.24563)"


def metric_columns() -> Iterator[Column]:
    for group, head in GROUPS:
        for metric, name, _ in METRICS:
            yield Column(f"{group}_{metric}", name, "number" if metric == "acs" else "percent", head)


def numbers_of(summary: Mapping[str, Any], gui: bool) -> dict[str, Value]:
    """Our cells of `metric_columns`, from a run's summary."""
    return {
        f"{group}_{metric}": value
        for group, _ in GROUPS
        for metric, value in three(summary[group]["selected"], gui).items()
    }


def three(metrics: Mapping[str, Any], gui: bool) -> dict[str, Value]:
    """Accuracy, TIR and ACS; of GUI alone there is no TIR."""
    return {
        metric: None if metrics[metric] is None or (gui and metric == "tir") else metrics[metric] * factor
        for metric, _, factor in METRICS
    }


def marked(run: ReportedRun) -> str:
    """A run's name, marked when episodes have no verdict."""
    return f"{run.agent} {INCOMPLETE}" if run.incomplete else run.agent


def incomplete_notes(runs: Sequence[ReportedRun]) -> Iterator[str]:
    """What the mark means, where it stands."""
    if any(run.incomplete for run in runs):
        yield f"{INCOMPLETE} Incomplete: episodes without a verdict count as 0; how many there are is under Statuses."


def _row(run: ReportedRun, material: Material, cells: Mapping[str, Value]) -> Row:
    """A run of ours among the paper's."""
    floor = run in material.floors
    setting: dict[str, Value] = {
        "agent": marked(run),
        "steps": run.options.steps,
        "actions": run.options.actions,
    }
    return Row(FLOORS if floor else OURS, "floor" if floor else "run", {**setting, **cells})


def table1(material: Material) -> Table:
    """GUI alone against GUI and tools, by steps."""
    rows = [
        _row(run, material, numbers_of(run.summary, run.options.actions == "gui")) for run in material.all
    ]
    for printed in paper().table1:
        cells: dict[str, Value] = {
            "agent": printed.agent,
            "steps": printed.max_steps,
            "actions": printed.actions,
        }
        for group, _ in GROUPS:
            numbers: Numbers = getattr(printed, group)
            cells |= {f"{group}_{metric}": getattr(numbers, metric) for metric, _, _ in METRICS}
        rows.append(Row(papers("Table 1"), "paper", cells))
    head = [Column("agent", "agent"), Column("steps", "max. steps", "count"), Column("actions", "actions")]
    return Table(
        "table1",
        "Table 1: accuracy, tool invocation rate, average completion steps",
        [*head, *metric_columns()],
        rows,
        [_WHOSE, _PRINTED, _TIR, "Over all selected episodes.", *incomplete_notes(material.all)],
    )


def table2(material: Material) -> Table:
    """What tool order and filter matter: runs that are alike but for these."""
    rows = [
        Row(
            f"{OURS}: {settings[0].title if len(settings) == 1 else _shared(settings)}",
            "run",
            {"setting": _setting(run), **numbers_of(run.summary, gui=False)},
        )
        for settings in ablations(material.runs)
        for run in settings
    ]
    notes = [_WHOSE, *incomplete_notes([run for settings in ablations(material.runs) for run in settings])]
    if not rows:
        notes.append(
            "Of these runs no two differ in tool filter or order alone, so there are no rows of ours."
        )
    for printed in paper().table2_gemini_2_5_pro_15_steps:
        cells: dict[str, Value] = {"setting": printed.setting}
        for group, _ in GROUPS:
            values: tuple[float, float, float] = getattr(printed, group)
            cells |= {
                f"{group}_{metric}": value for (metric, _, _), value in zip(METRICS, values, strict=True)
            }
        rows.append(Row(papers("Table 2") + ": Gemini-2.5-Pro, gui+mcp, 15 steps", "paper", cells))
    return Table(
        "table2",
        "Table 2: order of the tools, and no retrieval",
        [Column("setting", "setting"), *metric_columns()],
        rows,
        notes,
    )


def ablations(runs: Sequence[ReportedRun]) -> list[list[ReportedRun]]:
    """Runs with tools that differ in filter, order or tool budget alone, together; nothing of one alone."""
    found: dict[str, list[ReportedRun]] = {}
    for run in runs:
        if run.options.actions != "gui":
            varied = {"tool_filter", "tool_order", "tool_budget", "embeddings", *IMMATERIAL}
            found.setdefault(run.options.model_dump_json(exclude=varied), []).append(run)
    return [alike for alike in found.values() if len(alike) > 1]


def _shared(settings: Sequence[ReportedRun]) -> str:
    return (
        settings[0].agent.partition(" (")[0]
        + f", {settings[0].options.actions}, {settings[0].options.steps} steps"
    )


def _setting(run: ReportedRun) -> str:
    options = run.options
    parts = [f"filter {options.tool_filter}", f"order {options.tool_order}"]
    parts += [f"budget {options.tool_budget}"] if options.tool_budget else []
    parts += ["embeddings"] if options.embeddings else []
    return ", ".join(parts) + (f" {INCOMPLETE}" if run.incomplete else "")


def table3(material: Material) -> Table:
    """Mean, standard deviation and interval over epochs."""
    rows = [_row(run, material, _over_epochs(run)) for run in material.all]
    for printed in paper().table3_three_runs:
        cells: dict[str, Value] = {
            "agent": printed.agent,
            "steps": printed.max_steps,
            "actions": printed.actions,
            "epochs": 3,
        }
        for metric, _, _ in METRICS:
            mean, sd = getattr(printed, metric) or (None, None)
            low, high = getattr(printed, f"{metric}_ci95") or (None, None)
            cells |= _spread_cells(metric, mean, sd, low, high)
        rows.append(Row(papers("Table 3"), "paper", cells))
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        Column("actions", "actions"),
        Column("epochs", "epochs", "count"),
    ]
    for metric, head, _ in METRICS:
        for part, name in (("mean", "mean"), ("sd", "sd"), ("low", "95% from"), ("high", "to")):
            columns.append(Column(f"{metric}_{part}", name, "number" if metric == "acs" else "percent", head))
    notes = [
        _WHOSE,
        _TIR,
        "Ours: normal interval of the mean over epochs that were run to the end, as in the paper.",
    ]
    single = [run for run in material.all if run.options.epochs == 1]
    if single:
        notes.append(
            f"One epoch alone has no deviation and no interval ({len(single)} of {len(material.all)} rows of ours); "
            "--epochs 3 gives them."
        )
    return Table("table3", "Table 3: several runs", columns, rows, [*notes, *incomplete_notes(material.all)])


def _over_epochs(run: ReportedRun) -> dict[str, Value]:
    spreads = run.summary["overall"]["selected"]["over_epochs"]
    cells: dict[str, Value] = {"epochs": spreads["accuracy"]["epochs"] if spreads["accuracy"] else 0}
    for metric, _, factor in METRICS:
        spread = {} if metric == "tir" and run.options.actions == "gui" else spreads[metric] or {}
        values = (spread.get(name) for name in ("mean", "sd", "low", "high"))
        cells |= _spread_cells(metric, *(None if value is None else value * factor for value in values))
    return cells


def _spread_cells(metric: str, *values: float | None) -> dict[str, Value]:
    return {
        f"{metric}_{part}": value for part, value in zip(("mean", "sd", "low", "high"), values, strict=True)
    }


def figure5(material: Material) -> Table:
    """The points of Figure 5's relations: overall accuracy, TIR and ACS of runs with tools."""
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        *(Column(metric, head, "number" if metric == "acs" else "percent") for metric, head, _ in METRICS),
    ]
    rows = []
    for run in material.all:
        if run.options.actions == "gui":
            continue
        numbers = numbers_of(run.summary, gui=False)
        rows.append(
            Row(
                OURS if run in material.runs else FLOORS,
                "run" if run in material.runs else "floor",
                {
                    "run": run.title,
                    "agent": marked(run),
                    "steps": run.options.steps,
                    **{metric: numbers[f"overall_{metric}"] for metric, _, _ in METRICS},
                },
            )
        )
    for printed in paper().table1:
        if printed.actions == "gui+mcp":
            cells: dict[str, Value] = {"agent": printed.agent, "steps": printed.max_steps}
            cells |= {metric: getattr(printed.overall, metric) for metric, _, _ in METRICS}
            rows.append(Row(papers("Table 1"), "paper", cells))
    notes = ["Runs with tools, overall. The paper's points are those of its Table 1."]
    return Table(
        "figure5_relations",
        "Figure 5: how accuracy, TIR and ACS go together",
        columns,
        rows,
        [*notes, *incomplete_notes([run for run in material.all if run.options.actions != "gui"])],
        "Figure 5: relations",
    )
