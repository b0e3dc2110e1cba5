"""Where actions act, and how that is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from controller.records.pointing import ScreenMark, places_of
from controller.results.viewer.overlay import overlay
from tests.controller.parsed_html import Parsed

CLICK = {"type": "click", "x": 10, "y": 20}


@pytest.mark.parametrize(
    ("action", "place"),
    [
        (CLICK, ScreenMark("click", ((10, 20),))),
        ({**CLICK, "count": 2, "button": "right"}, ScreenMark("click", ((10, 20),), "double right", 2)),
        ({**CLICK, "modifiers": ["ctrl", "shift"]}, ScreenMark("click", ((10, 20),), "ctrl+shift")),
        ({"type": "mouse_move", "x": 1, "y": 2}, ScreenMark("move", ((1, 2),))),
        (
            {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 5, "y": 6}, {"x": 9, "y": 8}]},
            ScreenMark("drag", ((1, 2), (5, 6), (9, 8))),
        ),
        ({"type": "scroll", "x": 3, "y": 4, "dy": -5}, ScreenMark("scroll", ((3, 4),), turn=(0, -5))),
        ({"type": "zoom", "x0": 1, "y0": 2, "x1": 30, "y1": 40}, ScreenMark("region", ((1, 2), (30, 40)))),
    ],
)
def test_places_of_actions(action: dict[str, Any], place: ScreenMark) -> None:
    assert places_of(action) == (place,)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "key", "keys": ["a"]},
        {"type": "click", "x": -1, "y": 2},
        {"type": "click", "x": "<b>", "y": 2},
        {"type": "drag", "path": []},
        {"type": "nothing"},
        {},
    ],
)
def test_what_has_no_place(action: dict[str, Any]) -> None:
    assert places_of(action) == ()


@pytest.mark.parametrize(
    ("code", "places"),
    [
        ("pyautogui.click(833, 114, button='left')", [ScreenMark("click", ((833, 114),))]),
        ("pyautogui.doubleClick(x=5, y=6.4)", [ScreenMark("click", ((5, 6),), "double", 2)]),
        ("pyautogui.click((7, 8), clicks=3)", [ScreenMark("click", ((7, 8),), "triple", 3)]),
        (
            "import pyautogui\npyautogui.moveTo(1, 2)\npyautogui.dragTo(30, 40, button='left')",
            [ScreenMark("move", ((1, 2),)), ScreenMark("drag", ((1, 2), (30, 40)))],
        ),
        (
            "pyautogui.moveTo(1, 2)\npyautogui.rightClick()",
            [ScreenMark("move", ((1, 2),)), ScreenMark("click", ((1, 2),), "right")],
        ),
        ("pyautogui.scroll(-3, x=9, y=9)", [ScreenMark("scroll", ((9, 9),), turn=(0, 3))]),
        (r"pyautogui.write('\d'); pyautogui.click(1, 2)", [ScreenMark("click", ((1, 2),))]),
        ("x = 4\npyautogui.click(x, 5)", []),
        ("pyautogui.click(__import__('os').getpid(), 5)", []),
        ("click(1, 2)", []),
        ("not a program (", []),
        ("pyautogui.click(1, 2)" + ")" * 5000, []),
        ("(" * 900 + "pyautogui.click(1, 2)" + ")" * 900, []),
        ("\0", []),
    ],
)
def test_places_of_programs(code: str, places: list[ScreenMark]) -> None:
    assert list(places_of({"type": "program", "code": code})) == places


def draw(*places: ScreenMark, width: int = 1280, height: int = 720) -> Parsed | None:
    drawing = overlay(places, width, height)
    return Parsed(drawing) if drawing else None


def test_a_click_is_a_ring_around_its_point() -> None:
    shown = draw(ScreenMark("click", ((640, 90),), "double", 2))
    assert shown is not None
    assert {(item["cx"], item["cy"]) for item in shown.all("circle")} == {("640", "90")}
    rings = [item["r"] for item in shown.all("circle") if item["class"].startswith("ring ")]
    assert rings == ["22", "31"] * 2  # once as halo, once as ink
    assert all(float(item["r"]) > 20 for item in shown.all("circle")), "the target itself is free"
    assert shown.text == ["double"]


def test_a_drag_is_an_arrow_along_its_way() -> None:
    shown = draw(ScreenMark("drag", ((10, 10), (60, 10), (60, 70))))
    assert shown is not None
    ways = [item["d"] for item in shown.all("path") if item.get("class") == "way"]
    assert ways == ["M10 10L60 10L60 70"] * 2
    tips = [item["d"] for item in shown.all("path") if item.get("class") == "tip"]
    assert tips == ["M51.6 56.0L60 70L68.4 56.0"] * 2


def test_several_places_are_numbered_and_those_off_the_screen_left_out() -> None:
    shown = draw(
        ScreenMark("click", ((5, 5),)),
        ScreenMark("click", ((1300, 5),)),
        ScreenMark("scroll", ((9, 9),), turn=(0, 4)),
    )
    assert shown is not None
    assert shown.text == ["1.", "2. 4×"]
    assert draw(ScreenMark("click", ((1300, 5),))) is None
    assert draw(ScreenMark("click", ((5, 5),)), width=0) is None
    assert draw() is None
