"""Whole runs on fake guests whose actions need approval, for tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.cli.main import call
from plugins.mock_models import google_generate as google
from plugins.mock_models import openai_responses as openai
from plugins.mock_models.base import ModelServer
from plugins.mock_models.turns import Body, RawAnswer

DATA = Path(__file__).parents[2] / "data" / "tasks"
WRITE = {"path": "/home/user/note.txt", "content": "done\n"}
CLICK = {"type": "click", "button": "left", "x": 1, "y": 1}
RISKY = {"decision": "require_confirmation", "explanation": "It buys."}
OPENAI_DONE = openai.reply(openai.call("terminate", {"status": "success"}))
GOOGLE_DONE = google.reply(google.call("terminate", {"status": "success"}))
OPENAI_CHECKED = openai.reply(openai.reason("Buy."), openai.computer(CLICK, checks=["sc_1"]))
GOOGLE_CHECKED = google.reply(google.call("click", {"x": 1, "y": 1, "safety_decision": RISKY}))


class Played:
    """A run that has ended, and what its API got."""

    def __init__(self, out: Path, code: int, requests: Sequence[Body] = ()) -> None:
        self.out = out
        self.code = code
        self.requests = requests

    @property
    def result(self) -> dict[str, Any]:
        [path] = self.out.glob("episodes/**/result.json")
        result: dict[str, Any] = json.loads(path.read_text())
        return result

    @property
    def counts(self) -> dict[str, int] | None:
        """What the result has of approvals."""
        counts: dict[str, int] | None = self.result["parts"].get("approval")
        return counts

    def events(self, kind: str) -> list[dict[str, Any]]:
        [path] = self.out.glob("episodes/**/events.jsonl")
        events = map(json.loads, path.read_text().splitlines())
        return [event for event in events if event["event"] == kind]


def command(out: Path, *more: str, agent: str = "oracle:mcp", task: str = "os/write_note") -> list[str]:
    """The arguments of a run of one task."""
    words = ["run", "--agent", agent, "--provider", "fake", "--task", task, "--tool-filter", "all"]
    return [*words, "--guests", "1", "--steps", "8", "--display", "none", "--out", str(out), *more]


def play(out: Path, *more: str, **chosen: str) -> Played:
    return Played(out, call(command(out, *more, **chosen)))


def play_model(api: str, answers: Sequence[RawAnswer], out: Path, *more: str) -> Played:
    """A run of the agent of that vendor with these answers of its API, which refuses what the real one does."""
    server: ModelServer
    address: Callable[[str], str]
    if api == "openai":
        server, address = openai.ResponsesServer(list(answers)), lambda url: f"{url}/v1"
        chosen = ["--model", "gpt-5.4"]
    else:
        server, address = google.GoogleServer(list(answers)), lambda url: url
        chosen = []
    with server:
        code = call(command(out, *chosen, "--base-url", address(server.url), *more, agent=api))
        assert [error.message for error in server.errors] == []
        return Played(out, code, server.requests)
