"""Tools by server: a server of the pool, an application of the guest, or a part of its system."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from controller.core.guest import Tool
from controller.tool_filter.areas import area_of
from controller.tool_filter.catalogue import load_catalogue, pool_tools
from vm_images.server_pool import tool_prefix


def tools_by_server(catalogue: Sequence[Tool]) -> dict[str, list[Tool]]:
    """Return the tools of each server, servers and tools by name."""
    servers: dict[str, list[Tool]] = {}
    for tool in sorted(catalogue, key=lambda tool: (area_of(tool), tool.name)):
        servers.setdefault(area_of(tool), []).append(tool)
    return servers


def needed_tools(
    annotated: Sequence[str], servers: Collection[str], catalogue: Sequence[Tool]
) -> tuple[str, ...]:
    """Return the names of the tools that a task needs: the annotated ones; without any, those of its servers."""
    if annotated or not servers:
        return tuple(annotated)
    return tuple(tool.name for tool in catalogue if area_of(tool) in servers)


@cache
def known_servers() -> tuple[str, ...]:
    """Return the names of the servers of the guest's own tools and of the pool."""
    return tuple(sorted(_names_by_server()))


def tool_of_server(server: str, name: str) -> str | None:
    """Return the name in a guest of a server's tool.

    Args:
        server: A server of the pool, or of the guest's own tools.
        name: The tool's own name, as its server lists it.

    Returns:
        The name in a guest; None if the server is not known or has no such tool.
    """
    names = _names_by_server().get(server, ())
    return next((known for known in (name, tool_prefix(server) + name) if known in names), None)


@cache
def _names_by_server() -> Mapping[str, Collection[str]]:
    own = {
        server: [tool.name for tool in tools] for server, tools in tools_by_server(load_catalogue()).items()
    }
    return {**own, **pool_tools()}
