"""The tool that runs a short Python program of the agent, which drives the desktop with pyautogui."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path
from typing import IO, Annotated

from pydantic import Field

from mcp_tools import activity
from mcp_tools.computer.tools import release_all
from mcp_tools.registry import ToolError, tool

APP = "os"
OUTPUT_LIMIT = 20_000
"""Characters kept of what a program prints, and of what it says of its end."""
CODE_LIMIT = 100_000
ENDING_SECONDS = 10.0
"""How long the end of a program that ran out of time may take."""
MODULES = Path(__file__).with_name("program_modules")
PACKAGES = Path(__file__).parents[2]


@tool("computer.program", app=APP, destructive=True, seconds=140, data=True)
def program(
    code: Annotated[
        str, Field(max_length=CODE_LIMIT, description="Python; pyautogui and time are imported already")
    ],
    seconds: Annotated[float, Field(ge=1, le=120, description="time limit")] = 60.0,
) -> str:
    """Run a short Python program that drives mouse and keyboard with pyautogui, and return what it prints.

    It runs as the desktop's user; whatever it starts ends with it.
    """
    unit = f"testbed-program-{uuid.uuid4().hex}.service"
    started = time.monotonic()
    process = subprocess.Popen(
        _command(unit, seconds), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    outputs = [_Reader(process.stdout), _Reader(process.stderr)]
    try:
        # A service manager that hangs takes no more than a pipe holds.
        threading.Thread(target=_give, args=(process, code), name="program's text", daemon=True).start()
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(unit, process)
        release_all()
    finally:
        activity.mark()
    output, complaint = (reader.text() for reader in outputs)
    if process.returncode == 0:
        return "\n".join(part for part in (output, complaint) if part) or "done"
    if time.monotonic() - started >= seconds:
        complaint += f"the program was ended: it ran longer than {seconds:g} s\n"
    raise ToolError(
        (f"{output}\n" if output else "") + (complaint or f"the program ended with {process.returncode}")
    )


def _command(unit: str, seconds: float) -> list[str]:
    """A unit of the user's own service manager: no process gets out of it, and all end with the program."""
    settings = {
        "KillMode": "control-group",
        "KillSignal": "SIGKILL",
        "RuntimeMaxSec": f"{seconds + ENDING_SECONDS:g}",
        "TasksMax": "256",
        "MemoryMax": "1G",
        "LimitFSIZE": "1G",
        "LimitCORE": "0",
    }
    options = [f"--property={name}={value}" for name, value in settings.items()]
    options += [f"--setenv=PYTHONPATH={MODULES}{os.pathsep}{PACKAGES}", f"--working-directory={Path.home()}"]
    runner = [sys.executable, "-P", "-u", "-X", "utf8", "-m", "mcp_tools.computer.program_runner"]
    return [
        "systemd-run",
        "--user",
        "--pipe",
        "--wait",
        "--collect",
        "--quiet",
        f"--unit={unit}",
        *options,
        *runner,
    ]


def _give(process: subprocess.Popen[bytes], code: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(code.encode("utf-8", "replace"))
        process.stdin.close()
    except BrokenPipeError:
        return  # it could not be started, which its end will say


def _end(unit: str, process: subprocess.Popen[bytes]) -> None:
    """Raises ToolError when the program cannot be ended."""
    stop = ["systemctl", "--user", "stop", unit]
    try:
        subprocess.run(stop, timeout=ENDING_SECONDS, capture_output=True, check=False)
        process.wait(timeout=ENDING_SECONDS)
    except subprocess.TimeoutExpired as error:
        process.kill()
        raise ToolError("the program ran out of time and could not be ended; look at the screen") from error


class _Reader:
    """Reads a pipe to its end in a thread, and keeps the beginning."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        assert pipe is not None
        self._pipe = pipe
        self._start = b""
        self._dropped = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> str:
        """What was written, cut to the limit."""
        self._thread.join(ENDING_SECONDS)
        text = self._start.decode("utf-8", "replace")
        start = text[:OUTPUT_LIMIT]
        return start + (
            f"\n[more was printed: cut at {OUTPUT_LIMIT} characters]\n"
            if self._dropped or start != text
            else ""
        )

    def _read(self) -> None:
        while chunk := self._pipe.read1(65536):  # type: ignore[attr-defined]
            room = 4 * OUTPUT_LIMIT - len(self._start)
            self._start += chunk[:room]
            self._dropped += len(chunk[room:]) if room < len(chunk) else 0
