"""The servers as OpenAI's own SDK finds them: whole answers, streams, errors, models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import openai
import pytest

from controller.agents.text_protocols.spec import ModelTurn
from controller.core.actions import Click, Key, Terminate, ToolCall
from plugins.mock_models import openai_chat as chat
from plugins.mock_models import openai_responses as responses
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_models import MODELS
from plugins.mock_models.openai_responses import ResponsesServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import CutKind, ErrorAnswer, MockAnswer, ScriptItem
from tests.plugins.mock_models.openai_requests import data_url, schema

LONG = "One word follows the other until the line is long enough to be cut into several pieces of a stream."
CUTS: tuple[CutKind, ...] = ("drop", "error")
Open = Callable[..., openai.OpenAI]


@pytest.fixture
def connect() -> Iterator[Open]:
    with ExitStack() as stack:

        def start(server: ModelServer, key: str = KEY) -> openai.OpenAI:
            stack.enter_context(server)
            client = openai.OpenAI(api_key=key, base_url=f"{server.url}/v1", max_retries=0)
            return stack.enter_context(closing(client))

        yield start


REPLY = responses.reply(
    responses.reason(LONG),
    responses.words(LONG),
    responses.call("calc__sort", {"column": LONG}),
    responses.computer({"type": "click", "button": "left", "x": 1, "y": 2}, checks=["sc_1"]),
)
ASKED: dict[str, Any] = {
    "model": "gpt-5.4",
    "input": "go",
    "store": False,
    "include": ["reasoning.encrypted_content"],
}


def test_a_streamed_response_adds_up_to_the_whole_one(connect: Open) -> None:
    client = connect(ResponsesServer([REPLY, REPLY]))
    whole = client.responses.create(**ASKED)
    with client.responses.stream(**ASKED) as stream:
        kinds = {event.type for event in stream}
        final = stream.get_final_response()
    assert [item.type for item in whole.output] == ["reasoning", "message", "function_call", "computer_call"]
    assert whole.output_text == LONG
    assert final.output_text == LONG
    assert [item.type for item in final.output] == [item.type for item in whole.output]
    assert {
        "response.created",
        "response.reasoning_summary_text.delta",
        "response.output_text.delta",
        "response.function_call_arguments.delta",
        "response.output_item.done",
        "response.completed",
    } <= kinds
    assert whole.usage is not None
    assert whole.usage.input_tokens_details.cached_tokens == 100
    assert whole.usage.output_tokens_details.reasoning_tokens == 12


def test_a_streamed_completion_adds_up_to_the_whole_one(connect: Open) -> None:
    reply = chat.reply(LONG, chat.call("calc__sort", {"column": LONG}), chat.call("calc__sort", {}))
    client = connect(ChatServer([reply, reply, reply]))
    request: dict[str, Any] = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "go"}]}
    whole = client.chat.completions.create(**request).choices[0]
    with client.chat.completions.stream(**request, stream_options={"include_usage": True}) as stream:
        final = stream.get_final_completion()
    assert whole.finish_reason == final.choices[0].finish_reason == "tool_calls"
    assert whole.message.content == final.choices[0].message.content == LONG
    assert whole.message.tool_calls is not None
    assert final.choices[0].message.tool_calls is not None
    assert [call.function.arguments for call in final.choices[0].message.tool_calls] == [  # type: ignore[union-attr]
        call.function.arguments
        for call in whole.message.tool_calls  # type: ignore[union-attr]
    ]
    assert final.usage is not None
    assert final.usage.prompt_tokens_details is not None
    assert final.usage.prompt_tokens_details.cached_tokens == 100
    untold = list(client.chat.completions.create(**request, stream=True))
    assert [chunk.usage for chunk in untold] == [None] * len(untold)


@pytest.mark.parametrize(
    ("item", "kind", "code"),
    [
        (ErrorAnswer(429, "rate_limit_exceeded"), openai.RateLimitError, "rate_limit_exceeded"),
        (ErrorAnswer(500, "server_error"), openai.InternalServerError, None),
        (ErrorAnswer(400, "context_length_exceeded"), openai.BadRequestError, "context_length_exceeded"),
    ],
)
def test_faults_reach_the_sdk_in_the_apis_format(
    connect: Open, item: ScriptItem, kind: type[openai.APIStatusError], code: str | None
) -> None:
    for server in (ResponsesServer([item]), ChatServer([item])):
        client = connect(server)
        with pytest.raises(kind) as error:
            if isinstance(server, ChatServer):
                client.chat.completions.create(model="gpt-5.4", messages=[{"role": "user", "content": "go"}])
            else:
                client.responses.create(model="gpt-5.4", input="go")
        assert error.value.code == code
        assert error.value.request_id == "req_0001"
        assert "scripted" in error.value.message


@pytest.mark.parametrize("cut", CUTS)
def test_a_broken_stream_of_completions_is_an_error(connect: Open, cut: CutKind) -> None:
    client = connect(ChatServer([chat.reply(LONG, cut=cut)]))
    messages: Any = [{"role": "user", "content": "go"}]
    with pytest.raises(openai.APIError):
        list(client.chat.completions.create(model="gpt-5.4", messages=messages, stream=True))


def test_a_broken_stream_of_a_response_never_completes(connect: Open) -> None:
    client = connect(ResponsesServer([responses.reply(responses.words(LONG), cut=cut) for cut in CUTS]))
    with pytest.raises(openai.APIConnectionError):
        list(client.responses.create(**ASKED, stream=True))
    kinds = [event.type for event in client.responses.create(**ASKED, stream=True)]
    assert kinds[-1] == "error"
    assert "response.completed" not in kinds


def test_keys_and_models(connect: Open) -> None:
    client = connect(ResponsesServer([]))
    assert [model.id for model in client.models.list()] == list(MODELS)
    assert client.models.retrieve("gpt-5.4").id == "gpt-5.4"
    with pytest.raises(openai.NotFoundError) as unknown:
        client.responses.create(model="gpt-nobody", input="go")
    assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
    with pytest.raises(openai.AuthenticationError) as wrong:
        connect(ChatServer([]), "other").models.list()
    assert wrong.value.code == "invalid_api_key"


def test_a_stored_response_is_gone_on_with_and_others_are_not(connect: Open) -> None:
    items = [responses.reply(responses.call("calc__sort")), responses.reply(responses.words("ok"))] * 2
    client = connect(ResponsesServer(items))
    for store in (True, False):
        first = client.responses.create(model="gpt-5.4", input="go", store=store)
        call = first.output[0]
        assert call.type == "function_call"
        output: Any = [{"type": "function_call_output", "call_id": call.call_id, "output": "done"}]
        following: dict[str, Any] = {"model": "gpt-5.4", "input": output, "previous_response_id": first.id}
        if store:
            assert client.responses.create(**following).output_text == "ok"
        else:
            with pytest.raises(openai.BadRequestError) as error:
                client.responses.create(**following)
            assert error.value.code == "previous_response_not_found"


ANSWER = MockAnswer(
    (
        Click(x=640, y=360),
        Key(keys=("ctrl", "s"), repeat=2),
        ToolCall(name="calc.sort", arguments={"column": "B"}),
    ),
    "I click.",
    mark="solve-12345678-0-",
    screen=(1280, 720),
)


def test_actions_become_the_calls_that_the_request_offers() -> None:
    function = {"type": "function", "name": "calc__sort", "description": "", "parameters": schema()}
    picture = {"type": "input_image", "image_url": data_url(), "detail": "auto"}
    body: dict[str, Any] = {
        "model": "gpt-5.4",
        "tools": [{"type": "computer"}, function],
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "go"}, picture]}],
    }
    api = responses.OpenAIResponses()
    message = api.message(body, ANSWER, 1)
    text, click, keys, sort = message["output"]
    assert text["content"][0]["text"] == "I click."
    assert click["actions"] == [{"type": "click", "button": "left", "x": 4, "y": 4}]
    assert keys["actions"] == [{"type": "keypress", "keys": ["ctrl", "s"]}] * 2
    assert (sort["name"], sort["arguments"]) == ("calc__sort", '{"column": "B"}')
    assert [item["call_id"] for item in (click, keys, sort)] == [
        f"call_solve-12345678-0-{n}" for n in range(3)
    ]
    turn: ModelTurn = api.turn({**body, "input": [*body["input"], *message["output"]]})
    assert turn.opening == "go"
    assert turn.memory == ("I click.", *(f"call_solve-12345678-0-{n}" for n in range(3)))
    assert (turn.gui, turn.tools) == (True, {"calc.sort"})


def test_an_action_without_means_is_refused_by_the_mock() -> None:
    body: dict[str, Any] = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "go"}]}
    for action in (Terminate(status="success"), Click(x=1, y=1)):
        with pytest.raises(Exception, match="mock-model"):
            chat.OpenAIChat().message(body, MockAnswer((action,)), 1)
