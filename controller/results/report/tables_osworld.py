"""The table of metrics both ways, in reports on OSWorld's tasks."""

from __future__ import annotations

from controller.metrics.spec import PERCENT
from controller.records.run_records import RunRecords
from controller.results.comparison.text import GROUPS
from controller.results.export.episodes import RunToExport
from controller.results.export.osworld.published import is_counted, published_metrics
from controller.results.osworld_table import METRICS, WAYS, both_ways
from controller.results.report.model import Column, Row, Table, Value
from controller.results.report.source import ReportInput
from controller.results.report.tables_paper import BASELINES, OURS, marked

_COUNTS = {"tasks": "tasks", "results": "with a result", "folders": "with a folder"}


def osworld_mcp(material: ReportInput) -> Table:
    """Accuracy, TIR and ACS both ways; without rows if no run has OSWorld's tasks."""
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        Column("actions", "actions"),
        Column("group", "tasks of"),
        *(Column(key, head, "count") for key, head in _COUNTS.items()),
        *(
            Column(
                f"{spec.key}_{way}", way, "percent" if spec.unit == PERCENT else "number", spec.column_heading
            )
            for spec in METRICS
            for way in WAYS
        ),
    ]
    rows = []
    for run in material.all:
        if not is_counted(run.loaded.info):
            continue
        tasks = frozenset(entry.id for entry in run.loaded.info.tasks)
        published = published_metrics(
            RunToExport(run.name, run.loaded, RunRecords.open(run.folder), tasks=tasks)
        )
        for group, numbers in both_ways(run.summary, published):
            cells: dict[str, Value] = {
                "agent": marked(run),
                "steps": run.options.steps,
                "actions": run.options.actions,
                "group": GROUPS[group],
                **{key: numbers[key] for key in _COUNTS},
            }
            for spec in METRICS:
                for key in (f"{spec.key}_{way}" for way in WAYS):
                    value = numbers[key]
                    cells[key] = None if value is None else value * spec.scale
            baseline = run in material.baselines
            rows.append(Row(BASELINES if baseline else OURS, "floor" if baseline else "run", cells))
    notes = [
        "testbed: over all selected episodes. published: as OSWorld-MCP's scripts count a result tree; "
        "docs/osworld.md of the project has the formulas."
    ]
    return Table(
        "osworld_mcp",
        "OSWorld-MCP: testbed's metrics and as the published scripts count",
        columns,
        rows,
        notes,
        "OSWorld-MCP's counting",
    )
