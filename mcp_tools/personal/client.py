"""Calls of the personal applications through the socket of their service (`service.py`)."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp_tools.personal.refused import Refused

SOCKET = Path("/run/testbed-personal.sock")
"""Where systemd listens for the service; the guest's user may connect."""


def call(app: str, tool: str, arguments: Mapping[str, Any], reference: str = "", path: Path = SOCKET) -> Any:
    """Call a tool and return its result. Raises Refused; OSError without a service."""
    request = {"app": app, "tool": tool, "arguments": dict(arguments), "reference": reference}
    return _ask(request, path)


def describe(app: str, path: Path = SOCKET) -> dict[str, Any]:
    """Return the names of an application's tools, and the memory of the service in KiB. Raises OSError."""
    described: dict[str, Any] = _ask({"app": app}, path)
    return described


def _ask(request: Mapping[str, Any], path: Path) -> Any:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile("rb") as answer:
            line = answer.readline()
    if not line:
        raise ConnectionResetError(
            "the service of the personal applications ended in the call, which may have taken effect"
        )
    fields = json.loads(line)
    if "refused" in fields:
        raise Refused(fields["refused"])
    return fields["result"]
