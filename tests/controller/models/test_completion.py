"""Text completions through both APIs, against mocks that check each request as the real ones do."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest

from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.completion import MAX_PNG_BYTES, ChatMessage, Completion, ModelSettings, encode_image
from controller.models.completion_models import default_api, open_model
from controller.models.exchange import RetryPolicy
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY as ANTHROPIC_KEY
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, MockAnswer, RawAnswer, ScriptItem
from testbed.errors import AgentError, ModelApiError, UsageError
from tests.controller.agents.pictures import png

CLAUDE, QWEN = "claude-sonnet-5-5", "qwen3-vl-32b-instruct"
TALK = [
    ChatMessage("system", ("You look at pictures.",)),
    ChatMessage("user", ("What is this?", png(28, 28), "Answer in a word.")),
]


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    yield


def ask(server: AnthropicServer | ChatServer, *, temperature: float | None = 1.0) -> Completion:
    chat = isinstance(server, ChatServer)
    model, url = (QWEN, f"{server.url}/v1") if chat else (CLAUDE, server.url)
    model_client = ModelClient(RetryPolicy(attempts=2, first_wait=0.01, longest_wait=0.01))
    try:
        choice = ModelSettings(model, url, temperature=temperature, max_tokens=500)
        return open_model(model_client, "paper", choice).complete(TALK)
    finally:
        model_client.close()


def test_a_picture_is_asked_about_in_chat_completions() -> None:
    with ChatServer([reply("Grey.")]) as server:
        said = ask(server)
    assert server.errors == []
    assert (said.text, said.model, said.stop) == ("Grey.", QWEN, "end")
    assert said.usage.calls == 1
    assert said.usage.input_tokens > said.usage.cache_read_tokens > 0
    [request] = server.requests
    assert (request["max_tokens"], request["temperature"]) == (500, 1.0)
    assert request["messages"][0] == {"role": "system", "content": "You look at pictures."}
    before, picture, after = request["messages"][1]["content"]
    assert (before["text"], after["text"]) == ("What is this?", "Answer in a word.")
    data = picture["image_url"]["url"].removeprefix("data:image/png;base64,")
    assert base64.b64decode(data) == png(28, 28)


def test_a_picture_is_asked_about_in_messages() -> None:
    with AnthropicServer([MockAnswer(text="Grey.", model="claude-other")]) as server:
        said = ask(server)
    assert server.errors == []
    assert (said.text, said.model, said.stop) == ("Grey.", "claude-other", "end")
    assert said.usage == Usage(135, 20, cache_read_tokens=5, cache_write_tokens=30, calls=1)
    [request] = server.requests
    assert request["system"] == "You look at pictures."
    assert [part["type"] for part in request["messages"][0]["content"]] == ["text", "image", "text"]
    assert "temperature" not in request


def test_the_temperature_may_be_left_to_the_server() -> None:
    with ChatServer([reply("Grey.")]) as server:
        ask(server, temperature=None)
    assert "temperature" not in server.requests[0]


@pytest.mark.parametrize(
    ("answer", "text", "stop"),
    [
        (reply("Gr", stop="length"), "Gr", "length"),
        (reply(None, refusal="No."), "No.", "refusal"),
        (reply("", stop="content_filter"), "", "refusal"),
        (reply(None), "", "end"),
    ],
)
def test_how_an_answer_ended_in_chat_completions(answer: ScriptItem, text: str, stop: str) -> None:
    with ChatServer([answer]) as server:
        said = ask(server)
    assert (said.text, said.stop) == (text, stop)


@pytest.mark.parametrize(
    ("answer", "text", "stop"),
    [
        (RawAnswer(({"type": "text", "text": "Gr"},), "max_tokens"), "Gr", "length"),
        (RawAnswer((), "refusal"), "", "refusal"),
    ],
)
def test_how_an_answer_ended_in_messages(answer: ScriptItem, text: str, stop: str) -> None:
    with AnthropicServer([answer]) as server:
        said = ask(server)
    assert (said.text, said.stop) == (text, stop)


def test_what_a_server_tells_of_the_reasoning_is_kept() -> None:
    with ChatServer([RawAnswer(({"content": "Grey.", "reasoning_content": "It is dull."},))]) as server:
        assert ask(server).reasoning == "It is dull."


@pytest.mark.parametrize("kind", [ChatServer, AnthropicServer])
@pytest.mark.parametrize(
    ("item", "error"),
    [
        (ErrorAnswer(401, "x"), UsageError),
        (ErrorAnswer(404, "x"), UsageError),
        (ErrorAnswer(400, "x"), UsageError),
        (ErrorAnswer(413, "x"), AgentError),
        (ErrorAnswer(500, "x"), ModelApiError),
        (BrokenBody(b"{"), ModelApiError),
        (BrokenBody(b"[]"), ModelApiError),
        (BrokenBody(b'{"choices": [{"message": {"content": 5}}], "content": 5}'), ModelApiError),
        (MockAnswer(text="Gr", cut="drop"), ModelApiError),
    ],
)
def test_whose_fault_it_is(
    kind: type[ChatServer | AnthropicServer], item: ScriptItem, error: type[Exception]
) -> None:
    with kind([item] * 3) as server, pytest.raises(error):
        ask(server)


REFUSED = ErrorAnswer(
    400,
    "invalid_request_error",
    message="Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
)


def test_a_server_that_asks_for_the_newer_limit_gets_it_from_then_on() -> None:
    with ChatServer([REFUSED, reply("Grey."), reply("Grey.")]) as server:
        model_client = ModelClient()
        model = open_model(model_client, "paper", ModelSettings(QWEN, f"{server.url}/v1", max_tokens=500))
        for _ in range(2):
            assert model.complete(TALK).text == "Grey."
        model_client.close()
    limits = ("max_tokens", "max_completion_tokens")
    sent = [tuple(body.get(name) for name in limits) for body in server.requests]
    older, newer = (500, None), (None, 500)
    assert sent == [older, newer, newer]


def test_effort_reaches_both_apis() -> None:
    for kind, model, field in (
        (ChatServer, "gpt-5", "reasoning_effort"),
        (AnthropicServer, CLAUDE, "output_config"),
    ):
        with kind([MockAnswer(text="Grey.")]) as server:
            model_client = ModelClient()
            url = f"{server.url}/v1" if kind is ChatServer else server.url
            open_model(model_client, "paper", ModelSettings(model, url, effort="low")).complete(TALK)
            model_client.close()
        assert server.errors == []
        assert server.requests[0][field] in ("low", {"effort": "low"})


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (ModelSettings(CLAUDE, effort="minimal"), "has no effort 'minimal'"),
        (ModelSettings(CLAUDE, top_p=0.9), "takes no top_p"),
    ],
)
def test_what_the_messages_api_does_not_take_is_refused(settings: ModelSettings, expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        open_model(ModelClient(), "paper", settings)


def test_the_detail_of_pictures_goes_by_the_model() -> None:
    for model, detail in ((QWEN, None), ("gpt-4.1", "high")):
        with ChatServer([reply("Grey.")]) as server:
            model_client = ModelClient()
            open_model(model_client, "paper", ModelSettings(model, f"{server.url}/v1")).complete(TALK)
            model_client.close()
        picture = server.requests[0]["messages"][1]["content"][1]
        assert picture["image_url"].get("detail") == detail


def test_the_api_goes_by_the_models_name() -> None:
    assert default_api("claude-sonnet-5-5") == "messages"
    assert default_api("anthropic/claude-sonnet-5.5") == "chat"
    assert default_api(QWEN) == "chat"


def test_a_large_picture_is_sent_as_jpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    assert encode_image(png())[0] == "image/png"
    assert len(png()) < MAX_PNG_BYTES
    monkeypatch.setattr("controller.models.completion.MAX_PNG_BYTES", 100)
    media_type, data = encode_image(png())
    assert media_type == "image/jpeg"
    assert base64.b64decode(data).startswith(b"\xff\xd8")
