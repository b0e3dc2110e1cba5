"""LiveMCPBench's tasks: `livemcpbench:DIR` has those of a checkout. docs/mcp_suites.md."""

from __future__ import annotations

from collections.abc import Mapping

from testbed.tasks import TaskSource, TaskSourceSpec


def open_source(place: str, options: Mapping[str, str]) -> TaskSource:  # noqa: ARG001
    """Open a checkout. Raises UsageError."""
    from plugins.tool_pools.sources.livemcpbench.source import open_checkout

    return open_checkout(place)


SOURCE = TaskSourceSpec(open_source)
