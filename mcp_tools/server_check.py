"""Starts one server of the pool and measures it: `python -m mcp_tools.server_check ID`, as the user.

Prints JSON: seconds until it has listed its tools, their names, and the proportional memory (PSS) of its processes,
null where they are another user's. Personal applications show the memory of their service, which is one for all.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mcp_tools.own_user_server import MODULE
from mcp_tools.personal.client import describe
from mcp_tools.server_pool import AddedServers, pool_servers
from mcp_tools.upstream import UpstreamServer, client_of, tools_of


async def measure(server: UpstreamServer) -> dict[str, Any]:
    """Start the server, list its tools and end it."""
    if server.service is not None:
        began = time.monotonic()
        described = describe(server.app)
        return {"seconds": round(time.monotonic() - began, 3), **described}
    if server.folder is not None:
        server.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    async with asyncio.timeout(server.start_seconds), client_of(server) as client:
        tools = [tool.name for tool in await tools_of(client)]
        seconds = time.monotonic() - began
        return {
            "seconds": round(seconds, 3),
            "tools": tools,
            "memory_kib": None if MODULE in server.command else sum(map(_pss, _children(os.getpid()))),
        }


def _children(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in file.read_text().split():
            yield int(child)
            yield from _children(int(child))


def _pss(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def main() -> None:
    """Measure the server of the command line."""
    added = (mount.server for mount in AddedServers().mounts())
    servers = {server.app: server for server in (*pool_servers(), *added)}
    if sys.argv[1] not in servers:
        sys.exit(f"the guest does not have the server {sys.argv[1]}")
    print(json.dumps(asyncio.run(measure(servers[sys.argv[1]]))))


if __name__ == "__main__":
    main()
