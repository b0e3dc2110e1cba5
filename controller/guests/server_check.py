"""What servers of the pool offer, as the image's build recorded it, and whether they do so in a guest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from mcp_types import ListToolsResult
from pydantic import BaseModel, Field, ValidationError

from controller.core.guest import Guest, Tool
from controller.core.invalid_data import describe_invalid
from controller.core.texts import last_line
from controller.guests.link.mcp_link import tool_from
from mcp_tools.schemas import compact
from testbed.errors import GuestError, ImageError
from vm_images.image import Image
from vm_images.server_pool import INSTALLED, PoolServer

START_SECONDS = 120.0
"""How long a server may take to start, list its tools and end; in a slow guest, that many times more."""


class _Measured(BaseModel):
    seconds: float = Field(ge=0, allow_inf_nan=False)
    tools: list[str]
    memory_kib: int | None = Field(ge=0)


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A server that was started in a guest.

    Attributes:
        seconds: From its start until it had listed its tools.
        memory_mib: Proportional memory (PSS) of its processes, in MiB; None if they are those of a user of its own.
        tools: The tools that it listed, under its own names for them.
        fault: What is wrong; "" if it started and offers what was recorded.
    """

    seconds: float | None
    memory_mib: float | None
    tools: tuple[str, ...]
    fault: str = ""


def recorded_tools(image: Image, server: PoolServer) -> list[Tool]:
    """Return the tools of a server, which the image's build recorded, with the names and schemas that a guest lists.

    Raises ImageError: the image does not have them, or they cannot be read.
    """
    name = (
        f"opt/testbed/mounted_tools/{server.id}.json"
        if server.built_in
        else f"{INSTALLED}/{server.id}/tools.json"
    )
    file = next((root / name for root in reversed(image.layers) if _exists(root / name)), None)
    if file is None:
        raise ImageError(f"the image {image.name} does not have the server {server.id!r}")
    try:
        listed = ListToolsResult.model_validate_json(file.read_bytes()).tools
    except OSError as error:
        raise ImageError(f"the recorded tools {file} cannot be read: {error}") from error
    except ValidationError as error:
        raise ImageError(f"the recorded tools {file} cannot be read: {describe_invalid(error)}") from error
    tools = [
        tool.model_copy(
            update={
                "name": tool.name if tool.name.startswith(server.prefix) else server.prefix + tool.name,
                "input_schema": compact(tool.input_schema),
                "meta": {"testbed/app": "os" if server.built_in else server.id},
            }
        )
        for tool in listed
    ]
    return sorted(map(tool_from, tools), key=lambda tool: tool.name)


def start_server(guest: Guest, server_id: str) -> LiveServer:
    """Start a server that a guest has, as its MCP server does, measure it, and end it.

    Raises GuestConnectionError.
    """
    program = ["/opt/testbed/venv/bin/python", "-P", "-m", "mcp_tools.server_check", server_id]
    words = ["env", "PYTHONPATH=/opt/testbed", "PYTHONDONTWRITEBYTECODE=1", *program]
    done = guest.run(words, as_user=True, timeout=START_SECONDS * guest.slowness, check=False)
    if done.exit_code:
        reason = last_line(done.stderr.decode("utf-8", "replace"))[:300] or "no reason given"
        return LiveServer(None, None, (), f"did not start: {reason}")
    try:
        measured = _Measured.model_validate_json(done.stdout)
    except ValidationError as error:
        raise GuestError(
            f"{guest.name} measured {server_id} with malformed data: {describe_invalid(error)}"
        ) from error
    memory = None if measured.memory_kib is None else measured.memory_kib / 1024
    return LiveServer(measured.seconds, memory, tuple(measured.tools))


def compare_with_recorded(live: LiveServer, server: PoolServer, recorded: list[Tool]) -> LiveServer:
    """Return what starting a server showed, with the fault that its tools are not the recorded ones if so."""
    if live.fault:
        return live
    names, listed = {tool.name.removeprefix(server.prefix) for tool in recorded}, set(live.tools)
    missing, new = sorted(names - listed), sorted(listed - names)
    fault = f"lists other tools than recorded: missing {missing}, new {new}" if missing or new else ""
    return replace(live, fault=fault)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError as error:
        raise ImageError(
            f"{path} cannot be read: {error.strerror}", hint="give the command as root"
        ) from error
