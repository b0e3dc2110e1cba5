from __future__ import annotations

from typing import Any

import pytest

from controller.agents.builtin.agent_s.interface import AgentInterface, call_actions, describe_interface
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import Grounder
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    Point,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from tests.controller.agents.paper_talk import Scripted, make_observation

POINTS = ["[30, 40]", "[50, 60]"]


def actions(
    name: str, *args: Any, notes: list[str] | None = None, gui: bool = True, **kwargs: Any
) -> tuple[Action, ...]:
    grounder = Grounder(Scripted(POINTS), CoordinateFrame())
    notes = [] if notes is None else notes
    interface = AgentInterface(make_observation(), ["os.write"], grounder, notes, [])
    return call_actions(interface, name, args, kwargs, gui=gui)


CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any], tuple[Action, ...]]] = [
    ("click", ("the Save button",), {}, (Click(x=30, y=40),)),
    (
        "click",
        ("the row", 2, "right", ["ctrl"]),
        {},
        (Click(x=30, y=40, count=2, button="right", modifiers=("ctrl",)),),
    ),
    ("type", (), {"text": "häß"}, (TypeText(text="häß"),)),
    (
        "type",
        ("the name field",),
        {"text": "x", "overwrite": True, "enter": True},
        (Click(x=30, y=40), Key(keys=("ctrl", "a")), Key(keys=("BackSpace",)), TypeText(text="x\n")),
    ),
    ("drag_and_drop", ("a", "b"), {}, (Drag(path=(Point(x=30, y=40), Point(x=50, y=60))),)),
    ("scroll", ("the page", -3), {}, (Scroll(x=30, y=40, dy=3),)),
    ("scroll", ("the page", 2), {"shift": True}, (Scroll(x=30, y=40, dx=-2),)),
    ("hotkey", (["ctrl", "s"],), {}, (Key(keys=("ctrl", "s")),)),
    (
        "hold_and_press",
        (["shift"], ["Left", "Up"]),
        {},
        (Key(keys=("shift", "Left")), Key(keys=("shift", "Up"))),
    ),
    ("call_tool", ("os.write", {"path": "x"}), {}, (ToolCall(name="os.write", arguments={"path": "x"}),)),
    ("wait", (2,), {}, (Wait(seconds=2),)),
    ("done", (), {}, (Terminate(status="success"),)),
    ("done", ("42",), {}, (Terminate(status="success", answer="42"),)),
    ("fail", (), {}, (Terminate(status="failure"),)),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "expected"), CALLS)
def test_calls_become_actions(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], expected: tuple[Action, ...]
) -> None:
    assert actions(name, *args, **kwargs) == expected


def test_notes_are_kept_and_cost_a_step() -> None:
    notes: list[str] = []
    assert actions("save_to_knowledge", ["a", "b"], notes=notes) == (Wait(seconds=1),)
    assert notes == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "args", "problem"),
    [
        ("click", (), "missing a required argument: 'element_description'"),
        ("click", (3,), "must be described in words"),
        ("click", ("a", 9), "count: should be less than or equal to 3, not 9"),
        ("click", ("a", "two"), "num_clicks is a number"),
        ("click", ("a", 1.5), "num_clicks is a whole number"),
        ("click", ("a", 1, "upper"), "button_type is"),
        ("type", (), "type needs `text`"),
        ("hotkey", ("",), "list of key names"),
        ("hotkey", ([],), "keys"),
        ("wait", (-1,), "seconds"),
        ("save_to_knowledge", ([],), "list of texts"),
        ("call_tool", ("os.write", [1]), "must be a dictionary"),
        ("done", (1, 2), "too many positional arguments"),
    ],
)
def test_invalid_arguments_are_told(name: str, args: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(ProtocolError, match=problem):
        actions(name, *args)


@pytest.mark.parametrize(
    ("name", "args"), [("open", ("x",)), ("_find", ("x",)), ("__init__", ()), ("call_tool", ("os.rm",))]
)
def test_unknown_calls_are_named(name: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(UnknownFunction):
        actions(name, *args)


def test_without_mouse_and_keyboard_their_calls_are_not_offered() -> None:
    with pytest.raises(UnknownFunction, match=r"agent\.click"):
        actions("click", "a", gui=False)
    assert "def click(" in describe_interface(gui=True)
    assert "def click(" not in describe_interface(gui=False)
    assert "def call_tool(self, name, arguments=None):" in describe_interface(gui=False)
