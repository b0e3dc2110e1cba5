"""Calls of Gemini's predefined functions as actions."""

from __future__ import annotations

from typing import Any

import pytest

from controller.agents.builtin.google.computer import ENVIRONMENTS, EXCLUDED, functions_of, to_actions
from controller.agents.builtin.google.declarations import computer_declarations
from controller.agents.builtin.google.models import KNOWN, ComputerKind, find_model
from controller.agents.calls import BadCall
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Scroll,
    TypeText,
    Wait,
)
from controller.models.scaling import ScaledView
from plugins.mock_models.google_models import (
    BROWSER,
    DESKTOP,
    DESKTOP_FUNCTIONS,
    OLDER_FUNCTIONS,
    SERVED,
    predefined_functions,
)

VIEW = ScaledView(2000, 1000, 1000, 500)
AT = {"x": 250, "y": 999}
ENTER = Key(keys=("Return",), repeat=1)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click", AT, [Click(x=500, y=999, count=1)]),
        ("double_click", AT, [Click(x=500, y=999, count=2)]),
        ("triple_click", AT, [Click(x=500, y=999, count=3)]),
        ("middle_click", AT, [Click(x=500, y=999, button="middle", count=1)]),
        ("right_click", AT, [Click(x=500, y=999, button="right", count=1)]),
        ("mouse_down", AT, [MouseMove(x=500, y=999), MouseDown()]),
        ("mouse_up", AT, [MouseMove(x=500, y=999), MouseUp()]),
        ("move", AT, [MouseMove(x=500, y=999)]),
        ("type", {"text": "a\n"}, [TypeText(text="a\n")]),
        ("type", {"text": "a", "press_enter": True}, [TypeText(text="a"), ENTER]),
        ("type", {"text": "", "press_enter": True}, [ENTER]),
        (
            "drag_and_drop",
            {"start_x": 0, "start_y": 0, "end_x": 500, "end_y": 500},
            [Drag(path=(Point(x=0, y=0), Point(x=1000, y=500)))],
        ),
        ("wait", {}, [Wait(seconds=1)]),
        ("wait", {"seconds": 5}, [Wait(seconds=5)]),
        ("press_key", {"key": "Enter"}, [Key(keys=("Enter",), repeat=1)]),
        ("press_key", {"key": "Control+A"}, [Key(keys=("Control", "A"), repeat=1)]),
        ("press_key", {"key": "+"}, [Key(keys=("+",), repeat=1)]),
        ("hotkey", {"keys": ["ctrl", "shift", "t"]}, [Key(keys=("ctrl", "shift", "t"), repeat=1)]),
        ("hotkey", {"keys": "ctrl++"}, [Key(keys=("ctrl", "+"), repeat=1)]),
        ("take_screenshot", {"intent": "I look."}, []),
        ("scroll", AT | {"direction": "down"}, [Scroll(x=500, y=999, dy=3)]),
        ("scroll", AT | {"direction": "up", "magnitude_in_pixels": 999}, [Scroll(x=500, y=999, dy=-10)]),
        ("scroll", AT | {"direction": "left", "magnitude_in_pixels": 10}, [Scroll(x=500, y=999, dx=-1)]),
        ("scroll", AT | {"direction": "right", "magnitude_in_wheel_clicks": 4}, [Scroll(x=500, y=999, dx=4)]),
    ],
)
def test_the_desktops_functions(name: str, arguments: dict[str, Any], expected: list[Action]) -> None:
    assert [*to_actions(name, arguments, "desktop", VIEW)] == expected


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click_at", AT, [Click(x=500, y=999, count=1)]),
        ("hover_at", AT, [MouseMove(x=500, y=999)]),
        (
            "type_text_at",
            AT | {"text": "a", "press_enter": False, "clear_before_typing": False},
            [Click(x=500, y=999, count=1), TypeText(text="a")],
        ),
        ("key_combination", {"keys": "Control+Shift+T"}, [Key(keys=("Control", "Shift", "T"), repeat=1)]),
        ("scroll_document", {"direction": "down"}, [Scroll(x=1000, y=500, dy=8)]),
        ("scroll_at", AT | {"direction": "up", "magnitude": 200}, [Scroll(x=500, y=999, dy=-2)]),
        (
            "drag_and_drop",
            {"x": 0, "y": 0, "destination_x": 500, "destination_y": 500},
            [Drag(path=(Point(x=0, y=0), Point(x=1000, y=500)))],
        ),
        ("wait_5_seconds", {}, [Wait(seconds=5)]),
    ],
)
def test_the_older_functions(name: str, arguments: dict[str, Any], expected: list[Action]) -> None:
    assert [*to_actions(name, arguments, "browser", VIEW)] == expected


@pytest.mark.parametrize(
    ("name", "arguments", "problem"),
    [
        ("click", {}, "click needs `x`, a number"),
        ("click", {"x": True, "y": 1}, "needs `x`"),
        ("click", {"x": 1001, "y": 1}, "is off the screen: coordinates are numbers from 0 to 1000"),
        ("click", {"x": -1, "y": 1}, "off the screen"),
        ("click", {"x": float("nan"), "y": 1}, "needs `x`"),
        ("type", {}, "needs `text`"),
        ("type", {"text": ""}, "not empty"),
        ("type", {"text": "a", "press_enter": "yes"}, "`press_enter` must be true or false"),
        ("wait", {"seconds": 600}, "seconds: should be less than"),
        ("press_key", {"key": " "}, "needs `key`"),
        ("hotkey", {"keys": []}, "needs `keys`"),
        ("hotkey", {"keys": [3]}, "needs `keys`"),
        ("press_key", {"key": "a++b"}, "no key or combination"),
        ("scroll", AT | {"direction": "north"}, "one of up, down, left, right"),
    ],
)
def test_invalid_arguments_are_named(name: str, arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadCall, match=problem):
        to_actions(name, arguments, "desktop", VIEW)


KINDS: list[tuple[ComputerKind, str, frozenset[str]]] = [
    ("desktop", DESKTOP, DESKTOP_FUNCTIONS),
    ("browser", BROWSER, OLDER_FUNCTIONS),
]


@pytest.mark.parametrize(("kind", "environment", "functions"), KINDS)
def test_every_function_of_the_guide_is_known_or_excluded(
    kind: ComputerKind, environment: str, functions: frozenset[str]
) -> None:
    assert ENVIRONMENTS[kind] == environment
    assert {*functions_of(kind), *EXCLUDED[kind]} == functions


def test_the_mocks_models_are_known_to_the_agent_as_they_are_to_the_mock() -> None:
    assert {*SERVED} <= {*KNOWN}
    for name, served in SERVED.items():
        model = find_model(name)
        kind = "functions" if not served.environments else "browser" if served.older else "desktop"
        assert (model.computer, model.budgets) == (kind, served.generation == 2)
        assert {level.upper() for level in model.levels} == served.levels
        if kind != "functions":
            assert {*functions_of(model.computer)} <= predefined_functions(name, ENVIRONMENTS[model.computer])


def test_models_without_the_tool_are_declared_the_same_functions() -> None:
    assert [entry["name"] for entry in computer_declarations()] == [*functions_of("functions")]


@pytest.mark.parametrize(
    ("name", "computer"),
    [
        ("models/gemini-3.8-flash", "desktop"),
        ("gemini-3.5-flash-lite", "desktop"),
        ("gemini-2.5-flash-001", "functions"),
        ("gemini-9-xenon", "functions"),
    ],
)
def test_models_are_found_by_name(name: str, computer: str) -> None:
    assert find_model(name).computer == computer
