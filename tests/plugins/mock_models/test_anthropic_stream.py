"""The SDK's own stream helper must put the mock's events together again, and see their troubles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest

from plugins.mock_models.anthropic_messages import AnthropicServer, reply, text, think, use
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import CutKind

CONTENT = (
    think("The sheet is open. " * 9),
    text("I sort it, grüße 🙂\u2028\u2029\x85" * 9),
    use("sort", {"column": "A", "rows": [1, 2.5, None], "note": 'a "quote"\n' * 9}),
    use("left_click", {"coordinate": [1, 2]}, "computer"),
)
REQUEST: dict[str, Any] = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 10,
    "messages": [{"role": "user", "content": "hi"}],
}


@pytest.fixture
def client() -> Iterator[Any]:
    made: list[anthropic.Anthropic] = []

    def connect(server: AnthropicServer, timeout: float = 20) -> anthropic.Anthropic:
        made.append(anthropic.Anthropic(api_key=KEY, base_url=server.url, max_retries=0, timeout=timeout))
        return made[-1]

    yield connect
    for one in made:
        one.close()


def test_a_stream_is_the_same_message_as_a_whole_answer(client: Any) -> None:
    with AnthropicServer([reply(*CONTENT), reply(*CONTENT)]) as server:
        sdk = client(server)
        whole = sdk.messages.create(**REQUEST)
        with sdk.messages.stream(**REQUEST) as stream:
            kinds = [event.type for event in stream]
            streamed = stream.get_final_message()
    left, right = whole.to_dict(), streamed.to_dict()
    for message in (left, right):
        message.pop("id")
        for block in message["content"]:
            block.pop("id", None)
    assert right == left
    assert kinds.count("content_block_stop") == len(CONTENT)
    assert kinds.count("content_block_delta") > 8
    assert streamed.stop_reason == "tool_use"


@pytest.mark.parametrize(
    ("cut", "error"),
    [
        ("drop", httpx2.RemoteProtocolError),
        ("error", anthropic.APIStatusError),
        ("stall", (httpx2.ReadTimeout, anthropic.APITimeoutError)),
    ],
)
def test_troubles_in_mid_stream(
    client: Any, cut: CutKind, error: type[Exception] | tuple[type[Exception], ...]
) -> None:
    with AnthropicServer([reply(*CONTENT, cut=cut)]) as server:
        kinds = []
        sdk = client(server, timeout=0.3 if cut == "stall" else 20)
        with pytest.raises(error), sdk.messages.stream(**REQUEST) as stream:
            kinds += [event.type for event in stream]
        assert server.errors == []


def test_models_are_listed(client: Any) -> None:
    with AnthropicServer([]) as server:
        sdk = client(server)
        listed = [model.id for model in sdk.models.list()]
        assert "claude-sonnet-5-5" in listed
        assert sdk.models.retrieve(listed[0]).id == listed[0]
        with pytest.raises(anthropic.NotFoundError):
            sdk.models.retrieve("claude-nobody")
