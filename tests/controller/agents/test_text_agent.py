"""The base class `TextAgent`: what it does for an agent of a stranger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, ClassVar

import pytest

from controller.models.client import ModelClient
from controller.models.openai_api import KEY_VARIABLE
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import MockAnswer, RawAnswer, ScriptItem
from testbed.actions import ToolCall
from testbed.agents import (
    AgentOptions,
    Decision,
    EpisodeContext,
    Observation,
    StepHistory,
    TextAgent,
    TextConversation,
    UnknownFunction,
    truncate_middle,
)
from testbed.agents import CompletionSettings as Settings
from testbed.errors import UsageError
from testbed.guests import Tool, ToolResult
from testbed.models import ChatMessage
from tests.controller.agents.anthropic.talk import SORT, VOLUME, make_observation

MODEL = "gpt-6.1-terra"


class Namer(TextAgent[Settings, TextConversation]):
    """Its model answers with the name of a tool."""

    name = "namer"
    prompts: ClassVar = {"system": "Name a tool."}

    def new_history(self) -> TextConversation:
        return TextConversation(f"Task: {self.context.instruction}", self.settings.images)

    def decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        names = [tool.name for tool in tools]

        def read(text: str) -> ToolCall:
            if text not in names:
                raise UnknownFunction(text, ", ".join(names))
            return ToolCall(name=text, arguments={})

        results = [self.result_text(result, 200) for result in observation.results]
        self.history.add("\n".join([*results, "Next?"]), self.picture(observation))
        answer = self.ask(lambda: self.history.messages("Name a tool."), read)
        self.history.add_answer(answer.text)
        return answer.decision(answer.value, thought="read", leniencies=["name_form"])


Begin = Callable[..., tuple[Namer, ChatServer]]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:

        def start(*answers: str | ScriptItem, **settings: Any) -> tuple[Namer, ChatServer]:
            script = [MockAnswer(text=answer) if isinstance(answer, str) else answer for answer in answers]
            server = stack.enter_context(ChatServer(script))
            monkeypatch.setenv(KEY_VARIABLE, KEY)
            client = ModelClient()
            stack.callback(client.close)
            options = AgentOptions(
                model=MODEL,
                base_url=f"{server.url}/v1",
                settings=settings,
                model_client=client,
                actions="mcp",
                call_seconds=20,
            )
            context = EpisodeContext("os/x", "Sort the sheet.", 15, gui=False, seed=0)
            return Namer(context, options), server

        yield start


def observe(*results: ToolResult) -> Observation:
    return make_observation(*results, left=9, size=(640, 400))


def test_an_unknown_function_is_corrected_and_recorded(begin: Begin) -> None:
    agent, server = begin("nobody", f"<think>hm</think>{SORT.name}")
    decision = agent.act(observe(), [SORT, VOLUME])
    assert decision.actions == (ToolCall(name=SORT.name, arguments={}),)
    assert decision.thought == "hm\n\nread"
    assert decision.usage.calls == 2
    assert decision.details["unknown_tools"] == ["nobody"]
    assert decision.details["leniencies"] == ["inline_thinking", "name_form"]
    assert f"there are {SORT.name}, {VOLUME.name}" in str(server.requests[1]["messages"][-1])


def test_the_conversation_is_sent_again_with_the_latest_pictures(begin: Begin) -> None:
    agent, server = begin(*[SORT.name] * 3, images=2)
    for text in ("", "one", "x" * 1000):
        agent.act(observe(*[ToolResult(text)] if text else []), [SORT])
    messages = server.requests[2]["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "Task: Sort the sheet.\\n\\nNext?" in str(messages[1])
    assert ["image_url" in str(message) for message in messages[1::2]] == [False, True, True]
    assert "800 characters cut" in str(messages[5])


def test_a_question_aside_is_no_part_of_the_history(begin: Begin) -> None:
    agent, server = begin("<think>hm</think>short", RawAnswer(({"refusal": "No."},)), SORT.name)
    assert agent.ask_aside("Shorten.", "long")[0] == "short"
    text, usage = agent.ask_aside("Shorten.", "long")
    assert (text, usage.calls) == ("", 1)
    agent.act(observe(), [SORT])
    assert len(server.requests[2]["messages"]) == 2
    server.context_window = 50
    text, usage = agent.ask_aside("Shorten.", "long " * 500)
    assert (text, usage.calls) == ("", 0)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"actions": "gui"}, "has no mouse and no keyboard"),
        ({"variant": "x"}, "has no variant 'x'"),
        ({"settings": {"imagse": 1}}, "supported settings: images, "),
        ({"model": ""}, "needs a model"),
    ],
)
def test_options_that_it_cannot_run_with_are_refused(change: dict[str, Any], problem: str) -> None:
    spec = Namer.spec("Names tools.")
    with pytest.raises(UsageError) as refused:
        spec.describe(AgentOptions(**{"model": MODEL, "actions": "mcp"} | change))
    assert problem in f"{refused.value.message} {refused.value.hint}"


class _Step:
    def __init__(self, *results: str) -> None:
        self.results = list(results)


class _Steps(StepHistory[_Step]):
    def text(self) -> str:
        return "\n".join([self.notes, *(result for step in self.steps for result in step.results)])


def test_a_history_of_steps_is_cut_and_replaced_by_notes() -> None:
    history = _Steps()
    history.steps += [_Step("x" * 1000, "short"), _Step("y" * 1000), _Step("z" * 1000)]
    size = history.size()
    assert history.fold_results(keep=1) == 2
    assert "600 characters of an older result" in history.text() and "z" * 1000 in history.text()
    assert history.size() < size
    assert history.fold_turns("They were long.", keep=1) == 2
    assert (history.count, history.dropped, len(history.steps)) == (3, 2, 1)
    assert history.text().startswith("They were long.\nzzz")


def test_what_a_request_holds_is_limited() -> None:
    tool = Tool("a.b", "Do it.", {"$schema": "x", "title": "A", "type": "object"}, "os")
    assert Namer.describe_tools([tool]) == (
        '{"name": "a.b", "description": "Do it.", "parameters": {"type": "object"}}'
    )
    assert Namer.describe_tools([]) == "none"
    assert Namer.result_text(ToolResult("", structured={"a": 1})) == '{"a": 1}'
    assert Namer.result_text(ToolResult("", is_error=True)) == "Error: without saying why."
    assert truncate_middle("ab" * 500, 100).count("cut") == 1
    assert ChatMessage("user", ("text",)).parts == ("text",)
