"""The active application's tools; the system's, when no application with tools is active.

This is what the public release of OSWorld-MCP does: while an application is active, the tools of the system, its
files and the other applications are out of reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec


class AppFilter:
    """Shows the tools of one application."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the active application's tools, or the system's if it has none."""
        active = [tool for tool in catalogue if tool.app == request.active_app]
        return active or [tool for tool in catalogue if tool.app == "os"]


def _max_tools(_options: FilterOptions, catalogue: Sequence[Tool], _annotations: Annotations) -> int:
    return max(Counter(tool.app for tool in catalogue).values(), default=0)


FILTER = FilterSpec(create=lambda _options: AppFilter(), summary=__doc__, max_tools=_max_tools)
