"""Tools by server: a server of the pool, an application of the guest, or a part of its system."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from controller.core.guest import Tool
from controller.tool_filter.areas import area_of
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.words import area_words
from vm_images.server_pool import server_pool, tool_prefix

SHIPPED_POOL = Path(__file__).with_name("pool_tools.json")
"""Names of the tools of the pool's servers, written by scripts/pool_tools.py; their texts are in the image."""
MOUNTED_TOOLS = ("filesystem_", "git_")
"""What the names of the tools of the image's mounted servers begin with: a headless guest has no other."""
NOT_MOUNTED = frozenset({"git_init"})
"""Tools of the desktop's own with such a name."""


@cache
def pool_tools() -> Mapping[str, tuple[str, ...]]:
    """Names of the tools of the pool's servers that guests do not have anyway, by server."""
    return TypeAdapter(dict[str, tuple[str, ...]]).validate_json(SHIPPED_POOL.read_bytes())


def own_tools(*, headless: bool = False) -> list[Tool]:
    """The guest's own tools."""
    return [tool for tool in load_catalogue() if not headless or _is_mounted(tool)]


def catalogue_for(servers: Iterable[str], *, headless: bool = False) -> list[Tool]:
    """The tools of a guest that offers servers of the pool; those of added servers are not known without it.

    Of the pool's tools only names are known without an image: they have no description and no schema.
    """
    of_servers = (Tool(name, "", {}, server) for server in servers for name in pool_tools().get(server, ()))
    return [*own_tools(headless=headless), *of_servers]


def describe_servers(names: Iterable[str]) -> Mapping[str, str]:
    """Return a text for each server: its name and what it is for, as far as that is known here."""
    pool, known = server_pool(), area_words()
    texts = {}
    for name in names:
        purpose = pool[name].purpose if name in pool else ""
        spoken = name.replace("_", " ").replace("-", " ")
        texts[name] = f"{spoken}. {purpose} {known.get(name, '').replace('_', ' ')}"
    return texts


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


def _is_mounted(tool: Tool) -> bool:
    return tool.name.startswith(MOUNTED_TOOLS) and tool.name not in NOT_MOUNTED
