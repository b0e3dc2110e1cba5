"""Agents whose models answer in text, in tasks that become too long for the model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from controller.agents.contract import AgentOptions
from controller.agents.registry import load_agent
from controller.core.actions import ToolCall
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import ToolResult
from controller.models.client import ModelClient
from controller.models.openai_api import KEY_VARIABLE
from plugins.mock_models.base import MockRequest, ModelServer
from plugins.mock_models.context_window import count_tokens, notes_answer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.text_protocols import system_text
from plugins.mock_models.turns import MockAnswer, ScriptItem
from testbed.errors import ContextWindowError
from tests.controller.agents.anthropic.talk import SORT, make_observation

AGENTS = {
    "agent_s": "gpt-6.1-terra",
    "paper": "gpt-6.1-terra",
    "react": "gpt-6.1-terra",
    "rounds": "gpt-6.1-terra",
    "qwen": "qwen3-vl-32b-instruct",
    "uitars": "ui-tars-2",
    "opencua": "opencua-32b",
}
WINDOW = 8_192
ANSWER = 1_024
RESULT = "value " * 330
THOUGHT = "I sort it, and I say at length what I do and why. " * 20
CALL = ToolCall(name=SORT.name, arguments={"column": "A"})


class Played:
    """An agent's episode over Chat Completions."""

    def __init__(self, agent: Agent, server: ModelServer) -> None:
        self._agent = agent
        self.server = server

    def act(self, *results: ToolResult) -> Decision:
        return self._agent.act(make_observation(*results, left=90, size=(640, 400)), [SORT])


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def begin(stack: ExitStack, monkeypatch: pytest.MonkeyPatch, agent: str, **settings: object) -> Played:
    server = stack.enter_context(ModelServer([OpenAIChat(KEY)], working))
    server.context_window = WINDOW
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model_client = ModelClient()
    stack.callback(model_client.close)
    more: dict[str, object] = {
        "rounds": {"rounds": 90},
        "agent_s": {"manager": False, "reflection": False, "temperature": "server"},
    }.get(agent, {})
    options = AgentOptions(
        actions="mcp" if agent in ("agent_s", "react", "rounds") else "gui+mcp",
        model=AGENTS[agent],
        base_url=f"{server.url}/v1",
        settings={"max_tokens": ANSWER, **more, **settings},
        model_client=model_client,
        call_seconds=20,
    )
    context = EpisodeContext("os/x", "Sort the sheet.", 90, gui=options.actions != "mcp", seed=0)
    return Played(load_agent(agent).create(context, options), server)


def working(request: MockRequest) -> ScriptItem:
    notes = notes_answer(system_text(request.body), request.body)
    return notes or MockAnswer(actions=(CALL,), text=THOUGHT)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_long_task_goes_on(stack: ExitStack, monkeypatch: pytest.MonkeyPatch, agent: str) -> None:
    played = begin(stack, monkeypatch, agent, context_window=WINDOW)
    decision = played.act()
    folds = []
    for step in range(40):
        decision = played.act(ToolResult(f"result {step} {RESULT}"))
        folds += decision.details.get("folds", ())
        if any(fold["kind"] == "notes" for fold in folds):
            break
    [notes] = [fold for fold in folds if fold["kind"] == "notes"]
    assert notes["by"] == "model"
    assert played.server.errors == []
    assert max(map(count_tokens, played.server.requests)) <= WINDOW
    sent = json.dumps(played.server.requests[-1])
    assert "Sort the sheet." in sent
    assert notes["text"] in sent
    assert [f"result {number} " in sent for number in (0, step)] == [False, True]
    # It goes on behind the notes.
    for _ in range(3):
        assert played.act(ToolResult(RESULT)).actions == decision.actions
    assert notes["text"] in json.dumps(played.server.requests[-1])


@pytest.mark.parametrize("agent", AGENTS)
def test_a_refusal_for_the_length_is_no_end(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch, agent: str
) -> None:
    played = begin(stack, monkeypatch, agent)
    played.act()
    for _ in range(18):
        played.act(ToolResult(RESULT))
    assert len(played.server.errors) <= 1


def test_a_text_that_alone_is_too_long_ends(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    played = begin(stack, monkeypatch, "react", result_characters=100_000)
    played.act()
    played.server.context_window = 500
    with pytest.raises(ContextWindowError, match="maximum context length is 500"):
        played.act(ToolResult("value " * 9_000))
