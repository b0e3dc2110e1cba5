"""MCP-Persona's tables 5, 6 and 9: what agents are given, in our runs and in the paper's rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import PurePath

from pydantic import BaseModel, ConfigDict, TypeAdapter

from plugins.persona.metrics import METRICS
from testbed.results import (
    Column,
    ReportedRunData,
    Row,
    Table,
    all_metrics,
    incomplete_notes,
    metric_cells,
    metric_column,
)

SHOWN = ("acc", "sr_08", "exec_acc", "exec_acc_pooled", "executed_checks")
GIVEN = ("skills", "tools", "context")
NOTES = (
    "The paper's ablations fit a binary rate over 173 tasks and a rate over 212 checks pooled, not "
    "its definitions: compare its last column with Exec-Acc, pooled.",
    "Its table 5 is about one collaboration application.",
)


class AblationRow(BaseModel):
    """A model's numbers in one of these tables, in percent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    table: str
    skills: str = ""
    tools: str = ""
    context: str = ""
    acc: float
    exec_acc: float


@cache
def ablation_rows() -> tuple[AblationRow, ...]:
    """Return the rows of the paper's tables that are known."""
    data = files("plugins.persona").joinpath("paper_ablations.json").read_bytes()
    return TypeAdapter(tuple[AblationRow, ...]).validate_json(data)


def ablation_tables(runs: Sequence[ReportedRunData], title: str, paper: str) -> list[Table]:
    """Return the table if an agent was played with different skills, tools or contexts.

    Args:
        runs: Runs with checkpoints.
        title: What the table is headed with.
        paper: What its rows are said to come from.
    """
    by_agent: dict[str, list[ReportedRunData]] = defaultdict(list)
    for run in runs:
        by_agent[run.info.options.agent_name].append(run)
    compared = [run for group in by_agent.values() if len({*map(_given, group)}) > 1 for run in group]
    if not compared:
        return []
    shown = [metric for metric in METRICS if metric.key in SHOWN]
    steps = next(metric for metric in all_metrics() if metric.key == "acs")
    columns = [
        Column("agent", "agent"),
        *(Column(name, name) for name in GIVEN),
        Column("tasks", "tasks", "count"),
        *map(metric_column, [*shown, steps]),
    ]
    rows = []
    for run in compared:
        selected = run.summary()["overall"]["selected"]
        cells = {
            "agent": run.label,
            **dict(zip(GIVEN, _given(run), strict=True)),
            "tasks": len(run.info.tasks),
            **metric_cells([*shown, steps], selected, gui=run.info.options.actions == "gui"),
        }
        rows.append(run.row(cells))
    for row in ablation_rows():
        printed = row.model_dump(exclude={"table"}, exclude_defaults=True)
        rows.append(Row(f"{paper}, table {row.table}", "paper", printed))
    heading = f"{title}: what agents are given, and the published numbers"
    notes = ["Over all selected episodes.", *incomplete_notes(compared)]
    return [Table("persona_given", heading, columns, rows, notes, title, list(NOTES))]


def _given(run: ReportedRunData) -> tuple[str, str, str]:
    """The skills, the tool filter and the context of a run."""
    options = run.info.options
    skills, persona = options.parts.get("skills"), options.parts.get("persona")
    folder = PurePath(skills.skills).name if skills and skills.skills else "none"
    return folder, options.tool_filter or "", persona.context if persona else ""
