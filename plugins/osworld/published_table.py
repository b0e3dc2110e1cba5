"""A run's metrics both ways: testbed's own, and as OSWorld-MCP's published scripts count them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rich.table import Table

from plugins.osworld.export.published import is_counted, published_metrics
from testbed import RunData
from testbed.results import MetricSpec, ScoreTable, all_metrics, make_table

GROUPS = {
    "overall": "overall",
    "tool_beneficial": "tool-beneficial",
    "non_tool_beneficial": "not tool-beneficial",
}
"""What the groups of tasks are called in tables."""
WAYS = ("testbed", "published")
TITLE = "over all selected episodes, and as OSWorld-MCP's published scripts count (docs/osworld.md)"
Numbers = Mapping[str, Mapping[str, int | float | None]]
"""What `published_metrics` returns."""


@cache
def compared_metrics() -> tuple[MetricSpec, ...]:
    """Return testbed's accuracy, TIR and ACS."""
    specs = {spec.key: spec for spec in all_metrics()}
    return specs["accuracy"], specs["tir"], specs["acs"]


def published_numbers(run: RunData) -> Numbers:
    """Return a run's numbers as the scripts count them; nothing of a run that has no tasks of OSWorld."""
    if not is_counted(run.info):
        return {}
    return published_metrics(run.info, (episode.source for episode in run.episodes))


def both_ways(
    summary: Mapping[str, Any], published: Numbers
) -> Iterator[tuple[str, dict[str, int | float | None]]]:
    """Yield each group of tasks that has any, with its numbers.

    Args:
        summary: The content of `summary.json`.
        published: What `published_metrics` returns.

    Yields:
        The group's name, and `tasks`, `results`, `folders`, `<metric>_testbed` and `<metric>_published`.
    """
    for group, counted in published.items():
        if not counted["tasks"]:
            continue
        numbers = {name: counted[name] for name in ("tasks", "results", "folders")}
        for spec in compared_metrics():
            numbers[f"{spec.key}_{WAYS[0]}"] = summary[group]["selected"][spec.key]
            numbers[f"{spec.key}_{WAYS[1]}"] = counted[spec.key]
        yield group, numbers


def published_table(summary: Mapping[str, Any], published: Numbers) -> Table:
    """Make the table for the terminal."""
    specs = compared_metrics()
    headings = [f"{spec.column_heading} {way}" for spec in specs for way in WAYS]
    table = make_table("", "tasks", "results", "folders", *headings, title=TITLE, texts=())
    for group, numbers in both_ways(summary, published):
        cells = [spec.format(numbers[f"{spec.key}_{way}"]) for spec in specs for way in WAYS]
        counts = (str(numbers[name]) for name in ("tasks", "results", "folders"))
        table.add_row(GROUPS[group], *counts, *cells)
    return table


TABLE = ScoreTable(published_numbers, published_table)
