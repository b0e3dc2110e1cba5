"""Tables of how tools were exposed and found: modes side by side, and the errors of failed episodes."""

from __future__ import annotations

from collections import Counter

from controller.metrics.builtin.dialogue import MESSAGES, MESSAGES_L1, MESSAGES_L2, MESSAGES_L3
from controller.metrics.builtin.difficulty import SUCCESS_L1, SUCCESS_L2, SUCCESS_L3
from controller.metrics.builtin.error_classes import ERRORS
from controller.metrics.builtin.paper import ACCURACY, ACS
from controller.metrics.builtin.tool_calls import DISTINCT_TOOLS, EXECUTE_CALLS, ROUTE_CALLS
from controller.metrics.error_classes import CLASSES, classify, has_failed
from controller.metrics.outcomes import outcomes_of
from controller.metrics.registry import with_values
from controller.results.report.model import (
    Column,
    Row,
    Table,
    Value,
    metric_cells,
    metric_column,
    selected_values,
)
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_paper import (
    OURS,
    TOOL_OPTIONS,
    ablations,
    incomplete_notes,
    mark_incomplete,
    setting_of,
    shared_setting,
)

_METRICS = (
    ACCURACY,
    SUCCESS_L1,
    SUCCESS_L2,
    SUCCESS_L3,
    ACS,
    MESSAGES,
    MESSAGES_L1,
    MESSAGES_L2,
    MESSAGES_L3,
    DISTINCT_TOOLS,
    EXECUTE_CALLS,
    ROUTE_CALLS,
    *ERRORS,
)


def modes(report_input: ReportInput) -> Table:
    """Runs that differ only in which tools the agent is shown, or in how it calls them; no rows without such runs."""
    groups = ablations(report_input.runs, (*TOOL_OPTIONS, "calling"))
    runs = [run for group in groups for run in group]
    shown = with_values(_METRICS, [run.summary["overall"]["selected"] for run in runs])
    columns = [
        Column("mode", "mode"),
        *(metric_column(spec) for spec in shown),
        Column("offered", "tools offered", "number", description="mean of the largest number of an episode"),
        Column("input_tokens", "tokens in an episode", "count"),
        Column("episode_cost", "$ an episode", "dollars"),
    ]
    rows = []
    for group in groups:
        section = f"{OURS}: {shared_setting(group)}"
        by_calling = len({_calling(run) for run in group}) > 1
        for run in group:
            episodes, summary = len(run.loaded.results), run.summary
            mode = f"{_calling(run)}, {setting_of(run)}" if by_calling else setting_of(run)
            cells: dict[str, Value] = {"mode": mode}
            cells |= metric_cells(shown, selected_values(summary["overall"]), gui=False)
            cells["offered"] = summary["overall"]["behavior"]["offered"]
            cells["input_tokens"] = summary["input_tokens"] / episodes if episodes else None
            cells["episode_cost"] = (
                summary["cost"] / episodes if episodes and summary["cost"] is not None else None
            )
            rows.append(Row(section, "run", cells))
    notes = [
        "Runs of the same agent that differ in nothing but tool filter, its budget, the tools' order, and whether the "
        "model calls tools by its API (native) or in its text. Over all selected episodes.",
        *incomplete_notes(runs),
    ]
    return Table(
        "modes",
        "Modes side by side: which tools the agent is shown, and how it calls them",
        columns,
        rows,
        notes,
        "Modes",
    )


def _calling(run: ReportedRun) -> str:
    return "calls in the prompt" if run.options.calling == "prompt" else "native calls"


def errors(report_input: ReportInput) -> Table:
    """Failed episodes by class of error, and what decided it; without rows if no run has a classified one."""
    columns = [
        Column("agent", "agent"),
        Column("actions", "actions"),
        Column("filter", "tool filter"),
        Column("failed", "failed", "count", "episodes", "episodes that ran and have a score below 1"),
    ]
    for error in CLASSES:
        columns += [
            Column(f"{error}_rule", "by rule", "count", f"{error} error"),
            Column(f"{error}_judge", "by judge", "count", f"{error} error"),
        ]
    columns.append(Column("undecided", "undecided", "count", "episodes"))
    cells = [_error_cells(run) for run in report_input.runs if run.options.actions != "gui"]
    if all(run["failed"] == run["undecided"] for run in cells):
        cells = []
    rows = [Row(OURS, "run", run) for run in cells if run["failed"]]
    notes = [
        "LiveMCPBench's classes. By rule where the records decide, else by the judge error_class if the run has it "
        "(--judge-by); docs/metrics.md of the project has the rules.",
    ]
    return Table("errors", "Errors of failed episodes", columns, rows, notes, "Errors")


def _error_cells(run: ReportedRun) -> dict[str, Value]:
    failed = [
        outcome
        for outcome in outcomes_of(run.loaded.info, run.loaded.results, run.loaded.stats)
        if has_failed(outcome)
    ]
    classes = [classify(outcome) for outcome in failed]
    counts = Counter(f"{item.error}_{item.by}" for item in classes if item)
    return {
        "agent": mark_incomplete(run),
        "actions": run.options.actions,
        "filter": run.options.tool_filter,
        "failed": len(failed),
        **{f"{error}_{by}": counts[f"{error}_{by}"] for error in CLASSES for by in ("rule", "judge")},
        "undecided": classes.count(None),
    }
