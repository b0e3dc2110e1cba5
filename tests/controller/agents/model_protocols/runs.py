"""Runs and requests of the agents with a model's own protocol, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from controller.agents.contract import AgentOptions
from controller.agents.model_protocols.agent import ModelProtocol, ProtocolAgent, StepRequest
from controller.cli.main import call
from controller.core.actions import Action, Click, Key, Terminate, TypeText
from controller.core.agent import EpisodeContext
from controller.core.guest import Tool
from controller.models.completion import ChatMessage, Completion
from plugins.mock_models.openai_chat import ChatServer
from tests.controller.agents.paper_talk import Scripted

SORT = Tool("calc.sort", "Sort it.", {"type": "object", "properties": {"column": {"type": "string"}}}, "calc")
BY_HAND: list[Action] = [
    Click(x=240, y=280),
    Key(keys=("ctrl", "End")),
    TypeText(text="eggs\n"),
    Click(x=1080, y=112),
    Terminate(status="success"),
]
"""Solves os/append_line."""


def run(
    out: Path,
    server: ChatServer,
    agent: str,
    model: str,
    *more: str,
    tasks: tuple[str, ...] = ("os/write_note",),
) -> int:
    """Run tasks on fake guests."""
    command = ["run", "--agent", agent, "--model", model, "--base-url", f"{server.url}/v1"]
    chosen = [part for task in tasks for part in ("--task", task)]
    limits = ["--provider", "fake", "--tool-filter", "all", "--guests", "1", "--display", "none"]
    return call([*command, *chosen, *limits, "--out", str(out), *more])


def results(out: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(out.glob("episodes/**/result.json"))]


def events(out: Path, kind: str) -> list[dict[str, Any]]:
    [path] = out.glob("episodes/*/*/*/events.jsonl")
    return [event for line in path.read_text().splitlines() if (event := json.loads(line))["event"] == kind]


def clicks(out: Path) -> list[tuple[int, int]]:
    actions = [step["action"] for step in events(out, "step")]
    return [(action["x"], action["y"]) for action in actions if action["type"] == "click"]


def begin(
    protocol: ModelProtocol, *answers: str | Completion, gui: bool = True
) -> tuple[ProtocolAgent, Scripted]:
    """An agent whose model gives these answers in order."""
    model = Scripted(answers)
    context = EpisodeContext("os/x", "Sort the sheet.", 15, gui=gui, seed=0)
    return ProtocolAgent(context, AgentOptions(), model, protocol), model


def request_for(protocol: ModelProtocol, *tools: Tool, gui: bool = True) -> StepRequest:
    """The first request of an episode, on a screen of 1280 x 720."""
    view = protocol.frame.view(1280, 720)
    return StepRequest("Sort the sheet.", [], None, "", tools, gui, view)


def shape(messages: list[ChatMessage]) -> list[str]:
    """The roles of a request, each with the number of its pictures."""
    return [
        f"{message.role} {sum(isinstance(part, bytes) for part in message.parts)}" for message in messages
    ]
