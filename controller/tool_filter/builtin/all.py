"""Every tool."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec


class AllFilter:
    """Shows the whole catalogue."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return all tools."""
        return list(catalogue)


def max_tools(_options: FilterOptions, catalogue: Sequence[Tool], _annotations: Annotations) -> int:
    """Return the catalogue's size."""
    return len(catalogue)


FILTER = FilterSpec(create=lambda _options: AllFilter(), summary=__doc__, max_tools=max_tools)
