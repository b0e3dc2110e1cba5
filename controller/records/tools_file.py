"""`tools.json`: the tools of a run's guests, and beside them those of its tasks' servers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.core.guest import Tool, is_headless
from controller.records.files import write_whole
from testbed.command import command
from testbed.errors import GuestError


def tools_hash(tools: Sequence[Tool]) -> str:
    """Return the hash of a guest's tools."""
    return hashlib.sha256(_to_json(tools)).hexdigest()


def write_guest_tools(path: Path, tools: Sequence[Tool], *, first: bool) -> bool:
    """Write the tools of a guest, unless the file has them among those of an earlier one.

    A headless guest lists some of the tools of a desktop, whichever comes first.

    Args:
        path: The file.
        tools: The guest's tools.
        first: Whether this is the run's first guest.

    Returns:
        Whether the tools of this guest were written.

    Raises:
        GuestError: They differ from those of an earlier guest.
        RecordsError: The file cannot be written.
    """
    now = json.loads(_to_json(tools))
    everything = [] if first else json.loads(path.read_bytes())
    of_servers = [tool for tool in everything if tool.get("server")]
    recorded = [tool for tool in everything if not tool.get("server")]
    if _are_headless(now) and all(tool in recorded for tool in now):
        return False
    if recorded and not (_are_headless(recorded) and all(tool in now for tool in recorded)):
        raise GuestError(
            "this guest's tools differ from those at the start of the run",
            hint=f"if this persists, compare `{command('tools list')}` with the run's {path.name}",
        )
    write_whole(path, _in_json([*now, *of_servers]))
    return True


def add_server_tools(path: Path, tools: Sequence[Tool]) -> None:
    """Add tools of tasks' servers to those of the guests.

    Raises GuestError when a server's tools differ from those that the file has of it, RecordsError.
    """
    now = [{**tool, "server": True} for tool in json.loads(_to_json(tools))]
    recorded = json.loads(path.read_bytes())
    for server in dict.fromkeys(tool["app"] for tool in now):
        had = [tool for tool in recorded if tool.get("server") and tool["app"] == server]
        has = [tool for tool in now if tool["app"] == server]
        if had and had != has:
            raise GuestError(
                f"the tools of the server {server!r} differ from those that it had earlier in the run",
                hint=f"compare `{command(f'servers show {server}')}` with the run's {path.name}",
            )
        if not had:
            write_whole(path, _in_json([*recorded, *has]))
            recorded += has


def _to_json(tools: Sequence[Tool]) -> bytes:
    return _in_json(
        [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.input_schema,
                "app": tool.app,
            }
            for tool in tools
        ]
    )


def _in_json(listed: object) -> bytes:
    return json.dumps(listed, indent=2, sort_keys=True, default=dict).encode()


def _are_headless(tools: Sequence[Mapping[str, Any]]) -> bool:
    return is_headless(str(tool["name"]) for tool in tools)
