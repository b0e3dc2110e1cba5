"""Conversations that become too long for the model: folded, recorded, and taken by each API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from controller.core.actions import Terminate, ToolCall
from controller.core.agent import Decision
from controller.core.guest import ToolResult
from controller.models.deviations import Api
from controller.models.picture_limits import DROPPED
from plugins.mock_models.base import MockRequest
from plugins.mock_models.context_window import count_tokens, notes_answer
from plugins.mock_models.openai_compaction import OpenAICompaction
from plugins.mock_models.text_protocols import system_text
from plugins.mock_models.turns import ApiError, ErrorAnswer, MockAnswer, ScriptItem
from testbed.errors import ContextWindowError
from tests.controller.agents.anthropic.talk import SORT
from tests.controller.agents.anthropic.talk import Begin as BeginMessages
from tests.controller.agents.anthropic.talk import Talk as MessagesTalk
from tests.controller.agents.google.talk import Talk as GeminiTalk
from tests.controller.agents.google.talk import begun as begin_gemini
from tests.controller.agents.openai.talk import Talk as OpenAITalk
from tests.controller.agents.openai.talk import begun as begin_openai

Talk = OpenAITalk | MessagesTalk | GeminiTalk
Begin = Callable[..., Talk]
APIS: tuple[Api, ...] = ("messages", "responses", "chat", "gemini")
COMPACTING: tuple[Api, ...] = ("messages", "responses")
WINDOW = 8_192
ANSWER = 1_024
RESULT = "value " * 330
CALL = ToolCall(name=SORT.name, arguments={"column": "A"})


@pytest.fixture
def begin_with(begin: BeginMessages, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:

        def start(
            api: Api,
            script: Callable[[MockRequest], ScriptItem],
            *,
            compaction: bool = False,
            **settings: Any,
        ) -> Talk:
            if api in COMPACTING:
                settings["compaction"] = compaction
            match api:
                case "messages":
                    return begin(script=script, **settings)
                case "gemini":
                    return begin_gemini(stack, monkeypatch, script, **settings)
                case _:
                    return begin_openai(stack, monkeypatch, script, api=api, **settings)

        yield start


def working(request: MockRequest) -> ScriptItem:
    """Calls a tool again and again, and writes notes when asked."""
    notes = notes_answer(system_text(request.body), request.body)
    return notes or MockAnswer(actions=(CALL,), text="I sort it.")


def folds(decision: Decision) -> list[dict[str, Any]]:
    return list(decision.details.get("folds", ()))


def conversations(talk: Talk) -> list[dict[str, Any]]:
    """The requests of the conversation, those for notes left out."""
    return [body for body in talk.server.requests if notes_answer(system_text(body), body) is None]


def act_until_notes(talk: Talk) -> tuple[int, Decision]:
    """Act until the conversation is replaced by notes; the number of the last result, and the decision on it."""
    talk.act()
    for step in range(100):
        decision = talk.act(ToolResult(f"result {step} {RESULT}"))
        if any(fold["kind"] == "notes" for fold in folds(decision)):
            return step, decision
    raise AssertionError("no notes were written in 100 steps")


@pytest.mark.parametrize("api", APIS)
def test_a_known_window_is_never_exceeded(api: Api, begin_with: Begin) -> None:
    talk = begin_with(api, working, context_window=WINDOW, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    talk.act()
    kinds = [fold["kind"] for _ in range(30) for fold in folds(talk.act(ToolResult(RESULT)))]
    assert {"pictures", "results", "notes"} == set(kinds)
    assert talk.server.errors == []
    assert max(map(count_tokens, talk.server.requests)) <= WINDOW
    assert 1 <= kinds.count("notes") <= 4


@pytest.mark.parametrize("api", APIS)
def test_the_task_the_notes_and_the_latest_turns_stay(api: Api, begin_with: Begin) -> None:
    talk = begin_with(api, working, context_window=WINDOW, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    step, decision = act_until_notes(talk)
    [notes] = [fold for fold in folds(decision) if fold["kind"] == "notes"]
    assert notes["by"] == "model"
    assert notes["count"] > 3
    sent = json.dumps(conversations(talk)[-1])
    assert "Sort the sheet." in sent
    assert notes["text"] in sent
    assert [f'"{number} value' in sent or f"{number} value" in sent for number in (step, step - 1)] == [
        True
    ] * 2
    assert [f"result {number} " in sent for number in (0, 1, step - 1, step)] == [False, False, True, True]
    asked = [body for body in talk.server.requests if notes_answer(system_text(body), body)]
    record = json.dumps(asked[-1])
    assert "Sort the sheet." in record
    assert "I sort it." in record
    assert "sort_column" in record
    # What the notes took is part of the decision's usage.
    assert decision.usage.calls == 2


@pytest.mark.parametrize("api", APIS)
def test_an_unknown_window_is_learnt_from_the_refusal(api: Api, begin_with: Begin) -> None:
    talk = begin_with(api, working, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    talk.act()
    for _ in range(16):
        talk.act(ToolResult(RESULT))
    refusals = len(talk.server.errors)
    talk.server.errors.clear()
    assert refusals >= 1
    if api != "responses":  # which names no window
        assert refusals == 1


@pytest.mark.parametrize("api", APIS)
def test_a_conversation_with_nothing_left_to_fold_ends(api: Api, begin_with: Begin) -> None:
    first = True

    def refusing(request: MockRequest) -> ScriptItem:
        nonlocal first
        if first:
            first = False
            return MockAnswer(actions=(CALL,))
        if api == "gemini":
            return ErrorAnswer(400, "INVALID_ARGUMENT", "exceeds the maximum number of tokens allowed (10)")
        if api == "messages":
            return ErrorAnswer(400, "invalid_request_error", "prompt is too long: 90 tokens > 10 maximum")
        return ErrorAnswer(400, "context_length_exceeded")

    talk = begin_with(api, refusing)
    talk.act()
    with pytest.raises(ContextWindowError, match="no longer fits"):
        talk.act(ToolResult(RESULT))
    assert 2 <= len(talk.server.requests) <= 4


@pytest.mark.parametrize("api", APIS)
def test_notes_that_the_model_does_not_write_are_made_of_the_record(api: Api, begin_with: Begin) -> None:
    def wordless(request: MockRequest) -> ScriptItem:
        if notes_answer(system_text(request.body), request.body):
            return ErrorAnswer(400, "INVALID_ARGUMENT" if api == "gemini" else "invalid_request_error", "no")
        return MockAnswer(actions=(CALL,), text="I sort it.")

    talk = begin_with(api, wordless, context_window=WINDOW, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    _, decision = act_until_notes(talk)
    [notes] = [fold for fold in folds(decision) if fold["kind"] == "notes"]
    assert notes["by"] == "record"
    assert "I sort it." in notes["text"]
    assert talk.server.errors == []


@pytest.mark.parametrize("api", APIS)
def test_calls_in_the_text_are_folded_too(api: Api, begin_with: Begin) -> None:
    talk = begin_with(api, working, calling="prompt", context_window=WINDOW, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    step, _ = act_until_notes(talk)
    assert f"result {step} " in json.dumps(conversations(talk)[-1])
    assert "I sort it." in json.dumps(talk.server.requests[-2])
    assert talk.server.errors == []


def test_nothing_is_folded_or_recorded_in_a_short_conversation(begin: BeginMessages) -> None:
    talk = begin(script=working, context_window=200_000)
    talk.act()
    assert "folds" not in talk.act(ToolResult(RESULT)).details
    assert Terminate(status="success") not in talk.act(ToolResult("")).actions


def act_until_compaction(talk: Talk) -> tuple[int, Decision]:
    for step in range(100):
        decision = talk.act(ToolResult(f"result {step} {RESULT}"))
        if any(fold["kind"] == "compaction" for fold in folds(decision)):
            return step, decision
    raise AssertionError("nothing was compacted in 100 steps")


@pytest.mark.parametrize("api", COMPACTING)
def test_the_apis_own_compaction_is_preferred_to_notes(api: Api, begin_with: Begin) -> None:
    talk = begin_with(api, working, compaction=True, context_window=WINDOW, max_tokens=ANSWER)
    talk.server.context_window = WINDOW
    talk.act()
    for _ in range(2):  # a conversation that begins with a compaction is compacted again
        step, decision = act_until_compaction(talk)
        [fold] = [fold for fold in folds(decision) if fold["kind"] == "compaction"]
        assert fold["by"] == "api"
        assert fold["count"] > 3
        assert decision.usage.calls == 2
        sent = json.dumps(conversations(talk)[-1])
        assert "Sort the sheet." in sent
        assert [f"result {number} " in sent for number in (1, step)] == [False, True]
    kinds = {fold["kind"] for _ in range(3) for fold in folds(talk.act(ToolResult(RESULT)))}
    assert "notes" not in kinds
    assert talk.server.errors == []


def test_notes_are_written_where_the_model_has_no_compaction(begin: BeginMessages) -> None:
    talk = begin(
        script=working, model="claude-opus-4-5", context_window=WINDOW, max_tokens=ANSWER, thinking="off"
    )
    talk.server.context_window = WINDOW
    _, decision = act_until_notes(talk)
    assert [fold["by"] for fold in folds(decision) if fold["kind"] == "notes"] == ["model"]
    act_until_notes(talk)
    refusals = [error.message for error in talk.server.errors]
    talk.server.errors.clear()
    assert refusals == ["compaction: not supported for this model"]  # asked once


def test_notes_are_written_where_the_server_has_no_compaction(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        talk = begin_openai(
            stack, monkeypatch, working, api="responses", context_window=WINDOW, max_tokens=ANSWER
        )
        monkeypatch.setattr(OpenAICompaction, "check", _not_found)
        talk.server.context_window = WINDOW
        _, decision = act_until_notes(talk)
        assert [fold["by"] for fold in folds(decision) if fold["kind"] == "notes"] == ["model"]


def _not_found(*_: object) -> None:
    raise ApiError(404, "not_found", "Not Found")


REFUSALS = {
    "messages": "too many images and documents: {sent} + 0 > 2",
    "responses": "Too many images in request. Max is 2.",
    "chat": "At most 2 image(s) may be provided in one prompt.",
    "gemini": "Too many images in request: {sent} images provided, but the model supports a maximum of 2 images.",
}


@pytest.mark.parametrize("api", APIS)
def test_older_pictures_are_left_out_when_the_server_takes_fewer(api: Api, begin_with: Begin) -> None:
    def answer(request: MockRequest) -> ScriptItem:
        sent = json.dumps(request.body).count("iVBORw0KGgo")
        if sent > 2:
            raise ApiError(400, "invalid_request_error", REFUSALS[api].format(sent=sent))
        return MockAnswer(actions=(CALL,), text="I sort it.")

    talk = begin_with(api, answer)
    talk.act()
    for step in range(4):
        assert talk.act(ToolResult(f"result {step}")).actions == (CALL,)
    assert len(talk.server.errors) == 1  # each later request has two pictures
    talk.server.errors.clear()
    last = json.dumps(talk.server.requests[-1])
    assert (last.count("iVBORw0KGgo"), last.count(DROPPED)) == (2, 3)
    assert last.index("iVBORw0KGgo") > last.rindex(DROPPED)
