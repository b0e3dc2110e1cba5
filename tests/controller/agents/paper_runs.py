"""Whole runs of the agents that talk in the paper's protocol, on fake guests, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from controller.agents.paper_protocol.parse import COMPUTER
from controller.cli.main import call
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import ChatServer
from tests.controller.agents.paper_talk import call_text

TASKS = Path(__file__).parents[1] / "data" / "tasks"
SOLVED = ("os/add_total", "os/print_note", "os/write_note")
MODEL, OPEN = "claude-sonnet-5-5", "qwen3-vl-32b-instruct"
GROUNDING = "ui-tars-1.5-7b"
WRITE = call_text({"path": "/home/user/note.txt", "content": "done\n"}, "filesystem_write_file")
SLOPPY_WRITE = """Sure!
```json
{"tool": "Filesystem-Write-File", "parameters": {"path": "/home/user/note.txt", "content": "done"}}
```"""
SLOPPY_DONE = (
    f"<Tool_Call>{{'name': '{COMPUTER}', 'arguments': {{'action': 'Terminate', 'status': 'Done',}}}}"
)
DONE = call_text({"action": "terminate", "status": "success"})


def run(out: Path, server: ModelServer, *more: str, agent: str = "paper", tasks: tuple[str, ...] = ()) -> int:
    model, url = (OPEN, f"{server.url}/v1") if isinstance(server, ChatServer) else (MODEL, server.url)
    command = ["run", "--agent", agent, "--model", model, "--base-url", url, "--provider", "fake"]
    chosen = [part for task in tasks or ("os/write_note",) for part in ("--task", task)]
    limits = ["--tool-filter", "all", "--guests", "1", "--display", "none", "--out", str(out)]
    return call([*command, *chosen, *limits, *more])


def results(out: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(out.glob("episodes/**/result.json"))]


def events(out: Path, kind: str) -> list[dict[str, Any]]:
    [path] = out.glob("episodes/*/*/*/events.jsonl")
    return [event for line in path.read_text().splitlines() if (event := json.loads(line))["event"] == kind]
