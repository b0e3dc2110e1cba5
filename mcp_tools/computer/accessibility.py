"""Tools that list the elements on the screen, as the accessibility bus reports them, and enable its use."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from mcp_types import CallToolResult, TextContent
from pydantic import Field
from typing_extensions import TypedDict
from Xlib import Xatom
from Xlib.display import Display

from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.windows import popups, windows
from mcp_tools.x11 import XConnection

APP = "os"
USUAL_DPI = 96
READER_SECONDS = scale_timeout(10.0)
"""Extra seconds for the reader to start, and for one application that does not answer."""
READER = (sys.executable, "-P", "-m", "mcp_tools.computer.accessibility_reader")

_connection = XConnection()


class Node(TypedDict):
    depth: int
    role: str
    name: str
    text: str
    states: list[str]
    x: int
    y: int
    width: int
    height: int


class Tree(TypedDict):
    width: int
    height: int
    nodes: list[Node]
    cut: list[str]
    missing: list[str]


def switch() -> Path:
    """The file that makes Chrome, VS Code and Thunderbird report their contents if it exists at their start."""
    return Path(os.environ["XDG_RUNTIME_DIR"], "testbed", "accessibility")


@tool("computer.enable_accessibility", app=APP, idempotent=True)
def enable_accessibility() -> str:
    """Let applications that start from now on report the contents of their windows to accessibility."""
    switch().parent.mkdir(parents=True, exist_ok=True)
    switch().touch()
    return "applications started from now on report the contents of their windows"


@tool("computer.accessibility", app=APP, read_only=True, seconds=50)
def accessibility(
    nodes: Annotated[int, Field(ge=1, le=5000, description="most elements")] = 1000,
    characters: Annotated[int, Field(ge=1, le=1000, description="longest name or text of an element")] = 200,
    depth: Annotated[int, Field(ge=1, le=100, description="how deep to look into an application")] = 60,
    seconds: Annotated[float, Field(gt=0, le=30, description="how long to look")] = 5.0,
) -> Annotated[CallToolResult, Tree]:
    """List the elements visible on the screen, from the accessibility tree: role, name, text, states and box of each.

    Parents come before their children. `cut` names the limits that were reached, `missing` the
    applications that do not report the contents of their windows.
    """
    size = _connection.query(lambda display: display.screen().root.get_geometry())
    scale = _connection.query(_desktop_scale)
    data = _read(
        {
            "width": size.width,
            "height": size.height,
            "scale": scale,
            "windows": [asdict(window) for window in windows() if not window.minimized],
            "popups": [asdict(window) for window in popups()],
            "nodes": nodes,
            "characters": characters,
            "depth": depth,
            "seconds": seconds,
        },
        seconds + READER_SECONDS,
    )
    tree = Tree(
        width=size.width,
        height=size.height,
        nodes=data["nodes"],
        cut=data["cut"],
        missing=data["missing"],
    )
    text = f"{len(tree['nodes'])} elements"
    if tree["cut"]:
        text += f", cut at the limit of {', '.join(tree['cut'])}"
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=tree)


def _desktop_scale(display: Display) -> int:
    """How many times larger than usual the desktop draws: GNOME's settings daemon tells it in the X resources."""
    resources = display.screen().root.get_full_property(Xatom.RESOURCE_MANAGER, Xatom.STRING)
    dpi = re.search(rb"^Xft\.dpi:\s*([0-9]+)", resources.value, re.MULTILINE) if resources else None
    return max(1, int(dpi[1]) // USUAL_DPI) if dpi else 1


def _read(question: dict[str, Any], seconds: float) -> Any:
    """The reader's answer. Raises ToolError when it gives none in time."""
    process = subprocess.Popen(READER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        output, complaint = process.communicate(json.dumps(question).encode(), timeout=seconds)
    except subprocess.TimeoutExpired as error:
        process.kill()
        process.communicate()
        raise ToolError(
            f"accessibility did not answer within {seconds:g} s; look at the screen instead"
        ) from error
    if process.returncode:
        reason = complaint.decode("utf-8", "replace").strip()[-500:]
        raise ToolError(f"accessibility cannot be read: {reason or f'exit code {process.returncode}'}")
    return json.loads(output)
