"""Tables of runs on the tasks of LiveMCPBench, MCPVerse and MCP-Bench, or on our suites like them, above the papers'
numbers."""

from __future__ import annotations

from collections.abc import Sequence

from plugins.tool_pools.report.mcp_papers import OVERALL_SCORE, McpPaper, mcp_papers
from testbed.results import (
    Column,
    ReportedRunData,
    ReportSection,
    Row,
    Table,
    all_metrics,
    incomplete_notes,
    metric_cells,
    metric_column,
)

Value = str | int | float | None

_WHOSE = "The numbers below ours are as printed there, of other models and other tasks: do not subtract them from ours."


def mcp_paper_tables(runs: Sequence[ReportedRunData]) -> list[Table]:
    """For each of the papers that a run belongs to a table, and one by domain if it has numbers by domain."""
    tables = []
    for paper in mcp_papers():
        if matching := [run for run in runs if paper.matches(run.info)]:
            tables.append(_table(paper, matching))
            if paper.domains:
                tables.append(_domain_table(paper, matching))
    return tables


def _table(paper: McpPaper, runs: Sequence[ReportedRunData]) -> Table:
    by_key = {spec.key: spec for spec in all_metrics()}
    metrics = [by_key[key] for key in paper.metrics]
    columns = [
        Column("agent", "agent"),
        Column("mode", "mode"),
        Column("tasks", "tasks", "count"),
        *(metric_column(spec) for spec in metrics),
    ]
    if any(OVERALL_SCORE in result.numbers for result in paper.results):
        head = f"{paper.title}'s score"
        columns.append(Column(OVERALL_SCORE, head, "number", decimals=3, paper_only=True))
    rows = []
    for run in runs:
        cells: dict[str, Value] = {
            "agent": run.label,
            "mode": _mode(run),
            "tasks": len(run.info.tasks),
            **metric_cells(
                metrics, run.summary()["overall"]["selected"], gui=run.info.options.actions == "gui"
            ),
        }
        rows.append(run.row(cells))
    for result in paper.results:
        printed: dict[str, Value] = {"agent": result.agent, "mode": result.mode, "tasks": paper.tasks}
        printed |= {
            by_key[key].csv_column if key in by_key else key: value for key, value in result.numbers.items()
        }
        rows.append(Row(_section(paper), "paper", printed))
    return Table(
        paper.name,
        f"{paper.title}: our runs, and the published numbers",
        columns,
        rows,
        ["Over all selected episodes.", *incomplete_notes(runs)],
        paper.title,
        [_WHOSE, *paper.notes],
    )


def _domain_table(paper: McpPaper, runs: Sequence[ReportedRunData]) -> Table:
    """Accuracy by domain."""
    accuracy = next(spec for spec in all_metrics() if spec.key == "accuracy")
    rows = []
    for run in runs:
        cells: dict[str, Value] = {"agent": run.label, "mode": _mode(run)}
        groups = run.summary()["by_domain"]
        for domain, names in paper.domains.items():
            values = [groups[name]["selected"][accuracy.key] for name in names if name in groups]
            cells[domain.lower()] = values[0] * accuracy.scale if values else None
        rows.append(run.row(cells))
    for result in paper.results:
        printed: dict[str, Value] = {"agent": result.agent, "mode": result.mode}
        printed |= {domain.lower(): value for domain, value in result.domains.items()}
        rows.append(Row(_section(paper), "paper", printed))
    head = [Column("agent", "agent"), Column("mode", "mode")]
    return Table(
        f"{paper.name}_domains",
        f"{paper.title}: accuracy by domain, our runs and the published numbers",
        [*head, *(metric_column(accuracy, domain.lower(), domain) for domain in paper.domains)],
        rows,
        ["Over all selected episodes.", *incomplete_notes(runs)],
        f"{paper.title} by domain",
        [_WHOSE, *paper.notes],
    )


def _section(paper: McpPaper) -> str:
    return f"{paper.source} (arXiv:{paper.arxiv})"


def _mode(run: ReportedRunData) -> str:
    calling = ", calls in the prompt" if run.info.options.calling == "prompt" else ""
    form = ", fuzzy instructions" if run.info.options.instructions == "fuzzy" else ""
    return run.tool_setting + calling + form


SECTION = ReportSection(mcp_paper_tables, baselines=True, after_overview=True)
