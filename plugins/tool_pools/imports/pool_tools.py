"""The tools of LiveMCPBench's servers, as a checkout lists them in `tools/LiveMCPTool/tools.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plugins.tool_pools.imports.text import recordable
from testbed.guests import Tool
from testbed.results import Damage, count_values, read_bounded

LIST = "tools/LiveMCPTool/tools.json"
FILE_LIMIT = 64 * 2**20
VALUES_LIMIT = 2_000_000
ANY = {"type": "object", "additionalProperties": True}
"""The schema of a tool without one."""


def read_tools(checkout: Path, damage: list[Damage]) -> list[Tool]:
    """Return the tools of a checkout's servers, named as in imported steps: `<server>/<tool>`.

    A list that cannot be read, or a tool in it, is appended to `damage`.
    """
    path = checkout / LIST
    try:
        data = read_bounded(path, FILE_LIMIT)
        if count_values(data) > VALUES_LIMIT:
            raise ValueError(f"more than {VALUES_LIMIT} values")
        listed = json.loads(data.decode("utf-8-sig"), parse_constant=str)
    except (OSError, ValueError, RecursionError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        damage.append(
            Damage(str(path), 0, f"cannot be read, so judges see no descriptions of tools: {reason}")
        )
        return []
    tools: dict[str, Tool] = {}
    for index, (server, item) in enumerate(_listed(listed)):
        name, schema = item.get("name"), item.get("inputSchema")
        if not isinstance(name, str):
            damage.append(Damage(str(path), 0, f"tool {index} of {server!r:.80} is left out: it has no name"))
            continue
        tool = f"{recordable(server)}/{recordable(name)}"
        description = recordable(str(item.get("description") or ""))
        form = recordable(schema) if isinstance(schema, dict) else ANY
        tools.setdefault(tool, Tool(tool, description, form, app=recordable(server)))
    return list(tools.values())


def _listed(listed: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the servers' names with their tools; what has another form is left out."""
    for entry in listed if isinstance(listed, list) else []:
        servers = entry.get("tools") if isinstance(entry, dict) else None
        for key, server in servers.items() if isinstance(servers, dict) else ():
            items = server.get("tools") if isinstance(server, dict) else None
            name = server.get("server_name", key) if isinstance(server, dict) else key
            for item in items if isinstance(items, list) else []:
                if isinstance(item, dict):
                    yield str(name), item
