"""Models, their computer tools and kinds of thinking, and the settings."""

from __future__ import annotations

from typing import Any

import pytest

from controller.agents.builtin.anthropic.models import KNOWN, find_model
from controller.agents.builtin.anthropic.settings import make_setup
from controller.agents.contract import AgentOptions
from controller.core.actions import Click, Screenshot, Terminate, ToolCall, Zoom
from plugins.mock_models.anthropic_messages import reply, text, use
from plugins.mock_models.base import MockRequest
from plugins.mock_models.turns import MockAnswer
from testbed.errors import AgentError, UsageError
from tests.controller.agents.anthropic.talk import OK, SORT, Begin

pytestmark = pytest.mark.filterwarnings("ignore:The model 'claude:DeprecationWarning")


def request_of(begin: Begin, model: str, **settings: Any) -> dict[str, Any]:
    """The first request of an agent with these settings."""
    talk = begin(reply(text("Done.")), model=model, **settings)
    talk.act()
    return talk.server.requests[0]


KINDS = list({find_model(name): name for name in KNOWN}.values())
"""One model of each kind."""


@pytest.mark.slow
@pytest.mark.parametrize("model", KINDS)
def test_an_episode_with_every_kind_of_model(begin: Begin, model: str) -> None:
    """Longer than the number of pictures kept; the server checks each request by the model's own rules."""
    actions = [Click(x=640, y=360), Screenshot(), ToolCall(name=SORT.name, arguments={"column": "B"})]

    def answer(_: MockRequest) -> MockAnswer:
        return MockAnswer((actions[len(talk.server.requests) % 3],), text="So.", thought="Hm.")

    talk = begin(script=answer, model=model)
    decision = talk.act(left=50)
    for step in range(20):
        assert decision.actions == (actions[(step + 1) % 3],)
        assert decision.thought in ("Hm.\n\nSo.", "So.")
        decision = talk.act(OK, left=49 - step, shade=step)


@pytest.mark.parametrize(
    ("model", "entry", "beta", "thinking"),
    [
        ("claude-opus-5-5", {"type": "computer_toolset_20260801"}, "", "adaptive"),
        ("claude-next", {"type": "computer_toolset_20260801"}, "", "adaptive"),
        (
            "claude-opus-4-8",
            {"type": "computer_20251124", "display_width_px": 1280, "enable_zoom": True},
            "computer-use-2025-11-24",
            "adaptive",
        ),
        (
            "claude-opus-4-5-20251101",
            {"type": "computer_20251124", "display_height_px": 720, "name": "computer"},
            "computer-use-2025-11-24,interleaved-thinking-2025-05-14",
            "enabled",
        ),
        (
            "claude-haiku-4-5",
            {"type": "computer_20250124", "display_width_px": 1280},
            "computer-use-2025-01-24,interleaved-thinking-2025-05-14",
            "enabled",
        ),
    ],
)
def test_what_a_model_is_sent(model: str, entry: dict[str, Any], beta: str, thinking: str) -> None:
    setup = make_setup(AgentOptions(model=model))
    computer = setup.computer.entry(view_1280())
    assert {key: computer[key] for key in entry} == entry
    request = setup.request("s", [], [])
    assert request.get("extra_headers", {}).get("anthropic-beta", "") == beta
    assert request["thinking"]["type"] == thinking


def view_1280() -> Any:
    from controller.models.scaling import ScaledView

    return ScaledView(1280, 720, 1280, 720)


def test_dated_and_prefixed_names_are_the_plain_model() -> None:
    assert find_model("claude-haiku-4-5-20251001") is find_model("claude-haiku-4-5")
    assert find_model("anthropic/claude-opus-4.6") is find_model("claude-opus-4-6")
    assert find_model("claude-opus-5-5") is not find_model("claude-opus-5")
    assert find_model("claude-sonnet-5-20260701") is find_model("claude-sonnet-5")
    assert find_model("anthropic.claude-opus-4-6-v1:0") is find_model("claude-opus-4-6")
    assert find_model("claude-opus-4-5@20251101") is find_model("claude-opus-4-5")
    assert find_model("claude-opus-6") is find_model("claude-next")


def test_older_models_are_shown_smaller_screens(begin: Begin) -> None:
    talk = begin(
        reply(use("computer", {"action": "zoom", "region": [0, 0, 10, 10]})),
        reply(use("computer", {"action": "left_click", "coordinate": [0, 0], "text": "ctrl"})),
        model="claude-opus-4-5",
        thinking="off",
    )
    [zoom] = talk.act(size=(1920, 1080)).actions
    [computer, *_] = talk.server.requests[0]["tools"]
    assert computer["display_width_px"] < 1568
    assert isinstance(zoom, Zoom)
    assert zoom.x1 > 10
    [click] = talk.act(OK, size=(1920, 1080)).actions
    assert isinstance(click, Click)
    assert click.modifiers == ("ctrl",)


def test_calls_of_the_older_tool_that_are_wrong_are_answered(begin: Begin) -> None:
    talk = begin(
        reply(use("computer", {"action": "fly"})),
        reply(use("computer", {"coordinate": [1, 1]})),
        reply(use("computer", {"action": "cursor_position"})),
        model="claude-haiku-4-5",
        thinking="off",
    )
    decision = talk.act()
    assert decision.actions == (Screenshot(),)
    assert decision.details["mistakes"][0].startswith("the computer has no 'fly'")
    assert decision.details["mistakes"][1] == "computer needs `action`, the name of one"


def test_settings_reach_the_request(begin: Begin) -> None:
    request = request_of(begin, "claude-opus-5-5", effort="low", max_tokens=999)
    assert (request["output_config"], request["max_tokens"]) == ({"effort": "low"}, 999)
    assert request["stream"] is True
    assert request["cache_control"] == request["system"][0]["cache_control"] == {"type": "ephemeral"}
    request = request_of(begin, "claude-opus-5-5", cache=False, stream=False)
    assert "cache_control" not in str(request)
    assert "stream" not in request


@pytest.mark.parametrize(
    ("model", "thinking", "sent"),
    [
        ("claude-sonnet-5-5", "off", {"type": "between_tools"}),
        ("claude-haiku-5-5", "off", {"type": "disabled"}),
        ("claude-haiku-4-5", "off", {"type": "disabled"}),
        ("claude-opus-4-6", 8000, {"type": "enabled", "budget_tokens": 8000}),
        ("claude-opus-4-6", "adaptive", {"type": "adaptive", "display": "summarized"}),
        ("claude-haiku-4-5", "auto", {"type": "enabled", "budget_tokens": 4096}),
    ],
)
def test_thinking_by_setting(model: str, thinking: str | int, sent: dict[str, Any]) -> None:
    assert make_setup(AgentOptions(model=model, settings={"thinking": thinking})).thinking == sent


@pytest.mark.parametrize(
    ("model", "settings", "expected"),
    [
        (
            "",
            {"wisdom": 1},
            r"wisdom: is unknown\n.*thinking, effort, max_tokens, context_window, compaction, images",
        ),
        ("", {"thinking": "hard"}, "thinking"),
        ("", {"thinking": 100}, "1024"),
        ("", {"max_tokens": 0}, "max_tokens"),
        ("", {"images": 2}, "3 pictures cannot be kept of 2"),
        ("", {"computer": "abacus"}, "computer"),
        ("claude-opus-5-5", {"thinking": "off"}, r"does not take thinking=off\n.*thinking=adaptive$"),
        ("claude-fable-5", {"thinking": "off"}, r"does not take thinking=off\n.*thinking=adaptive$"),
        ("claude-mythos-5", {"thinking": 4096}, "does not take thinking=4096"),
        (
            "claude-sonnet-5-5",
            {"thinking": "off", "effort": "max"},
            r"effort=max with thinking=off\n.*low, medium, high; or leave thinking on",
        ),
        ("claude-opus-5", {"thinking": "off", "effort": "xhigh"}, "effort=xhigh with thinking=off"),
        ("claude-haiku-5-5", {"thinking": "off", "effort": "xhigh"}, "effort=xhigh with thinking=off"),
        ("claude-opus-4-6", {"effort": "xhigh"}, r"does not take effort=xhigh\n.*low, medium, high, max"),
        ("claude-haiku-4-5", {"effort": "low"}, r"effort=low\nhint: leave it out"),
        ("claude-opus-4-1-20250805", {}, "older than Claude 4.5"),
        ("claude-3-7-sonnet-latest", {}, "older than Claude 4.5"),
        ("anthropic/claude-sonnet-4", {}, "older than Claude 4.5"),
        ("claude-opus-5-5", {"thinking": 4096}, "does not take thinking=4096"),
        ("claude-haiku-4-5", {"thinking": "adaptive"}, r"thinking=NUMBER \(tokens\) or off"),
        ("claude-haiku-4-5", {"max_tokens": 4096}, "leaves none of max_tokens"),
    ],
)
def test_settings_that_cannot_be_are_refused(model: str, settings: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        make_setup(AgentOptions(model=model, settings=settings))


def test_fewer_pictures_are_kept_when_asked(begin: Begin) -> None:
    def answer(_: MockRequest) -> MockAnswer:
        return MockAnswer((Screenshot(),))

    talk = begin(script=answer, images=2, images_kept=1)
    counts = []
    talk.act()
    for step in range(6):
        talk.act(OK, shade=step)
        counts.append(str(talk.server.requests[-1]["messages"]).count("'image/png'"))
    assert counts == [2, 1, 2, 1, 2, 1]


def test_a_pause_is_gone_on_from_and_three_end_the_episode(begin: Begin) -> None:
    talk = begin(
        reply(text("I look into it."), stop="pause_turn"), reply(use("terminate", {"status": "success"}))
    )
    decision = talk.act()
    assert decision.actions == (Terminate(status="success"),)
    assert decision.details["mistakes"] == ["paused"]
    talk = begin(*[reply(text("I look into it."), stop="pause_turn")] * 3)
    with pytest.raises(AgentError, match="paused"):
        talk.act()
