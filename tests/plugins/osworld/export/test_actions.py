"""Actions in OSWorld's forms, and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.actions import GuiAction
from plugins.osworld.export.actions import UNKNOWN, from_osworld, to_osworld
from tests.controller.made_runs import CLICK, END, call

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("DONE", {"type": "terminate", "status": "success", "answer": ""}),
        ("FAIL", {"type": "terminate", "status": "failure", "answer": ""}),
        ("WAIT", {"type": "wait"}),
        ("import pyautogui", {"type": "program", "code": "import pyautogui"}),
        (
            "x; OsworldMcpClient.call_tool(name='git_git_add', params={'files': ['a']}); ",
            {"type": "tool_call", "name": "git_add", "arguments": {"files": ["a"]}},
        ),
        (
            "OsworldMcpClient.call_tool(name='t', params=open('x')); ",
            {"type": "tool_call", "name": "t", "arguments": {"params": "open('x')"}},
        ),
        (
            {"action_type": "osworld_mcp_vlc.play", "parameters": {}},
            {"type": "tool_call", "name": "osworld_mcp_vlc.play", "arguments": {}},
        ),
        (
            {"action_type": "CLICK", "parameters": {"x": 1, "y": 2}},
            {"type": "click", "x": 1, "y": 2, "button": "left", "count": 1},
        ),
        (
            {"action_type": "DOUBLE_CLICK", "parameters": {}},
            {"type": "click", "button": "left", "count": 2},
        ),
        ({"action_type": "TYPING", "parameters": {"text": "a"}}, {"type": "type", "text": "a"}),
        (
            {"action_type": "HOTKEY", "parameters": {"keys": ["ctrl", "s"]}},
            {"type": "key", "keys": ["ctrl", "s"]},
        ),
        ({"action_type": "MOVE_TO", "parameters": {"x": 1, "y": 2}}, {"type": "mouse_move", "x": 1, "y": 2}),
        ({"action_type": "SCROLL", "parameters": {"dy": -1}}, {"type": "scroll", "dy": -1}),
        ({"action_type": "DONE"}, {"type": "terminate", "status": "success", "answer": ""}),
        (
            {"name": "computer", "command": "pyautogui.click()"},
            {"type": "program", "code": "pyautogui.click()"},
        ),
        ({"type": "noise"}, {"type": UNKNOWN, "action": {"type": "noise"}}),
        (None, {"type": UNKNOWN, "action": None}),
    ],
)
def test_osworlds_actions_have_our_form(theirs: Any, ours: dict[str, Any]) -> None:
    assert from_osworld(theirs) == ours


@given(st.builds(lambda action: action.model_dump(mode="json"), st.from_type(GuiAction)))  # type: ignore[arg-type]
def test_our_actions_come_back(action: dict[str, Any]) -> None:
    theirs, info = to_osworld(action)
    if action["type"] == "program":
        assert theirs == action["code"]
    else:
        assert from_osworld(theirs, info) == action


@pytest.mark.parametrize("action", [CLICK, END, call("git_log", a=1), call("my.tool")])
def test_further_actions_of_ours_come_back(action: dict[str, Any]) -> None:
    assert from_osworld(*to_osworld(action)) == action


@given(JSON)
def test_any_action_has_a_type(action: Any) -> None:
    assert isinstance(from_osworld(action)["type"], str)
