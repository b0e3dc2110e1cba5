"""Every tool, those of all servers of the pool included."""

from __future__ import annotations

from collections.abc import Sequence

from testbed.guests import FilterRequest, FilterSpec, Tool


class MaxFilter:
    """Shows the whole catalogue."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return all tools."""
        return list(catalogue)


FILTER = FilterSpec(
    create=lambda _options: MaxFilter(),
    summary=__doc__,
    max_tools=lambda _options, catalogue, _annotations: len(catalogue),
    offers_pool=True,
)
