"""The wire server must refuse what the real API refuses, else the agent's tests prove nothing."""

from __future__ import annotations

import base64
import copy
import io
import json
from collections.abc import Callable
from typing import Any

import anthropic
import pytest
from PIL import Image

from plugins.mock_models.anthropic_messages import AnthropicServer, reply, text
from plugins.mock_models.anthropic_rules import KEY, check_request, sign
from plugins.mock_models.turns import ApiError

Body = dict[str, Any]
HEADERS = {"x-api-key": KEY, "anthropic-version": "2026-10-21"}


def image(width: int = 8, height: int = 8, kind: str = "PNG", media_type: str = "image/png") -> Body:
    out = io.BytesIO()
    Image.new("RGB", (width, height)).save(out, kind)
    data = base64.b64encode(out.getvalue()).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def result(call: str, *content: Body, **more: Any) -> Body:
    return {"type": "tool_result", "tool_use_id": call, "content": list(content), **more}


def valid() -> Body:
    """A request with everything the agent sends."""
    body: Body = {
        "model": "claude-sonnet-5-5",
        "max_tokens": 100,
        "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}],
        "thinking": {"type": "adaptive", "display": "summarized"},
        "tools": [
            {"type": "computer_toolset_20260801", "configs": {"zoom": {"enabled": False}}},
            {"name": "calc__sort", "description": "d", "input_schema": {"type": "object", "properties": {}}},
        ],
        "messages": [
            {"role": "user", "content": [text("go"), image()]},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": ""},
                    {
                        "type": "tool_use",
                        "id": "a",
                        "name": "left_click",
                        "input": {},
                        "toolset_name": "computer",
                    },
                    {"type": "tool_use", "id": "b", "name": "calc__sort", "input": {"x": 1}},
                ],
            },
            {
                "role": "user",
                "content": [
                    result("a", text("ok"), toolset_name="computer"),
                    result("b", text("no"), is_error=True),
                    image(),
                ],
            },
        ],
    }
    return signed(body)


def signed(body: Body) -> Body:
    body["messages"][1]["content"][0]["signature"] = sign(body, 1, "hm")
    return body


def check(body: Body, headers: dict[str, str] | None = None) -> ApiError | None:
    try:
        check_request(json.dumps(body).encode(), HEADERS if headers is None else headers, KEY)
    except ApiError as error:
        return error
    return None


def test_the_valid_request_is_valid() -> None:
    assert check(valid()) is None


def answers(body: Body) -> list[Body]:
    return body["messages"][2]["content"]  # type: ignore[no-any-return]


def calls(body: Body) -> list[Body]:
    return body["messages"][1]["content"]  # type: ignore[no-any-return]


def many_images(body: Body, count: int, width: int) -> None:
    body["messages"][0]["content"] += [image(width, 8) for _ in range(count)]


VIOLATIONS: dict[str, tuple[Callable[[Body], object], str]] = {
    "no max_tokens": (lambda b: b.pop("max_tokens"), "max_tokens: Field required"),
    "no messages": (lambda b: b.update(messages=[]), "at least one message"),
    "zero max_tokens": (lambda b: b.update(max_tokens=0), "max_tokens"),
    "unknown field": (lambda b: b.update(temperature=1.0), "temperature: Extra inputs"),
    "thinking disabled": (lambda b: b.update(thinking={"type": "disabled"}), "thinking.type.disabled"),
    "thinking with a budget": (lambda b: b["thinking"].update(budget_tokens=2000), "thinking.budget_tokens"),
    "forced tool": (lambda b: b.update(tool_choice={"type": "any"}), "tool_choice"),
    "assistant first": (lambda b: b["messages"].pop(0), "roles must alternate"),
    "two user turns": (lambda b: b["messages"].append(b["messages"][2]), "roles must alternate"),
    "prefill": (
        lambda b: b["messages"].append({"role": "assistant", "content": [text("So")]}),
        "assistant message prefill",
    ),
    "empty turn": (lambda b: b["messages"][0].update(content=[]), "non-empty content"),
    "empty text": (lambda b: answers(b).append(text(" ")), "non-whitespace"),
    "unknown block": (lambda b: answers(b).append({"type": "video"}), "`video` blocks"),
    "unknown block field": (lambda b: answers(b)[0].update(note="x"), "Extra inputs are not permitted"),
    "image from the assistant": (lambda b: calls(b).append(image()), "`image` blocks are not permitted"),
    "call from the user": (lambda b: answers(b).append(calls(b)[2]), "`tool_use` blocks are not permitted"),
    "unanswered call": (lambda b: answers(b).pop(1), "ids were found without `tool_result`"),
    "answer after text": (
        lambda b: answers(b).insert(0, text("see")),
        "ids were found without `tool_result`",
    ),
    "answer to nothing": (
        lambda b: answers(b).insert(2, result("zz", text("x"))),
        "unexpected `tool_use_id`",
    ),
    "answered twice": (lambda b: answers(b).insert(2, answers(b)[1]), "unexpected `tool_use_id`"),
    "same id twice": (lambda b: calls(b).append(calls(b)[2]), "ids must be unique"),
    "bad id": (
        lambda b: (calls(b)[2].update(id="b!"), answers(b)[1].update(tool_use_id="b!")),
        "must be unique",
    ),
    "no toolset_name": (lambda b: answers(b)[0].pop("toolset_name"), "does not match its call"),
    "toolset_name on a custom tool": (
        lambda b: answers(b)[1].update(toolset_name="computer"),
        "does not match its call",
    ),
    "image in an error": (
        lambda b: answers(b)[1]["content"].append(image()),
        "all content must be type `text`",
    ),
    "document in a result": (
        lambda b: answers(b)[0]["content"].append({"type": "document"}),
        "unexpected `document`",
    ),
    "dotted tool name": (lambda b: b["tools"][1].update(name="calc.sort"), "should match pattern"),
    "long tool name": (lambda b: b["tools"][1].update(name="x" * 65), "should match pattern"),
    "same tool twice": (lambda b: b["tools"].append(b["tools"][1]), "names must be unique"),
    "a tool named computer": (lambda b: b["tools"][1].update(name="computer"), "names must be unique"),
    "toolset with a name": (lambda b: b["tools"][0].update(name="computer"), "Extra inputs"),
    "toolset with a display": (lambda b: b["tools"][0].update(display_width_px=1280), "Extra inputs"),
    "unknown member": (lambda b: b["tools"][0]["configs"].update(fly={"enabled": True}), "Extra inputs"),
    "unequal defer_loading": (
        lambda b: b["tools"][0]["configs"].update(key={"defer_loading": True}),
        "defer_loading must be the same",
    ),
    "older computer tool without its beta": (
        lambda b: b["tools"].append({"type": "computer_20251124", "name": "c"}),
        "does not match any of the expected tags",
    ),
    "unknown tool type": (lambda b: b["tools"].append({"type": "oven_2027"}), "does not match any"),
    "schema of no object": (
        lambda b: b["tools"][1].update(input_schema={"type": "string"}),
        "should be 'object'",
    ),
    "schema with a top-level union": (
        lambda b: b["tools"][1]["input_schema"].update(anyOf=[]),
        "oneOf, allOf, or anyOf",
    ),
    "schema that is none": (
        lambda b: b["tools"][1]["input_schema"].update(properties={"x": {"type": "strnig"}}),
        "draft 2020-12",
    ),
    "calls without tools": (lambda b: b.pop("tools"), "tools: required"),
    "computer calls without the toolset": (lambda b: b["tools"].pop(0), "is not declared"),
    "image of another type": (
        lambda b: answers(b).append(image(media_type="image/jpeg")),
        "but the image is image/png",
    ),
    "media type unknown": (lambda b: answers(b).append(image(media_type="image/tiff")), "Input should be"),
    "not base64": (lambda b: answers(b)[2]["source"].update(data="***"), "Could not process image"),
    "no image": (lambda b: answers(b)[2]["source"].update(data="aGVsbG8="), "Could not process image"),
    "image too large": (lambda b: answers(b).append(image(8001, 8)), "max allowed size of 8000"),
    "many large images": (lambda b: many_images(b, 20, 2001), "max allowed size of 2000"),
    "too many images": (lambda b: many_images(b, 100, 8), "too many images"),
    "oversized screenshot": (
        lambda b: answers(b)[0]["content"].append(image(2560, 1600)),
        "exceeds the model's maximum",
    ),
    "five cache marks": (
        lambda b: [block.update(cache_control={"type": "ephemeral"}) for block in [*answers(b), *b["tools"]]],
        "maximum of 4 blocks with cache_control",
    ),
    "cache mark without a type": (
        lambda b: answers(b)[2].update(cache_control={"ttl": "5m"}),
        "Field required",
    ),
    "thinking changed": (lambda b: calls(b)[0].update(thinking="other"), "must remain as they were"),
    "history changed before thinking": (
        lambda b: b["messages"][0]["content"].pop(1),
        "must remain as they were",
    ),
    "tools changed before thinking": (
        lambda b: b["tools"].append({"name": "new", "input_schema": {"type": "object"}}),
        "must remain as they were",
    ),
    "system changed before thinking": (
        lambda b: b["system"][0].update(text="other"),
        "must remain as they were",
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_a_400(name: str) -> None:
    break_it, expected = VIOLATIONS[name]
    body = copy.deepcopy(valid())
    break_it(body)
    error = check(body)
    assert error is not None
    assert (error.status, error.kind) == (400, "invalid_request_error")
    assert expected in error.message


@pytest.mark.parametrize(
    ("headers", "status", "kind"),
    [
        ({"anthropic-version": "2026-10-21"}, 401, "authentication_error"),
        ({**HEADERS, "x-api-key": "wrong"}, 401, "authentication_error"),
        ({"x-api-key": KEY}, 400, "invalid_request_error"),
        ({**HEADERS, "anthropic-version": "1999-01-01"}, 400, "invalid_request_error"),
    ],
)
def test_headers(headers: dict[str, str], status: int, kind: str) -> None:
    error = check(valid(), headers)
    assert error is not None
    assert (error.status, error.kind) == (status, kind)


def test_an_older_computer_tool_passes_the_tag_only_with_its_beta() -> None:
    body = valid()
    body["tools"].append({"type": "computer_20251124", "name": "c"})
    error = check(body, {**HEADERS, "anthropic-beta": "computer-use-2025-11-24"})
    assert error is not None
    assert "does not support computer_20251124" in error.message


def test_unknown_model_and_size_have_their_own_status() -> None:
    unknown = check({**valid(), "model": "claude-nobody"})
    assert unknown is not None
    assert (unknown.status, unknown.kind) == (404, "not_found_error")
    with pytest.raises(ApiError) as large:
        check_request(b" " * (32 * 2**20 + 1), HEADERS)
    assert (large.value.status, large.value.kind) == (413, "request_too_large")


def test_thinking_may_be_left_out_and_cache_marks_moved() -> None:
    body = valid()
    calls(body).pop(0)
    assert check(body) is None
    body = valid()
    body["system"][0].pop("cache_control")
    answers(body)[2]["cache_control"] = {"type": "ephemeral"}
    assert check(body) is None


def test_errors_reach_the_sdk_in_the_apis_format() -> None:
    with AnthropicServer([reply(text("hello"))]) as server:
        client = anthropic.Anthropic(api_key=KEY, base_url=server.url, max_retries=0)
        with pytest.raises(anthropic.NotFoundError) as error:
            client.messages.create(
                model="claude-nobody", max_tokens=1, messages=[{"role": "user", "content": "x"}]
            )
        assert error.value.type == "not_found_error"
        assert error.value.request_id
        answer = client.messages.create(
            model="claude-opus-5-5", max_tokens=1, messages=[{"role": "user", "content": "x"}]
        )
        assert answer.content[0].to_dict() == {"type": "text", "text": "hello"}
        client.close()
