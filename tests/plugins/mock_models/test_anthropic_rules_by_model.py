"""The rules that differ between models: computer tools, kinds of thinking, what thinking is bound to."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.anthropic_messages import text
from plugins.mock_models.anthropic_rules import KEY, check_request
from plugins.mock_models.turns import ApiError

Body = dict[str, Any]
BETA = "computer-use-2025-11-24"


def older() -> Body:
    """A request to a model of 2025: the older computer tool, a budget of thinking, effort."""
    return {
        "model": "claude-opus-4-5",
        "max_tokens": 4000,
        "stream": True,
        "cache_control": {"type": "ephemeral"},
        "thinking": {"type": "enabled", "budget_tokens": 2000},
        "output_config": {"effort": "low"},
        "tools": [
            {
                "type": "computer_20251124",
                "name": "computer",
                "display_width_px": 1280,
                "display_height_px": 720,
                "enable_zoom": True,
            }
        ],
        "messages": [
            {"role": "user", "content": [text("go")]},
            {
                "role": "assistant",
                "content": [
                    {
                        "type": "thinking",
                        "thinking": "hm",
                        "signature": hashlib.sha256(b"hm").hexdigest(),
                    },
                    {"type": "tool_use", "id": "a", "name": "computer", "input": {"action": "screenshot"}},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "a", "content": [text("ok")]}],
            },
        ],
    }


def refusal(body: Body, beta: str = BETA) -> str:
    headers = {"x-api-key": KEY, "anthropic-version": "2026-10-21", "anthropic-beta": beta}
    try:
        check_request(json.dumps(body).encode(), headers, KEY)
    except ApiError as error:
        assert error.status == 400
        return error.message
    return ""


def test_the_older_request_is_valid_and_its_thinking_bound_to_nothing() -> None:
    assert refusal(older()) == ""
    body = older()
    body["messages"][0]["content"] = [text("something else")]
    assert refusal(body, f"other-beta, {BETA}") == ""


def without_thinking(body: Body) -> None:
    body["messages"][1]["content"].pop(0)


VIOLATIONS: dict[str, tuple[Callable[[Body], object], str]] = {
    "the toolset with an older model": (
        lambda b: b.update(tools=[{"type": "computer_toolset_20260801"}]),
        "does not support computer_toolset_20260801",
    ),
    "another older tool": (
        lambda b: b["tools"][0].update(type="computer_20250124"),
        "does not match any of the expected tags",
    ),
    "no size of the display": (lambda b: b["tools"][0].pop("display_width_px"), "display_width_px"),
    "an unknown field": (lambda b: b["tools"][0].update(colour="red"), "Extra inputs"),
    "adaptive thinking": (lambda b: b.update(thinking={"type": "adaptive"}), "thinking.type.adaptive"),
    "a small budget": (lambda b: b["thinking"].update(budget_tokens=1000), "at least 1024"),
    "a budget without room for an answer": (lambda b: b.update(max_tokens=2000), "less than max_tokens"),
    "no budget": (lambda b: b["thinking"].pop("budget_tokens"), "budget_tokens: Field required"),
    "thinking left out of the turn": (without_thinking, "Expected `thinking` or `redacted_thinking`"),
    "thinking changed": (
        lambda b: b["messages"][1]["content"][0].update(thinking="ha"),
        "must remain as they were",
    ),
    "an effort that does not exist": (lambda b: b["output_config"].update(effort="huge"), "output_config"),
    "too many cache marks": (
        lambda b: b["messages"][0].update(
            content=[{**text(str(n)), "cache_control": {"type": "ephemeral"}} for n in range(4)]
        ),
        "maximum of 4 blocks",
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_a_400(name: str) -> None:
    break_it, expected = VIOLATIONS[name]
    body = copy.deepcopy(older())
    break_it(body)
    assert expected in refusal(body)


def test_thinking_may_be_left_out_when_it_is_off() -> None:
    body = older()
    without_thinking(body)
    body["thinking"] = {"type": "disabled"}
    assert refusal(body) == ""


@pytest.mark.parametrize(
    ("model", "kind", "accepted"),
    [
        ("claude-opus-5-5", "adaptive", True),
        ("claude-opus-5-5", "disabled", False),
        ("claude-opus-5-5", "between_tools", False),
        ("claude-sonnet-5-5", "between_tools", True),
        ("claude-sonnet-5-5", "disabled", False),
        ("claude-haiku-5-5", "disabled", True),
        ("claude-opus-5", "disabled", True),
        ("claude-opus-4-7", "enabled", False),
    ],
)
def test_thinking_by_model(model: str, kind: str, accepted: bool) -> None:
    thinking = {"type": kind, **({"budget_tokens": 2000} if kind == "enabled" else {})}
    body = {"model": model, "max_tokens": 4000, "thinking": thinking, "messages": older()["messages"][:1]}
    assert (refusal(body) == "") is accepted
