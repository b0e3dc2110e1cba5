"""Result folders in the forms of OSWorld's and OSWorld-MCP's runners."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.controller.made_runs import PNG


def osworld_task(folder: Path, actions: Sequence[Any], result: str | None = "1.0\n", **fields: Any) -> Path:
    """A task as `run.py` leaves it: a line and a picture an action, no picture before the first."""
    folder.mkdir(parents=True)
    lines = []
    for number, action in enumerate(actions, 1):
        stamp = f"20250102@0304{number:02}123456"
        name = f"step_{number}_{stamp}.png"
        (folder / name).write_bytes(PNG)
        line = {
            "step_num": number,
            "action_timestamp": stamp,
            "action": action,
            "response": f"response {number}",
            "reward": 0,
            "done": action in ("DONE", "FAIL"),
            "info": {"done": True} if action == "DONE" else {},
            "screenshot_file": name,
        }
        lines.append(line | fields)
    return _finish(folder, lines, result)


def mcp_task(folder: Path, predictions: Sequence[tuple[str, Any]], result: str | None = "1.0\n") -> Path:
    """A task as OSWorld-MCP's runner leaves it: the screen after the reset first, predictions, messages."""
    folder.mkdir(parents=True)
    picture = "step_reset_20250102@030400.png"
    (folder / picture).write_bytes(PNG)
    first = {"step_num": 0, "instruction": "Do it.", "action_timestamp": "20250102@030400", "action": "reset"}
    lines: list[dict[str, Any]] = [
        first | {"reward": 0, "done": False, "info": {}, "screenshot_file": picture}
    ]
    for number, (prediction, action) in enumerate(predictions, 1):
        stamp = f"20250102@0304{number:02}"
        name = f"step_{number}_{stamp}.png"
        (folder / name).write_bytes(PNG)
        line = {"step_num": number, "prediction": prediction, "action_timestamp": stamp, "action": action}
        lines.append(line | {"info": {}, "screenshot_file": name, "messages": [{"role": "user"}]})
    return _finish(folder, lines, result)


def _finish(folder: Path, lines: Sequence[dict[str, Any]], result: str | None) -> Path:
    (folder / "traj.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "recording.mp4").write_bytes(b"a recording")
    (folder / "runtime.log").write_text("a log")
    if result is not None:
        (folder / "result.txt").write_text(result)
    return folder


def call_of(name: str) -> tuple[str, dict[str, Any]]:
    """A prediction that calls a tool, and its action."""
    text = f'I call it.\n<tool_call>\n{{"name": "{name}", "arguments": {{}}}}\n</tool_call>'
    return text, {"action_type": name, "parameters": {}}
