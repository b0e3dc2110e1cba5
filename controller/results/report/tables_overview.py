"""Our runs at a glance: accuracy with its interval, steps, cost; scores by task; accuracy by application."""

from __future__ import annotations

from collections.abc import Mapping

from controller.metrics.builtin.paper import ACCURACY, ACS, TIR
from controller.metrics.outcomes import EpisodeOutcome, mean_score, outcomes_of
from controller.results.report.intervals import wilson
from controller.results.report.model import (
    Column,
    Row,
    Table,
    Value,
    clean,
    metric_cells,
    metric_column,
    selected_values,
)
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_paper import BASELINES, OURS, incomplete_notes, mark_incomplete
from controller.tasks.domains import domain_order

_METRICS = (TIR, ACS)


def overview(report_input: ReportInput) -> Table:
    """Every run in one row."""
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        Column("actions", "actions"),
        Column("tasks", "tasks", "count"),
        metric_column(ACCURACY, "accuracy"),
        Column("low", "95% from", "percent"),
        Column("high", "to", "percent"),
        *(metric_column(spec) for spec in _METRICS),
        Column(
            "episode_cost", "$ an episode", "dollars", description="cost divided by episodes with a result"
        ),
        Column("selected", "selected", "count", description="selected episodes"),
        Column(
            "ran",
            "ran",
            "count",
            description="episodes that ended neither in infra_error, cancelled nor skipped",
        ),
        Column("tags", "tags"),
    ]
    rows = [
        Row(
            BASELINES if run in report_input.baselines else OURS,
            "baseline" if run in report_input.baselines else "run",
            _cells(run),
        )
        for run in report_input.all
    ]
    notes = [
        "Over all selected episodes. 95%: Wilson interval of the mean over tasks; it shows how far accuracy could lie "
        "on other tasks of the same kind, and is wide for few tasks.",
        *incomplete_notes(report_input.all),
    ]
    if all(row.cells["tags"] is None for row in rows):
        columns = columns[:-1]
    return Table("overview", "Runs: accuracy, steps, cost", columns, rows, notes, "Runs")


def _cells(run: ReportedRun) -> dict[str, Value]:
    overall = run.summary["overall"]
    mean = selected_values(overall)[ACCURACY.key]
    interval = None if mean is None else wilson(mean, run.summary["tasks"])
    low, high = (bound * ACCURACY.scale for bound in interval) if interval else (None, None)
    cost, episodes = run.summary["cost"], len(run.loaded.results)
    gui = run.options.actions == "gui"
    tags = ", ".join(f"{key}={value}" for key, value in sorted(run.loaded.info.tags.items()))
    return {
        "run": run.title,
        "agent": mark_incomplete(run),
        "steps": run.options.steps,
        "actions": run.options.actions,
        "tasks": run.summary["tasks"],
        **metric_cells((ACCURACY, *_METRICS), selected_values(overall), gui=gui),
        "low": low,
        "high": high,
        "episode_cost": cost / episodes if episodes and cost is not None else None,
        "selected": overall["selected"]["episodes"],
        "ran": overall["ran"]["episodes"],
        "tags": clean(tags) or None,
    }


def scores_by_task(run: ReportedRun) -> dict[str, float]:
    """The mean score over epochs of each task that has a verdict in some epoch."""
    by_task: dict[str, list[EpisodeOutcome]] = {}
    for outcome in outcomes_of(run.loaded.info, run.loaded.results):
        by_task.setdefault(outcome.task, []).append(outcome)
    return {
        task: mean_score(outcomes)
        for task, outcomes in by_task.items()
        if any(outcome.ran for outcome in outcomes)
    }


def tasks_by_runs(report_input: ReportInput) -> Table:
    """The mean score of each task in each run."""
    runs = report_input.all
    columns = [Column("task", "task"), Column("mean", "mean", "percent", description="over our runs")]
    columns += [Column(f"run_{number}", run.title, "percent") for number, run in enumerate(runs, 1)]
    scores = [scores_by_task(run) for run in runs]
    entries = report_input.runs[0].loaded.info.tasks
    rows = []
    for entry in sorted(entries, key=lambda entry: (domain_order(entry.domain), entry.id)):
        cells: dict[str, Value] = {"task": clean(entry.id, 80), "domain": clean(entry.domain)}
        cells |= {f"run_{number}": _percent(by_task, entry.id) for number, by_task in enumerate(scores, 1)}
        ours = [by_task[entry.id] for by_task in scores[: len(report_input.runs)] if entry.id in by_task]
        cells["mean"] = sum(ours) / len(ours) * ACCURACY.scale if ours else None
        rows.append(Row("", "run", cells))
    notes = [
        "Mean scores over epochs in percent; an episode without a verdict counts as 0, and a task without any "
        "verdict has no score."
    ]
    return Table("tasks_by_runs", "Tasks × runs", columns, rows, notes)


def _percent(by_task: Mapping[str, float], task: str) -> float | None:
    return by_task[task] * ACCURACY.scale if task in by_task else None
