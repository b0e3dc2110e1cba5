"""The tools of the task's annotation."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec


class OracleFilter:
    """Shows the tools that the task's author annotated as helpful."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the annotated tools."""
        return [tool for tool in catalogue if tool.name in request.annotated]


def _max_tools(_options: FilterOptions, catalogue: Sequence[Tool], annotations: Annotations) -> int:
    names = {tool.name for tool in catalogue}
    return max((len(names.intersection(annotated)) for annotated in annotations), default=0)


FILTER = FilterSpec(
    create=lambda _options: OracleFilter(), summary=__doc__, max_tools=_max_tools, needs_annotation=True
)
