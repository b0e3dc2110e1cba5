"""The computer tool's actions and the functions of the computer, to testbed's actions and back."""

from __future__ import annotations

from typing import Any

import pytest

from controller.agents.builtin.openai import computer, functions
from controller.agents.builtin.openai.computer import actions_in, tool
from controller.agents.builtin.openai.functions import (
    FUNCTIONS,
    LOOSE_TYPES,
    FunctionContext,
    describe_function,
    to_call,
)
from controller.agents.calls import BadCall
from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import CoordinateFrame
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
from plugins.mock_models.openai_computer import actions_of
from plugins.mock_models.turns import ApiError

VIEW = ScaledView(2560, 1440, 1280, 720)

ASKED: list[tuple[dict[str, Any], Action]] = [
    ({"type": "click", "button": "left", "x": 10, "y": 20}, Click(x=21, y=41)),
    ({"type": "click", "button": "wheel", "x": 0, "y": 0}, Click(x=1, y=1, button="middle")),
    (
        {"type": "click", "button": "right", "x": 1279, "y": 719, "keys": ["CTRL"]},
        Click(x=2559, y=1439, button="right", modifiers=("CTRL",)),
    ),
    ({"type": "double_click", "x": 10, "y": 20, "keys": None}, Click(x=21, y=41, count=2)),
    (
        {"type": "drag", "path": [{"x": 0, "y": 0}, {"x": 5, "y": 5}, {"x": 9, "y": 9}]},
        Drag(path=(Point(x=1, y=1), Point(x=11, y=11), Point(x=19, y=19))),
    ),
    ({"type": "keypress", "keys": ["CTRL", "SHIFT", "T"]}, Key(keys=("CTRL", "SHIFT", "T"))),
    ({"type": "move", "x": 3, "y": 4}, MouseMove(x=7, y=9)),
    ({"type": "move", "x": 3, "y": 4, "keys": ["SHIFT"]}, MouseMove(x=7, y=9)),
    ({"type": "click", "button": "back", "x": 1, "y": 1}, Key(keys=("alt", "Left"))),
    (
        {"type": "click", "button": "forward", "x": 1, "y": 1, "keys": ["CTRL"]},
        Key(keys=("CTRL", "alt", "Right")),
    ),
    ({"type": "screenshot"}, Screenshot()),
    ({"type": "scroll", "x": 1, "y": 1, "scroll_x": 0, "scroll_y": 300}, Scroll(x=3, y=3, dy=3)),
    ({"type": "scroll", "x": 1, "y": 1, "scroll_x": -20, "scroll_y": 0}, Scroll(x=3, y=3, dx=-1)),
    ({"type": "scroll", "x": 1, "y": 1, "scroll_x": 0, "scroll_y": 10**9}, Scroll(x=3, y=3, dy=100)),
    ({"type": "type", "text": "héllo\n"}, TypeText(text="héllo\n")),
    ({"type": "wait"}, Wait(seconds=2)),
]


@pytest.mark.parametrize(("wire_action", "action"), ASKED)
def test_what_is_asked_becomes_an_action(wire_action: dict[str, Any], action: Action) -> None:
    assert computer.to_action(wire_action, VIEW) == action


def test_keys_that_are_not_held_while_moving_are_counted() -> None:
    leniencies: list[str] = []
    computer.to_action({"type": "move", "x": 3, "y": 4, "keys": ["SHIFT"]}, VIEW, leniencies)
    computer.to_action({"type": "move", "x": 3, "y": 4, "keys": []}, VIEW, leniencies)
    assert leniencies == [computer.KEYS_NOT_HELD]


@pytest.mark.parametrize(
    ("wire_action", "expected"),
    [
        ({"type": "fly"}, "no action 'fly'; it has click"),
        ({}, "no action 'None'"),
        ({"type": "click", "button": "left", "x": 1280, "y": 0}, "outside the screenshot of 1280 x 720"),
        ({"type": "click", "button": "left", "x": -1, "y": 0}, "outside the screenshot"),
        ({"type": "click", "button": "left", "y": 0}, "`x` must be a number"),
        ({"type": "click", "button": "left", "x": "1", "y": 0}, "`x` must be a number"),
        ({"type": "click", "button": "left", "x": float("nan"), "y": 0}, "`x` must be a number"),
        (
            {"type": "click", "button": "side", "x": 1, "y": 0},
            "no button 'side'; use left, right, wheel, back, forward",
        ),
        ({"type": "click", "button": "back", "x": 1280, "y": 0}, "outside the screenshot of 1280 x 720"),
        ({"type": "click", "button": "left", "x": 1, "y": 0, "keys": "ctrl"}, "`keys` must be a list"),
        ({"type": "drag", "path": [{"x": 0, "y": 0}]}, "path: should have at least 2 items, not 1"),
        ({"type": "drag", "path": [[0, 0], [1, 1]]}, "a list of points"),
        ({"type": "drag"}, "a list of points"),
        ({"type": "keypress", "keys": []}, "`keys` is empty"),
        ({"type": "keypress", "keys": [""]}, "`keys` must be a list"),
        ({"type": "type", "text": ""}, "`text` must be a text"),
        ({"type": "scroll", "x": 1, "y": 1, "scroll_x": None, "scroll_y": 1}, "`scroll_x` must be a number"),
    ],
)
def test_what_cannot_be_done_is_said(wire_action: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadCall, match=expected.replace("(", r"\(")):
        computer.to_action(wire_action, VIEW)


BOTH: list[GuiAction] = [
    Click(x=21, y=41),
    Click(x=21, y=41, button="middle", modifiers=("shift",)),
    Click(x=21, y=41, count=2),
    Drag(path=(Point(x=1, y=1), Point(x=11, y=11))),
    MouseMove(x=7, y=9),
    Scroll(x=3, y=3, dx=-2, dy=5),
    TypeText(text="x"),
    Screenshot(),
]


@pytest.mark.parametrize("action", [*BOTH, Key(keys=("ctrl", "s")), Wait(seconds=2)])
def test_the_computer_tool_asks_for_an_action_as_it_is_understood(action: GuiAction) -> None:
    [wire_action] = actions_of(action, VIEW)
    assert computer.to_action(wire_action, VIEW) == action


def test_repeats_and_long_waits_are_several_actions() -> None:
    assert actions_of(Key(keys=("Tab",), repeat=3), VIEW) == [{"type": "keypress", "keys": ["Tab"]}] * 3
    assert actions_of(Wait(seconds=5), VIEW) == [{"type": "wait"}] * 3
    with pytest.raises(ApiError):
        actions_of(MouseDown(), VIEW)


@pytest.mark.parametrize("convention", ["absolute", "0-1000", "0-1"])
@pytest.mark.parametrize(
    "action",
    [
        *BOTH,
        Click(x=2559, y=1439, count=3),
        Key(keys=("Tab",), repeat=3),
        HoldKey(keys=("a",), seconds=1.5),
        MouseDown(button="right"),
        MouseUp(),
        Wait(seconds=5),
    ],
)
def test_the_functions_ask_for_an_action_as_it_is_understood(
    convention: Convention, action: GuiAction
) -> None:
    screen = FunctionContext(VIEW, CoordinateFrame(convention))
    name, arguments = to_call(action, screen)
    leniencies: list[str] = []
    assert functions.to_action(name, arguments, screen, leniencies) == action
    assert leniencies == []


def test_a_zoom_holds_both_corners() -> None:
    screen = FunctionContext(ScaledView(1280, 720, 1280, 720), CoordinateFrame())
    action = Zoom(x0=10, y0=20, x1=110, y1=70)
    name, arguments = to_call(action, screen)
    assert functions.to_action(name, arguments, screen, []) == action
    with pytest.raises(BadCall, match="above and left"):
        functions.to_action(name, {"x": 5, "y": 5, "to_x": 1, "to_y": 9}, screen, [])


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("computer_click", {"x": 1280, "y": 1}, "outside the screenshot of 1280 x 720"),
        ("computer_click", {"x": 1}, "y: is missing"),
        (
            "computer_click",
            {"x": 1, "y": 1, "button": "back"},
            "button: should be 'left', 'middle' or 'right', not 'back'",
        ),
        ("computer_click", {"x": 1, "y": 1, "count": 4}, "count: should be less than or equal to 3, not 4"),
        ("computer_click", {"coordinate": [1, 1]}, r"x: is missing \(and 2 more\)"),
        ("computer_click", {"x": 1, "y": 1, "z": 1}, "z: is unknown"),
        ("computer_click", {"x": float("inf"), "y": 1}, "x: should be a finite number"),
        ("computer_type", {"text": ""}, "text: should have at least 1 character"),
        ("computer_press_keys", {"keys": []}, "keys: should have at least 1 item"),
        ("computer_wait", {"seconds": 1000}, "seconds: should be less than or equal to 60, not 1000"),
    ],
)
def test_wrong_arguments_are_said(name: str, arguments: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadCall, match=f"{name}: .*{expected}"):
        functions.to_action(name, arguments, FunctionContext(VIEW, CoordinateFrame()), [])


def test_numbers_as_text_are_read_and_counted() -> None:
    leniencies: list[str] = []
    action = functions.to_action(
        "computer_click",
        {"x": "500", "y": "1000"},
        FunctionContext(VIEW, CoordinateFrame("0-1000")),
        leniencies,
    )
    assert action == Click(x=1280, y=1439)
    assert leniencies == [LOOSE_TYPES]


@pytest.mark.parametrize(
    ("convention", "expected"),
    [("absolute", "1280 wide and 720 high"), ("0-1000", "from 0 to 1000"), ("0-1", "from 0 to 1:")],
)
def test_functions_say_what_coordinates_mean(convention: Convention, expected: str) -> None:
    screen = FunctionContext(VIEW, CoordinateFrame(convention))
    for name, function in FUNCTIONS.items():
        description, schema = describe_function(function, screen)
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert (expected in description) == ("x" in schema["properties"]), name


def test_calls_come_in_batches_or_alone() -> None:
    click = {"type": "click"}
    assert actions_in({"actions": [click, click]}) == [click, click]
    assert actions_in({"action": click, "actions": []}) == [click]
    assert actions_in({"actions": ["click"]}) == [{"type": "click"}]
    assert actions_in({}) == [{"type": None}]


def test_the_preview_tool_names_the_pictures_size() -> None:
    assert tool("computer", VIEW) == {"type": "computer"}
    assert tool("computer_use_preview", VIEW)["display_width"] == 1280
