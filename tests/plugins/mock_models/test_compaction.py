"""Compaction at the mock APIs: what they take and refuse, by the vendors' SDKs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest

from plugins.mock_models.anthropic_compaction import BETA
from plugins.mock_models.anthropic_messages import AnthropicServer, reply, text
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_compaction import OpenAICompaction
from plugins.mock_models.openai_responses import OpenAIResponses, words
from plugins.mock_models.openai_responses import reply as responses_reply
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY

USER = {"role": "user", "content": [{"type": "text", "text": "Sort the sheet."}]}
ANSWER = {"role": "assistant", "content": [{"type": "text", "text": "I begin."}]}
NEXT = {"role": "user", "content": [{"type": "text", "text": "Go on."}]}
HEADERS = {"anthropic-beta": BETA}


@pytest.fixture
def messages() -> Iterator[anthropic.Anthropic]:
    with (
        AnthropicServer(lambda _: reply(text("ok"))) as server,
        anthropic.Anthropic(api_key=KEY, base_url=server.url, max_retries=0) as client,
    ):
        yield client


def create(
    client: anthropic.Anthropic, turns: list[Any], *, compact: bool = False, beta: bool = True, **more: Any
) -> dict[str, Any]:
    request = {"model": "claude-opus-5", "max_tokens": 100, "messages": turns} | more
    body = {"compaction": {"type": "summarize"}} if compact else {}
    answer = client.messages.create(**request, extra_headers=HEADERS if beta else {}, extra_body=body)
    return answer.model_dump(mode="json", exclude_unset=True, warnings=False)


def test_a_block_stands_for_the_messages(messages: anthropic.Anthropic) -> None:
    compacted = create(messages, [USER, ANSWER, NEXT], compact=True)
    assert compacted["stop_reason"] == "compaction"
    [block] = compacted["content"]
    assert "3 messages" in block["content"]
    assert "Sort the sheet." in block["content"]
    assert create(messages, [{"role": "assistant", "content": [block]}, NEXT])["stop_reason"] == "end_turn"
    again = create(messages, [{"role": "assistant", "content": [block]}, NEXT], compact=True)
    assert "Sort the sheet." in again["content"][0]["content"]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"beta": False}, "compaction: Extra inputs are not permitted"),
        ({"model": "claude-opus-4-5"}, "not supported for this model"),
    ],
)
def test_a_request_for_a_compaction_is_refused(
    messages: anthropic.Anthropic, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(anthropic.BadRequestError, match=message):
        create(messages, [USER, ANSWER, NEXT], compact=True, **how)


def test_a_changed_or_misplaced_block_is_refused(messages: anthropic.Anthropic) -> None:
    [block] = create(messages, [USER, ANSWER, NEXT], compact=True)["content"]
    changed = {**block, "content": "Something else."}
    with pytest.raises(anthropic.BadRequestError, match="differs from what its `signature` recorded"):
        create(messages, [{"role": "assistant", "content": [changed]}, NEXT])
    with pytest.raises(anthropic.BadRequestError, match="first block of the conversation"):
        create(messages, [USER, {"role": "assistant", "content": [block]}, NEXT])
    with pytest.raises(anthropic.BadRequestError, match=r"messages\.0\.content\.0: Extra inputs"):
        create(messages, [{"role": "assistant", "content": [block]}, NEXT], beta=False)


@pytest.fixture
def responses() -> Iterator[openai.OpenAI]:
    apis = [OpenAIResponses(OPENAI_KEY), OpenAICompaction(OPENAI_KEY)]
    with (
        ModelServer(apis, lambda _: responses_reply(words("ok"))) as server,
        openai.OpenAI(api_key=OPENAI_KEY, base_url=f"{server.url}/v1", max_retries=0) as client,
    ):
        yield client


def test_an_item_stands_for_the_items(responses: openai.OpenAI) -> None:
    item: Any = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "Sort the sheet."}],
    }
    compacted = responses.responses.compact(model="gpt-6.1-terra", input=[item], instructions="Work.")
    assert compacted.object == "response.compaction"
    output: Any = [one.model_dump(mode="json", exclude_none=True, warnings=False) for one in compacted.output]
    assert [one["type"] for one in output] == ["message", "compaction"]
    answer = responses.responses.create(model="gpt-6.1-terra", input=[*output, item], store=False)
    assert answer.status == "completed"
    output[1]["encrypted_content"] = "another"
    with pytest.raises(openai.BadRequestError, match="could not be verified"):
        responses.responses.create(model="gpt-6.1-terra", input=[*output, item], store=False)
