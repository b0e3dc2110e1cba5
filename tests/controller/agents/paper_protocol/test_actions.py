from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.coordinate_conventions import CONVENTIONS
from controller.agents.coordinates import (
    CoordinateFrame,
    PointReader,
    frame_for_model,
    read_point,
)
from controller.agents.paper_protocol.actions import ACTIONS, AvailableCalls, to_actions
from controller.agents.paper_protocol.parse import COMPUTER, ProtocolError, ProtocolResponse
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    MouseMove,
    Point,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from controller.models.scaling import OutOfView

SORT = "osworld_mcp_libreoffice_calc.sort_column"
MEANS = AvailableCalls(True, [SORT, "filesystem_write_file", "a.save", "b.save"])
PLACES = PointReader(CoordinateFrame(), CoordinateFrame().view(1280, 720))


def read(
    arguments: dict[str, Any], name: str = COMPUTER, available: AvailableCalls = MEANS
) -> tuple[tuple[Action, ...], list[str]]:
    return to_actions(ProtocolResponse("", name, arguments, ""), available, PLACES, (7, 8), (640, 360))


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ({"action": "key", "keys": ["ctrl", "s"]}, (Key(keys=("ctrl", "s")),)),
        ({"action": "key", "keys": [" "]}, (Key(keys=("space",)),)),
        ({"action": "type", "text": "a"}, (TypeText(text="a"),)),
        ({"action": "type", "text": "a", "enter": 1}, (TypeText(text="a\n"),)),
        ({"action": "type", "text": "a\n", "enter": 1, "clear": 0}, (TypeText(text="a\n"),)),
        (
            {"action": "type", "text": "a", "clear": 1},
            (Key(keys=("ctrl", "a")), TypeText(text="a")),
        ),
        (
            {"action": "type", "text": "", "clear": 1},
            (Key(keys=("ctrl", "a")), Key(keys=("BackSpace",))),
        ),
        ({"action": "type", "text": "", "enter": True}, (TypeText(text="\n"),)),
        ({"action": "mouse_move", "coordinate": [3, 4]}, (MouseMove(x=3, y=4),)),
        ({"action": "click", "coordinate": [3.0, 4.5]}, (Click(x=3, y=4),)),
        ({"action": "right_click", "coordinate": [3, 4]}, (Click(x=3, y=4, button="right"),)),
        ({"action": "middle_click", "coordinate": [3, 4]}, (Click(x=3, y=4, button="middle"),)),
        ({"action": "double_click", "coordinate": [3, 4]}, (Click(x=3, y=4, count=2),)),
        (
            {"action": "drag", "coordinate": [1, 2], "coordinate2": [3, 4]},
            (Drag(path=(Point(x=1, y=2), Point(x=3, y=4))),),
        ),
        ({"action": "scroll", "pixels": -5}, (Scroll(x=7, y=8, dy=5),)),
        ({"action": "scroll", "pixels": 2, "coordinate": [1, 1]}, (Scroll(x=1, y=1, dy=-2),)),
        ({"action": "wait", "time": 2}, (Wait(seconds=2),)),
        ({"action": "wait"}, (Wait(seconds=1),)),
        ({"action": "terminate", "status": "success"}, (Terminate(status="success"),)),
        (
            {"action": "terminate", "status": "failure", "answer": "no"},
            (Terminate(status="failure", answer="no"),),
        ),
    ],
)
def test_the_eleven_actions(arguments: dict[str, Any], actions: tuple[Action, ...]) -> None:
    assert read(arguments) == (actions, [])


@pytest.mark.parametrize(
    ("arguments", "action", "code"),
    [
        ({"action": "Left_Click", "coordinate": [3, 4]}, Click(x=3, y=4), "action_form"),
        (
            {"action": "left_click_drag", "coordinate": [1, 2], "coordinate2": [3, 4]},
            Drag(path=(Point(x=1, y=2), Point(x=3, y=4))),
            "action_form",
        ),
        ({"action": "click", "coordinate": ["3", "4"]}, Click(x=3, y=4), "number_as_text"),
        ({"action": "click", "coordinate": "(3, 4)"}, Click(x=3, y=4), "coordinate_form"),
        ({"action": "click", "coordinate": {"x": 3, "y": 4}}, Click(x=3, y=4), "coordinate_form"),
        ({"action": "click", "x": 3, "y": 4}, Click(x=3, y=4), "coordinate_form"),
        ({"action": "click", "coordinate": [[3, 4]]}, Click(x=3, y=4), "coordinate_form"),
        ({"action": "click", "coordinate": [2, 2, 4, 6]}, Click(x=3, y=4), "coordinate_box"),
        ({"action": "click"}, Click(x=7, y=8), "click_at_pointer"),
        ({"action": "key", "keys": "ctrl+s"}, Key(keys=("ctrl+s",)), "keys_form"),
        ({"action": "key", "key": "Return"}, Key(keys=("Return",)), "keys_form"),
        ({"action": "key", "keys": 5}, Key(keys=("5",)), "keys_form"),
        ({"action": "type", "text": 12}, TypeText(text="12"), "text_as_number"),
        ({"action": "type", "text": "a", "enter": "0"}, TypeText(text="a"), "number_as_text"),
        ({"action": "scroll", "pixels": -10}, Scroll(x=7, y=8, dy=10), "scroll_range"),
        ({"action": "wait", "time": "3"}, Wait(seconds=3), "number_as_text"),
        ({"action": "wait", "time": 600}, Wait(seconds=60), "wait_range"),
        ({"action": "terminate", "status": "Done"}, Terminate(status="success"), "status_word"),
        ({"action": "terminate", "status": "infeasible"}, Terminate(status="failure"), "status_word"),
    ],
)
def test_sloppy_calls_are_understood_and_counted(
    arguments: dict[str, Any], action: Action, code: str
) -> None:
    assert read(arguments) == ((action,), [code])


@pytest.mark.parametrize(
    ("name", "meant", "codes"),
    [
        (SORT, SORT, []),
        (SORT.replace(".", "__"), SORT, ["name_form"]),
        (SORT.upper(), SORT, ["name_form"]),
        ("sort_column", SORT, ["name_form"]),
        ("sort-column", SORT, ["name_form"]),
    ],
)
def test_tools_are_known_by_their_names(name: str, meant: str, codes: list[str]) -> None:
    assert read({"column": "B"}, name) == ((ToolCall(name=meant, arguments={"column": "B"}),), codes)


def test_an_action_may_be_named_instead_of_its_function() -> None:
    assert read({"coordinate": [3, 4]}, "click") == ((Click(x=3, y=4),), ["action_as_name"])
    assert read({"action": "wait"}, "computer-use") == ((Wait(seconds=1),), ["name_form"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "has no action None"),
        ({"action": "fly"}, "has no action 'fly'; it has key, type"),
        ({"action": "triple_click", "coordinate": [1, 1]}, "has no action 'triple_click'"),
        ({"action": ["click"]}, "has no action"),
        ({"action": "mouse_move"}, "mouse_move needs `coordinate`, [x, y]"),
        ({"action": "drag", "coordinate": [1, 1]}, "drag needs `coordinate2`, [x, y]"),
        ({"action": "click", "coordinate": [1280, 5]}, "outside the screenshot of 1280 x 720"),
        ({"action": "click", "coordinate": [-1, 5]}, "outside the screenshot"),
        ({"action": "click", "coordinate": [1]}, "must be [x, y]"),
        ({"action": "click", "coordinate": ["Save"]}, "must be [x, y]"),
        ({"action": "click", "coordinate": 5}, "must be [x, y]"),
        ({"action": "click", "coordinate": [True, 5]}, "must be [x, y]"),
        ({"action": "key"}, "key needs `keys`"),
        ({"action": "key", "keys": []}, "key needs `keys`"),
        ({"action": "key", "keys": [""]}, "has no name"),
        ({"action": "type"}, "type needs `text`"),
        ({"action": "type", "text": ""}, "not empty"),
        ({"action": "type", "text": "x", "enter": "maybe"}, "`enter` is 0 or 1"),
        ({"action": "scroll"}, "scroll needs `pixels`"),
        ({"action": "scroll", "pixels": 0}, "not 0"),
        ({"action": "scroll", "pixels": 500}, "from -5 to 5"),
        ({"action": "wait", "time": 0}, "wait: seconds: should be greater than 0"),
        ({"action": "wait", "time": "long"}, "needs `time`, a number"),
        ({"action": "terminate"}, "needs `status`"),
        ({"action": "terminate", "status": "maybe"}, "needs `status`"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read(arguments)
    assert message in str(caught.value)


def test_unknown_and_ambiguous_tools_are_told_what_there_is() -> None:
    for name in ("osworld_mcp_vlc.play", "save"):
        with pytest.raises(
            ProtocolError, match=rf"no function '{name}' now; there are computer_use, osworld_mcp"
        ):
            read({}, name)


def test_without_gui_only_the_end_is_left_of_the_computer() -> None:
    tools_only = AvailableCalls(False, [SORT])
    assert read({"action": "terminate", "status": "success"}, available=tools_only)[0] == (
        Terminate(status="success"),
    )
    with pytest.raises(ProtocolError, match="no mouse and no keyboard"):
        read({"action": "click", "coordinate": [3, 4]}, available=tools_only)


_SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
_ANYTHING = (
    _SCALAR
    | st.lists(_SCALAR | st.lists(_SCALAR, max_size=2), max_size=3)
    | st.dictionaries(st.text(max_size=3), _SCALAR, max_size=2)
)
_NAMES = ("coordinate", "coordinate2", "x", "y", "keys", "text", "clear", "enter", "pixels", "time", "status")


@given(st.sampled_from(ACTIONS), st.dictionaries(st.sampled_from(_NAMES), _ANYTHING, max_size=4))
def test_no_arguments_make_it_raise_anything_else(action: str, arguments: dict[str, Any]) -> None:
    try:
        actions, codes = read({"action": action, **arguments})
    except ProtocolError:
        return
    assert actions
    assert all(code.isidentifier() for code in codes)


@given(
    st.integers(1, 4000),
    st.integers(1, 3000),
    st.sampled_from(CONVENTIONS),
    st.sampled_from([1, 28]),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_every_place_of_the_picture_is_a_pixel_of_the_screen(
    width: int, height: int, convention: Any, patch: int, x: float, y: float
) -> None:
    pointing = CoordinateFrame(convention, patch)
    view = pointing.view(width, height)
    most = {"absolute": (view.width, view.height), "0-1000": (1000, 1000), "0-1": (1, 1)}[convention]
    if convention == "absolute":
        x, y = min(x, 0.9999), min(y, 0.9999)
    column, row = pointing.pixel(x * most[0], y * most[1], view)
    assert 0 <= column < width
    assert 0 <= row < height
    assert abs(column - x * width) <= width / view.width + 1
    assert abs(row - y * height) <= height / view.height + 1


@pytest.mark.parametrize(("convention", "bad"), [("0-1000", 1000.5), ("0-1", 1.01), ("0-1", -0.1)])
def test_a_place_off_the_screen_is_none(convention: Any, bad: float) -> None:
    pointing = CoordinateFrame(convention)
    with pytest.raises(OutOfView):
        pointing.pixel(bad, 0, pointing.view(1280, 720))


@pytest.mark.parametrize(
    ("model", "pointing"),
    [
        ("Qwen/Qwen2.5-VL-72B-Instruct", CoordinateFrame("absolute", 28)),
        ("qwen3-vl-235b-a22b", CoordinateFrame("0-1000", 1)),
        ("google/gemini-2.5-pro", CoordinateFrame("0-1000", 1)),
        ("claude-sonnet-5-5", CoordinateFrame("absolute", 1)),
    ],
)
def test_models_point_as_they_were_trained_to(model: str, pointing: CoordinateFrame) -> None:
    assert frame_for_model(model) == pointing


def test_the_user_may_say_how_a_model_points() -> None:
    assert frame_for_model("qwen2.5-vl", "0-1000") == CoordinateFrame("0-1000", 1)
    assert frame_for_model("qwen2.5-vl", patch=14) == CoordinateFrame("absolute", 14)
    assert frame_for_model("mine", "0-1") == CoordinateFrame("0-1", 1)


def test_a_patch_rounds_the_picture() -> None:
    view = CoordinateFrame("absolute", 28).view(1280, 720)
    assert (view.width, view.height) == (1288, 728)
    assert CoordinateFrame("absolute", 28).pixel(1287, 727, view) == (1279, 719)


@given(st.text(max_size=30) | _ANYTHING)
def test_points_are_read_or_not(value: object) -> None:
    point = read_point(value, [])
    assert point is None or len(point) == 2
