"""The guest's MCP server with a few tools of its own, as a process that tests may kill and start again.

Run as `python -m tests.controller.mcp_service PORT FOLDER`.
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import time
from pathlib import Path

import uvicorn
from mcp_types import CallToolResult, ImageContent, TextContent

from mcp_tools.action_memory import ActionMemory
from mcp_tools.registry import all_tools, tool
from mcp_tools.server import ToolServer, build_app
from tests.waiting import eventually

TOKEN = "right"


class McpService:
    """The process; `calls()` says how often a tool really ran."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.controller.mcp_service", str(self.port), str(self._folder)]
        self._process = subprocess.Popen(command)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def wait_for_calls(self, count: int) -> None:
        """Wait until tools were called that often; 20 seconds at most."""
        eventually(lambda: self.calls() >= count, what=f"{count} calls", seconds=20, every=0.01)

    def has_slept(self) -> bool:
        """Whether a call of `test.sleep` has ended."""
        return (self._folder / "slept").exists()

    def wake(self) -> None:
        """End the calls of `test.sleep`."""
        (self._folder / "awake").touch()

    def calls(self) -> int:
        record = self._folder / "calls"
        return len(record.read_text().splitlines()) if record.exists() else 0


def serve(port: int, folder: Path) -> None:
    def record(what: str) -> None:
        with (folder / "calls").open("a") as file:
            file.write(f"{what}\n")

    @tool("test.add", app="os")
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        record("add")
        return a + b

    @tool("test.sleep", app="os", seconds=60)
    def sleep(seconds: float) -> str:
        """Sleep."""
        record("sleep")
        end = time.monotonic() + seconds
        while time.monotonic() < end and not (folder / "awake").exists():
            time.sleep(0.02)
        (folder / "slept").touch()
        return f"slept in {os.getpid()}"

    @tool("test.picture", app="code")
    def picture(size: int) -> CallToolResult:
        """A large image."""
        data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(size)).decode()
        image = ImageContent(type="image", data=data, mime_type="image/png")
        return CallToolResult(content=[TextContent(type="text", text="look"), image])

    memory = ActionMemory(folder / "journal")
    app = build_app(ToolServer(all_tools(), (), memory), lambda: TOKEN)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")


if __name__ == "__main__":
    serve(int(sys.argv[1]), Path(sys.argv[2]))
