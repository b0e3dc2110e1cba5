from __future__ import annotations

from typing import Any

import pytest
from anthropic.types import ComputerToolsetConfigsParam

from controller.agents.builtin.anthropic.computer import _HANDLERS, TOOLSET, parse_keys, to_action
from controller.agents.calls import BadCall
from controller.agents.coordinates import pointer_after
from controller.core.actions import (
    Action,
    Click,
    Drag,
    GuiAction,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Screenshot,
    Scroll,
    TypeText,
    Wait,
    Zoom,
)
from controller.models.scaling import ScaledView
from plugins.mock_models.anthropic_computer import to_call
from plugins.mock_models.turns import ApiError

HALF = ScaledView(2560, 1440, 1280, 720)


def test_every_member_of_the_toolset_is_handled() -> None:
    assert set(_HANDLERS) == set(ComputerToolsetConfigsParam.__annotations__)
    assert TOOLSET.entry(HALF)["configs"] == {"cursor_position": {"enabled": False}}


@pytest.mark.parametrize(
    ("member", "arguments", "action"),
    [
        ("screenshot", {}, Screenshot()),
        ("cursor_position", {}, Screenshot()),
        ("zoom", {"region": [0, 0, 640, 360]}, Zoom(x0=0, y0=0, x1=1280, y1=720)),
        ("left_click", {"coordinate": [10, 20]}, Click(x=21, y=41)),
        ("left_click", {}, Click(x=7, y=8)),
        ("left_click", {"coordinate": None, "text": None}, Click(x=7, y=8)),
        ("right_click", {"coordinate": [0, 0]}, Click(x=1, y=1, button="right")),
        ("middle_click", {"coordinate": [0, 0]}, Click(x=1, y=1, button="middle")),
        ("double_click", {"coordinate": [0, 0]}, Click(x=1, y=1, count=2)),
        (
            "triple_click",
            {"coordinate": [0, 0], "text": "ctrl+shift"},
            Click(x=1, y=1, count=3, modifiers=("ctrl", "shift")),
        ),
        (
            "left_click_drag",
            {"start_coordinate": [0, 0], "coordinate": [1, 1], "text": "alt"},
            Drag(path=(Point(x=1, y=1), Point(x=3, y=3)), modifiers=("alt",)),
        ),
        ("left_mouse_down", {}, MouseDown()),
        ("left_mouse_up", {}, MouseUp()),
        ("mouse_move", {"coordinate": [5, 5]}, MouseMove(x=11, y=11)),
        ("scroll", {"scroll_direction": "down", "scroll_amount": 3}, Scroll(x=7, y=8, dy=3)),
        ("scroll", {"scroll_direction": "up", "scroll_amount": 3.0}, Scroll(x=7, y=8, dy=-3)),
        (
            "scroll",
            {"scroll_direction": "left", "scroll_amount": 2, "coordinate": [0, 0], "text": "shift"},
            Scroll(x=1, y=1, dx=-2, modifiers=("shift",)),
        ),
        ("key", {"text": "ctrl+s"}, Key(keys=("ctrl", "s"))),
        ("key", {"text": "Tab", "repeat": 4}, Key(keys=("Tab",), repeat=4)),
        ("hold_key", {"text": "shift", "duration": 2}, HoldKey(keys=("shift",), seconds=2)),
        ("type", {"text": "grüße <\n🙂"}, TypeText(text="grüße <\n🙂")),
        ("wait", {"duration": 1.5}, Wait(seconds=1.5)),
        ("wait", {"duration": 300}, Wait(seconds=60)),
        ("hold_key", {"text": "a", "duration": 300}, HoldKey(keys=("a",), seconds=30)),
    ],
)
def test_calls_become_actions_in_native_pixels(
    member: str, arguments: dict[str, Any], action: Action
) -> None:
    assert to_action(member, arguments, HALF, (7, 8)) == action


@pytest.mark.parametrize(
    ("member", "arguments", "expected"),
    [
        ("fly", {}, "no 'fly'"),
        ("left_click", {"coordinate": [1280, 0]}, "outside the screenshot"),
        ("left_click", {"coordinate": "10,20"}, "needs `coordinate`"),
        ("left_click", {"coordinate": [1]}, "needs `coordinate`"),
        ("left_click", {"coordinate": [float("nan"), 1]}, "needs `coordinate`"),
        ("left_click", {"coordinate": [1, 1], "text": "+shift"}, "no key or combination"),
        ("mouse_move", {}, "needs `coordinate`"),
        ("left_click_drag", {"coordinate": [1, 1]}, "needs `start_coordinate`"),
        ("zoom", {"region": [5, 5, 5, 5]}, "not a region"),
        ("scroll", {"scroll_direction": "sideways", "scroll_amount": 1}, "one of up, down, left, right"),
        ("scroll", {"scroll_direction": "up", "scroll_amount": 0}, "from 1 to 100"),
        ("scroll", {"scroll_direction": "up", "scroll_amount": 1000}, "from 1 to 100"),
        ("scroll", {"scroll_direction": "up"}, "whole number"),
        ("key", {"text": ""}, "needs `text`"),
        ("key", {"text": "Tab Tab"}, "no key or combination"),
        ("key", {"text": "a", "repeat": 500}, "less than or equal to 100"),
        ("hold_key", {"text": "a", "duration": 301}, "at most 300 seconds, not 301"),
        ("wait", {"duration": 3600}, "at most 300 seconds, not 3600"),
        ("wait", {"duration": 0}, "greater than 0"),
        ("wait", {"duration": "long"}, "seconds"),
        ("type", {}, "needs `text`"),
    ],
)
def test_what_is_no_action_says_why(member: str, arguments: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadCall, match=expected):
        to_action(member, arguments, HALF, None)


@pytest.mark.parametrize(
    "action",
    [
        Screenshot(),
        Zoom(x0=0, y0=0, x1=1280, y1=720),
        Click(x=21, y=41),
        Click(x=1, y=1, button="right"),
        Click(x=1, y=1, button="middle", modifiers=("ctrl",)),
        Click(x=1, y=1, count=2),
        Click(x=2559, y=1439, count=3, modifiers=("ctrl", "shift")),
        Drag(path=(Point(x=1, y=1), Point(x=3, y=3)), modifiers=("alt",)),
        MouseDown(),
        MouseUp(),
        MouseMove(x=11, y=11),
        Scroll(x=7, y=9, dy=3),
        Scroll(x=7, y=9, dy=-100),
        Scroll(x=7, y=9, dx=2),
        Scroll(x=7, y=9, dx=-2, modifiers=("shift",)),
        Key(keys=("ctrl", "+")),
        Key(keys=("+",)),
        Key(keys=("Tab",), repeat=4),
        HoldKey(keys=("shift",), seconds=2),
        TypeText(text="grüße <\n🙂"),
        Wait(seconds=1.5),
    ],
)
def test_an_action_becomes_the_call_that_asks_for_it(action: GuiAction) -> None:
    assert to_action(*to_call(action, HALF), HALF, None) == action


@pytest.mark.parametrize(
    "action",
    [
        Click(x=1, y=1, button="right", count=2),
        Drag(path=(Point(x=1, y=1), Point(x=3, y=3)), button="right"),
        Drag(path=(Point(x=1, y=1), Point(x=3, y=3), Point(x=5, y=5))),
        MouseDown(button="right"),
        Scroll(x=1, y=1, dx=1, dy=1),
        Scroll(x=1, y=1),
    ],
)
def test_an_action_beyond_the_toolset_has_no_call(action: GuiAction) -> None:
    with pytest.raises(ApiError):
        to_call(action, HALF)


def test_a_click_without_a_place_needs_a_known_pointer() -> None:
    with pytest.raises(BadCall, match="give left_click a `coordinate`"):
        to_action("left_click", {}, HALF, None)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Return", ("Return",)),
        ("ctrl + shift+T", ("ctrl", "shift", "T")),
        ("A", ("A",)),
        ("+", ("+",)),
        ("ctrl++", ("ctrl", "+")),
        ("XF86AudioMute", ("XF86AudioMute",)),
    ],
)
def test_keys(text: str, keys: tuple[str, ...]) -> None:
    assert parse_keys(text) == keys


def test_the_pointer_follows_the_actions() -> None:
    assert pointer_after(Click(x=1, y=2), None) == (1, 2)
    assert pointer_after(Drag(path=(Point(x=1, y=1), Point(x=9, y=9))), (0, 0)) == (9, 9)
    assert pointer_after(TypeText(text="x"), (3, 4)) == (3, 4)
