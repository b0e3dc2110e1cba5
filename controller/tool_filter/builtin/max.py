"""Every tool, those of all servers of the pool included."""

from __future__ import annotations

from controller.tool_filter.base import FilterSpec
from controller.tool_filter.builtin.all import AllFilter, max_tools

FILTER = FilterSpec(
    create=lambda _options: AllFilter(),
    summary=__doc__,
    max_tools=max_tools,
    offers_pool=True,
)
