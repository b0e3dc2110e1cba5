"""A run's metrics both ways: testbed's own, and as OSWorld-MCP's published scripts count them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from controller.metrics.builtin.paper import ACCURACY, ACS, TIR
from controller.results.comparison.text import GROUPS
from controller.results.text_table import make_table

METRICS = (ACCURACY, TIR, ACS)
WAYS = ("testbed", "published")
TITLE = "over all selected episodes, and as OSWorld-MCP's published scripts count (docs/osworld.md)"


def both_ways(
    summary: Mapping[str, Any], published: Mapping[str, Mapping[str, int | float | None]]
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
        for spec in METRICS:
            numbers[f"{spec.key}_{WAYS[0]}"] = summary[group]["selected"][spec.key]
            numbers[f"{spec.key}_{WAYS[1]}"] = counted[spec.key]
        yield group, numbers


def published_table(
    summary: Mapping[str, Any], published: Mapping[str, Mapping[str, int | float | None]]
) -> Table:
    """Make the table for the terminal."""
    headings = [f"{spec.column_heading} {way}" for spec in METRICS for way in WAYS]
    table = make_table("", "tasks", "results", "folders", *headings, title=TITLE, texts=())
    for group, numbers in both_ways(summary, published):
        cells = [spec.shown(numbers[f"{spec.key}_{way}"]) for spec in METRICS for way in WAYS]
        counts = (str(numbers[name]) for name in ("tasks", "results", "folders"))
        table.add_row(GROUPS[group], *counts, *cells)
    return table
