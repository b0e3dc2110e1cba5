"""MCP-Persona's tables: our runs by category (its table 3) and by what agents are given, above the paper's rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from statistics import fmean

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from plugins.persona.ablations import ablation_tables
from plugins.persona.categories import TITLES, Category
from plugins.persona.metrics import METRICS
from plugins.persona.record import PersonaRecord
from testbed.results import (
    Column,
    ReportedRunData,
    ReportSection,
    Row,
    Table,
    incomplete_notes,
    metric_cells,
    metric_column,
)

Value = str | int | float | None
TITLE = "MCP-Persona"
PAPER = f"{TITLE} paper (arXiv:2606.02470)"
SHOWN = ("acc", "sr_08", "exec_acc")
NOTES = (
    "The numbers below ours are as printed there, of other models, tasks and applications: do not subtract them.",
    "The paper's Acc is by a judge, ours by the state of the applications; its SR-0.8 leaves out missing episodes.",
    "By category: the mean Acc of the episodes with a verdict.",
)


class PaperRow(BaseModel):
    """A model's numbers in the paper, in percent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    categories: dict[str, float] = Field(default_factory=dict)
    acc: float
    sr_08: float
    exec_acc: float


@cache
def paper_rows() -> tuple[PaperRow, ...]:
    """Return the rows of the paper's table, in its order."""
    data = files("plugins.persona").joinpath("paper_results.json").read_bytes()
    return TypeAdapter(tuple[PaperRow, ...]).validate_json(data)


def persona_tables(runs: Sequence[ReportedRunData]) -> list[Table]:
    """Return the tables if a run has checkpoints."""
    ours = [run for run in runs if next(_records(run), None)]
    if not ours:
        return []
    metrics = [metric for metric in METRICS if metric.key in SHOWN]
    acc = metrics[0]
    columns = [
        Column("agent", "agent"),
        Column("context", "context"),
        Column("tasks", "tasks", "count"),
        *(metric_column(acc, name, title) for name, title in TITLES.items()),
        *map(metric_column, metrics),
    ]
    rows = []
    for run in ours:
        selected = run.summary()["overall"]["selected"]
        given = run.info.options.parts.get("persona")
        cells: dict[str, Value] = {
            "agent": run.label,
            "context": given.context if given else "",
            "tasks": len(run.info.tasks),
            **{name: _acc(run, name) for name in TITLES},
            **metric_cells(metrics, selected, gui=run.info.options.actions == "gui"),
        }
        rows.append(run.row(cells))
    for row in paper_rows():
        printed: dict[str, Value] = {
            "agent": row.agent,
            **row.categories,
            **{key: getattr(row, key) for key in SHOWN},
        }
        rows.append(Row(PAPER, "paper", printed))
    return [
        Table(
            "persona",
            f"{TITLE}: our runs, and the published numbers",
            columns,
            rows,
            ["Over all selected episodes.", *incomplete_notes(ours)],
            TITLE,
            list(NOTES),
        ),
        *ablation_tables(ours, TITLE, PAPER),
    ]


def _records(run: ReportedRunData) -> Iterator[PersonaRecord]:
    for result in run.results.values():
        record: PersonaRecord | None = result.parts.get("persona")
        if record and record.checkpoints:
            yield record


def _acc(run: ReportedRunData, category: Category) -> float | None:
    """The mean Acc of a category, in percent; None without an episode of it."""
    means = [
        fmean(item.credit for item in record.checkpoints)
        for record in _records(run)
        if record.category == category
    ]
    return 100 * fmean(means) if means else None


SECTION = ReportSection(persona_tables, baselines=True)
