"""The table of metrics both ways, in reports on OSWorld's tasks."""

from __future__ import annotations

from collections.abc import Sequence

from plugins.osworld.published_table import GROUPS, WAYS, both_ways, compared_metrics, published_numbers
from testbed.results import Column, ReportedRunData, ReportSection, Table

_COUNTS = {"tasks": "tasks", "results": "with a result", "folders": "with a folder"}


def osworld_mcp(runs: Sequence[ReportedRunData]) -> list[Table]:
    """Accuracy, TIR and ACS both ways; no table if no run has OSWorld's tasks."""
    specs = compared_metrics()
    columns = [
        Column("agent", "agent"),
        Column("steps", "max. steps", "count"),
        Column("actions", "actions"),
        Column("group", "tasks of"),
        *(Column(key, head, "count") for key, head in _COUNTS.items()),
        *(
            Column(f"{spec.key}_{way}", way, "percent" if spec.unit == "%" else "number", spec.column_heading)
            for spec in specs
            for way in WAYS
        ),
    ]
    rows = []
    for run in runs:
        for group, numbers in both_ways(run.summary(), published_numbers(run)):
            cells: dict[str, str | int | float | None] = {
                "agent": run.label,
                "steps": run.info.options.steps,
                "actions": run.info.options.actions,
                "group": GROUPS[group],
                **{key: numbers[key] for key in _COUNTS},
            }
            for spec in specs:
                for key in (f"{spec.key}_{way}" for way in WAYS):
                    value = numbers[key]
                    cells[key] = None if value is None else value * spec.scale
            rows.append(run.row(cells))
    if not rows:
        return []
    notes = [
        "testbed: over all selected episodes. published: as OSWorld-MCP's scripts count a result tree; "
        "docs/osworld.md of the project has the formulas."
    ]
    return [
        Table(
            "osworld_mcp",
            "OSWorld-MCP: testbed's metrics and as the published scripts count",
            columns,
            rows,
            notes,
            "OSWorld-MCP's counting",
        )
    ]


SECTION = ReportSection(osworld_mcp, baselines=True, after_overview=True)
