"""Whole runs of the agents `react` and `rounds` on fake guests, with a mock API that answers from a list, for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.cli.main import call
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import MockAnswer, ScriptItem

MODEL = "claude-sonnet-5-5"


class Played:
    """A finished run of one episode, and the requests that the API got."""

    def __init__(self, out: Path, server: AnthropicServer, code: int) -> None:
        self.out = out
        self.code = code
        self.requests = server.requests
        assert [error.message for error in server.errors] == []

    @property
    def result(self) -> dict[str, Any]:
        [path] = self.out.glob("episodes/**/result.json")
        result: dict[str, Any] = json.loads(path.read_text())
        return result

    def events(self, kind: str) -> list[dict[str, Any]]:
        [path] = self.out.glob("episodes/**/events.jsonl")
        events = map(json.loads, path.read_text().splitlines())
        return [event for event in events if event["event"] == kind]

    @property
    def actions(self) -> list[dict[str, Any]]:
        return [step["action"] for step in self.events("step")]

    def text(self, request: int) -> str:
        """The text of the last turn of a request."""
        content = self.requests[request]["messages"][-1]["content"]
        return "\n".join(part.get("text", "") for part in content)

    def leniencies(self) -> set[str]:
        return {code for event in self.events("decision") for code in event["details"]["leniencies"]}


def play(agent: str, out: Path, answers: Sequence[str | ScriptItem], *more: str) -> Played:
    """Run an agent on the task os/write_note. The environment has the tasks (`paper_environment`)."""
    script = [MockAnswer(text=answer) if isinstance(answer, str) else answer for answer in answers]
    with AnthropicServer(script) as server:
        command = ["run", "--agent", agent, "--model", MODEL, "--base-url", server.url, "--provider", "fake"]
        command += ["--task", "os/write_note", "--guests", "1", "--display", "none", "--out", str(out)]
        return Played(out, server, call([*command, *more]))


__all__ = ["KEY", "MODEL", "Played", "play"]
