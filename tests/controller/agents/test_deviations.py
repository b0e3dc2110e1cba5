"""What APIs send against their references, each kind with each API, whole and streamed: whose fault it is taken for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from controller.core.actions import Action, Terminate, ToolCall
from controller.core.guest import ToolResult
from controller.models.deviations import DEVIATIONS, Api, Deviation, Form, Verdict
from plugins.mock_models.base import MockRequest
from plugins.mock_models.turns import MockAnswer, ScriptItem
from testbed.errors import ModelApiError
from tests.controller.agents.anthropic.talk import SORT
from tests.controller.agents.anthropic.talk import Begin as BeginMessages
from tests.controller.agents.anthropic.talk import Talk as MessagesTalk
from tests.controller.agents.google.talk import Talk as GeminiTalk
from tests.controller.agents.google.talk import begun as begin_gemini
from tests.controller.agents.openai.talk import Talk as OpenAITalk
from tests.controller.agents.openai.talk import begun as begin_openai

Talk = OpenAITalk | MessagesTalk | GeminiTalk
Begin = Callable[..., Talk]
Cell = tuple[Deviation, Api, Form]

CALLS = tuple(ToolCall(name=SORT.name, arguments={"column": column}) for column in "AB")
GOOD = MockAnswer(actions=CALLS, text="I sort it.")
DONE = MockAnswer(actions=(Terminate(status="success"),))
CELLS = [(one, api, form) for one in DEVIATIONS for api in one.apis for form in one.forms]


def cells(verdict: Verdict) -> list[object]:
    return [
        pytest.param(cell, id=f"{cell[0].kind}-{cell[1]}-{cell[2]}")
        for cell in CELLS
        if cell[0].verdict is verdict
    ]


@pytest.fixture
def converse_with(begin: BeginMessages, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:

        def start(api: Api, form: Form, script: Callable[[MockRequest], ScriptItem]) -> Talk:
            stream = form == "streamed"
            match api:
                case "messages":
                    return begin(script=script, stream=stream)
                case "gemini":
                    return begin_gemini(stack, monkeypatch, script, stream=stream)
                case _:
                    return begin_openai(stack, monkeypatch, script, api=api, stream=stream)

        yield start


def follow(*items: ScriptItem) -> Callable[[MockRequest], ScriptItem]:
    """The items in order, the last one again and again."""
    rest = list(items)
    return lambda _: rest.pop(0) if len(rest) > 1 else rest[0]


def expected(one: Deviation, api: Api) -> tuple[Action, ...]:
    """The actions of `GOOD` when it comes with a deviation that is repaired."""
    if one.kind == "content_text" and api == "messages":  # a text has no room for calls
        return (Terminate(status="success", answer="I go on."),)
    if one.leniency == "empty_arguments":
        return tuple(call.model_copy(update={"arguments": {}}) for call in CALLS)
    if one.leniency in ("call_in_text", "calls_not_listed"):
        return CALLS[:1]
    return (*CALLS, CALLS[0]) if one.kind == "repeated_id" else CALLS


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("cell", cells(Verdict.REPAIRED))
def test_repaired_and_counted(cell: Cell, converse_with: Begin) -> None:
    one, api, form = cell
    talk = converse_with(api, form, follow(replace(GOOD, odd=one.kind), DONE))
    decision = talk.act()
    assert decision.actions == expected(one, api)
    assert one.leniency in decision.details["leniencies"]
    assert decision.details["mistakes"] == []
    # The API takes what goes back to it.
    following = talk.act(*[ToolResult("sorted")] * len(decision.actions))
    assert following.actions == DONE.actions
    assert one.leniency not in following.details["leniencies"]
    assert [error.message for error in talk.server.errors] == []


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("cell", cells(Verdict.MISTAKE))
def test_told_to_the_model_and_counted(cell: Cell, converse_with: Begin) -> None:
    one, api, form = cell
    talk = converse_with(api, form, follow(replace(GOOD, odd=one.kind), GOOD))
    decision = talk.act()
    assert decision.actions == CALLS
    assert len(decision.details["mistakes"]) == 1
    assert len(talk.server.requests) == 2
    assert [error.message for error in talk.server.errors] == []


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("cell", cells(Verdict.FAILURE))
def test_retried(cell: Cell, converse_with: Begin) -> None:
    one, api, form = cell
    talk = converse_with(api, form, follow(replace(GOOD, odd=one.kind), GOOD))
    decision = talk.act()
    assert decision.actions == CALLS
    assert decision.details["mistakes"] == []
    first, second = talk.server.requests
    assert first == second


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("cell", cells(Verdict.FAILURE))
def test_a_failure_that_stays_is_the_apis(cell: Cell, converse_with: Begin) -> None:
    one, api, form = cell
    talk = converse_with(api, form, follow(replace(GOOD, odd=one.kind)))
    with pytest.raises(ModelApiError):
        talk.act()
    assert len(talk.server.requests) == 6
