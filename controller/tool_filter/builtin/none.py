"""No tool: the agent only has the GUI."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.base import FilterRequest, FilterSpec


class NoFilter:
    """Shows nothing."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return no tool."""
        return []


FILTER = FilterSpec(create=lambda _options: NoFilter(), summary=__doc__, shows_tools=False)
