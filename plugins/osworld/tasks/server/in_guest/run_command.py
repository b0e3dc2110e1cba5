"""Runs in the guest, as the user: runs a command as Python's subprocess does and prints what came of it as JSON.

Standard input is JSON: `command` (text or words), `shell`, `seconds`, and perhaps `folder`, `merged` (errors go to the
output) and `script` (a text, written to a file of this `suffix` whose path is added to the command). Code of Python
that uses PyAutoGUI is run by `python_server.py`, which has imported it already.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

PYTHON = ["python", "-c"], ["python3", "-c"]
SERVER = "\0testbed-python"


def run(question: dict[str, Any]) -> dict[str, Any]:
    command = question["command"]
    if not isinstance(command, str):
        command = [str(Path(word).expanduser()) if word.startswith("~/") else word for word in command]
    file = ""
    if "script" in question:
        descriptor, file = tempfile.mkstemp(suffix=question["suffix"])
        with os.fdopen(descriptor, "w") as script:
            script.write(question["script"])
        command = [*command, file]
    # Files, not pipes: a program that stays behind, as one that holds the clipboard, would keep a pipe open.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as error:
        try:
            exit_code = _exit_code(command, question, output, error)
        except subprocess.TimeoutExpired:
            return {"timeout": f"Command '{command}' timed out after {question['seconds']} seconds"}
        except (OSError, ValueError) as failed:
            return {"failure": str(failed)}
        finally:
            if file:
                Path(file).unlink()
        return {"returncode": exit_code, "output": _text(output), "error": _text(error)}


def _exit_code(command: Any, question: dict[str, Any], output: IO[bytes], error: IO[bytes]) -> int:
    if (
        command[:2] in PYTHON
        and len(command) == 3
        and "pyautogui" in command[2]
        and not question.get("shell")
    ):
        exit_code = _act(command, question["seconds"], output, error)
        if exit_code is not None:
            return exit_code
    return subprocess.run(
        command,
        shell=bool(question.get("shell")),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if question.get("merged") else error,
        timeout=question["seconds"],
        cwd=Path(question.get("folder") or "~").expanduser(),
        check=False,
    ).returncode


def _act(command: list[str], seconds: float, output: IO[bytes], error: IO[bytes]) -> int | None:
    """Have the code run by the server of Python. None if it does not run."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        try:
            connection.connect(SERVER)
        except ConnectionRefusedError:
            return None
        socket.send_fds(connection, [b" "], [output.fileno(), error.fileno()])
        connection.sendall(os.fsencode(command[2]))
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile() as lines:
            process = int(lines.readline())
            try:
                return int(lines.readline() or -signal.SIGKILL)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                raise subprocess.TimeoutExpired(command, seconds) from None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
