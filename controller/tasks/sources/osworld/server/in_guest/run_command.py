"""Runs in the guest, as the user: runs a command as Python's subprocess does and prints what came of it as JSON.

Standard input is JSON: `command` (text or words), `shell`, `seconds`, and perhaps `folder`, `merged` (errors go to the
output) and `script` (a text, written to a file of this `suffix` whose path is added to the command).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any


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
            done = subprocess.run(
                command,
                shell=bool(question.get("shell")),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if question.get("merged") else error,
                timeout=question["seconds"],
                cwd=Path(question.get("folder") or "~").expanduser(),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"timeout": f"Command '{command}' timed out after {question['seconds']} seconds"}
        except (OSError, ValueError) as failed:
            return {"failure": str(failed)}
        finally:
            if file:
                Path(file).unlink()
        return {"returncode": done.returncode, "output": _text(output), "error": _text(error)}


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
