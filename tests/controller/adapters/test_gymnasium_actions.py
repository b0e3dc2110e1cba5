from __future__ import annotations

import pytest
from gymnasium.spaces import Dict
from hypothesis import given
from hypothesis import strategies as st

from controller.adapters.gymnasium_actions import KEYS, MODIFIERS, ActionCodec, NoActionError
from controller.core.actions import (
    Action,
    Click,
    Drag,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
    Zoom,
)
from testbed.errors import UsageError

CODEC = ActionCodec(64, 32, ("a.read", "a.write"), "gui+mcp")
ACTIONS: tuple[Action, ...] = (
    Screenshot(),
    Zoom(x0=1, y0=2, x1=63, y1=31),
    Key(keys=("ctrl", "shift", "s"), repeat=3),
    Key(keys=("ctrl",)),
    HoldKey(keys=("Right",), seconds=2),
    TypeText(text="Élodie <3 日本\n"),
    MouseMove(x=0, y=31),
    MouseDown(button="right"),
    MouseUp(button="middle"),
    Click(x=5, y=6, button="right", count=2, modifiers=("ctrl", "alt")),
    Drag(path=(Point(x=1, y=2), Point(x=3, y=4)), modifiers=("shift",)),
    Scroll(x=9, y=9, dx=-3, dy=20),
    Wait(seconds=4),
    Wait(seconds=0.7),
    ToolCall(name="a.write", arguments={"path": "/tmp/é", "lines": [1, None, {"x": 0.5}]}),
    Terminate(status="failure", answer="kein Drucker"),
    Terminate(status="success"),
)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.type))
def test_an_action_is_an_element_and_comes_back(action: Action) -> None:
    element = CODEC.encode(action)
    assert element in CODEC.space
    assert CODEC.decode(element) == action


def test_every_kind_of_action_is_tried_above() -> None:
    assert {action.type for action in ACTIONS} == set(CODEC.kinds)


@given(seed=st.integers(0, 2**32 - 1))
def test_every_element_is_an_action_that_encodes_again_or_is_said_to_be_none(seed: int) -> None:
    CODEC.space.seed(seed)
    element = CODEC.space.sample()
    try:
        action = CODEC.decode(element)
    except NoActionError as error:
        assert CODEC.kinds[element["kind"]] == "tool_call"
        assert "JSON" in str(error)
        return
    if isinstance(action, Key | HoldKey) and set(action.keys[:-1]) & {action.keys[-1]}:
        return  # a modifier that is held and pressed: the chord names it twice
    assert CODEC.decode(CODEC.encode(action)) == action


@pytest.mark.parametrize("text", ["{", "[1]", "3", "[" * 8000, "nul"])
def test_arguments_that_are_no_object_are_no_action(text: str) -> None:
    element = CODEC.encode(ToolCall(name="a.read")) | {"text": text}
    with pytest.raises(NoActionError):
        CODEC.decode(element)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Click(x=64, y=0), "is not in"),
        (Wait(seconds=0.25), "is not in"),
        (Wait(seconds=31), "is not in"),
        (Scroll(x=0, y=0, dy=21), "is not in"),
        (TypeText(text="x" * 9000), "is not in"),
        (Key(keys=("Hyper_L",)), "no key 'Hyper_L'"),
        (Key(keys=("a", "b")), "'a' is not a modifier"),
        (Drag(path=(Point(x=1, y=1), Point(x=2, y=2), Point(x=3, y=3))), "two points"),
        (ToolCall(name="a.delete"), "no tool 'a.delete'"),
    ],
)
def test_an_action_the_space_has_not_is_refused(action: Action, why: str) -> None:
    with pytest.raises(UsageError, match="action space has no") as caught:
        CODEC.encode(action)
    assert why in caught.value.message


def test_the_space_has_only_what_a_run_allows() -> None:
    gui = ActionCodec(64, 32, (), "gui")
    mcp = ActionCodec(64, 32, ("a.read",), "mcp")
    assert isinstance(mcp.space, Dict)
    assert "tool" not in gui.space.spaces and "tool_call" not in gui.kinds
    assert set(mcp.space.spaces) == {"kind", "text", "status", "tool"}
    assert mcp.kinds == ("tool_call", "terminate")
    assert mcp.decode(mcp.encode(ToolCall(name="a.read"))) == ToolCall(name="a.read")
    with pytest.raises(UsageError, match="no click"):
        mcp.encode(Click(x=1, y=1))


def test_every_key_is_named_once() -> None:
    assert len(set(KEYS)) == len(KEYS)
    assert set(MODIFIERS) <= set(KEYS)
