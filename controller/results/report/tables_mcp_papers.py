"""Tables of runs on the tasks of LiveMCPBench, MCPVerse and MCP-Bench, or on our suites like them, above the papers'
numbers."""

from __future__ import annotations

from controller.metrics.registry import all_metrics
from controller.results.report.mcp_papers import OVERALL_SCORE, McpPaper, mcp_papers
from controller.results.report.model import Column, Row, Table, Value, metric_cells, metric_column
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_paper import (
    BASELINES,
    INCOMPLETE,
    OURS,
    incomplete_notes,
    mark_incomplete,
    setting_of,
)

_WHOSE = "The numbers below ours are as printed there, of other models and other tasks: do not subtract them from ours."


def mcp_paper_tables(report_input: ReportInput) -> list[Table]:
    """One table for each of the papers that a run belongs to."""
    return [
        _table(paper, runs, report_input)
        for paper in mcp_papers()
        if (runs := [run for run in report_input.all if paper.matches(run.loaded.info)])
    ]


def _table(paper: McpPaper, runs: list[ReportedRun], report_input: ReportInput) -> Table:
    by_key = {spec.key: spec for spec in all_metrics()}
    metrics = [by_key[key] for key in paper.metrics]
    columns = [
        Column("agent", "agent"),
        Column("mode", "mode"),
        Column("tasks", "tasks", "count"),
        *(metric_column(spec) for spec in metrics),
    ]
    if report_input.paper and any(OVERALL_SCORE in result.numbers for result in paper.results):
        columns.append(Column(OVERALL_SCORE, f"{paper.title}'s score", "number", decimals=3))
    rows = []
    for run in runs:
        cells: dict[str, Value] = {
            "agent": mark_incomplete(run),
            "mode": _mode(run),
            "tasks": len(run.loaded.info.tasks),
            **metric_cells(metrics, run.summary["overall"]["selected"], gui=run.options.actions == "gui"),
        }
        baseline = run in report_input.baselines
        rows.append(Row(BASELINES if baseline else OURS, "baseline" if baseline else "run", cells))
    for result in paper.results:
        printed: dict[str, Value] = {"agent": result.agent, "mode": result.mode, "tasks": paper.tasks}
        printed |= {
            by_key[key].csv_column if key in by_key else key: value for key, value in result.numbers.items()
        }
        rows.append(Row(f"{paper.source} (arXiv:{paper.arxiv})", "paper", printed))
    return Table(
        paper.name,
        f"{paper.title}: our runs, and the published numbers",
        columns,
        rows,
        ["Over all selected episodes.", *incomplete_notes(runs)],
        paper.title,
        [_WHOSE, *paper.notes],
    )


def _mode(run: ReportedRun) -> str:
    calling = ", calls in the prompt" if run.options.calling == "prompt" else ""
    form = ", fuzzy instructions" if run.options.instructions == "fuzzy" else ""
    return setting_of(run).removesuffix(f" {INCOMPLETE}") + calling + form
