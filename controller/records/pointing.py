"""Where on the screen an action acts: marks in native pixels, with a label if a point is not enough."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from controller.core.actions import Click, Drag, MouseMove, Program, Scroll, Zoom, parse_action
from controller.core.python_syntax import parse_python

Shape = Literal["click", "move", "drag", "scroll", "region"]
Point = tuple[int, int]

_LONGEST_PROGRAM = 20_000
_MOST = 40
"""How many marks of one program are shown; more would hide the screen."""


@dataclass(frozen=True, slots=True)
class ScreenMark:
    """A mark on the screen: a drag's path, a region's two corners, or one point. A scroll's `turn` is its distance
    to the right and down."""

    shape: Shape
    points: tuple[Point, ...]
    word: str = ""
    count: int = 1
    turn: Point = (0, 0)

    def within(self, width: int, height: int) -> bool:
        """Whether it is entirely on a screen of that size."""
        return all(0 <= x <= width and 0 <= y <= height for x, y in self.points)


def places_of(action: dict[str, Any]) -> tuple[ScreenMark, ...]:
    """The marks of a recorded action; none if it has no position or is invalid."""
    try:
        parsed = parse_action.validate_python(action)
    except ValidationError:
        return ()
    match parsed:
        case Click(x=x, y=y, button=button, count=count, modifiers=held):
            return (ScreenMark("click", ((x, y),), _words(held, button, count), count),)
        case MouseMove(x=x, y=y):
            return (ScreenMark("move", ((x, y),)),)
        case Drag(path=path, button=button, modifiers=held):
            return (ScreenMark("drag", tuple((point.x, point.y) for point in path), _words(held, button)),)
        case Scroll(x=x, y=y, dx=dx, dy=dy, modifiers=held):
            return (ScreenMark("scroll", ((x, y),), _words(held), turn=(dx, dy)),)
        case Zoom(x0=x0, y0=y0, x1=x1, y1=y1):
            return (ScreenMark("region", ((x0, y0), (x1, y1))),)
        case Program(code=code):
            return tuple(_of_program(code))[:_MOST]
    return ()


def _words(held: tuple[str, ...], button: str = "left", count: int = 1) -> str:
    """Modifiers, button and count of anything but a plain click."""
    times = {2: "double", 3: "triple"}.get(count, "")
    return " ".join(filter(None, ("+".join(held), times, button if button != "left" else "")))


_CLICKS = {
    "click": ("left", 1),
    "leftClick": ("left", 1),
    "rightClick": ("right", 1),
    "middleClick": ("middle", 1),
    "doubleClick": ("left", 2),
    "tripleClick": ("left", 3),
}


def _of_program(code: str) -> Iterator[ScreenMark]:
    """Positions written as numbers in calls of pyautogui. The program is parsed, never run."""
    if len(code) > _LONGEST_PROGRAM:
        return
    try:
        with warnings.catch_warnings(action="ignore"):  # of odd escapes in it
            tree = parse_python(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    at: Point | None = None
    for call in _calls(tree):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        values = _values(call, {"scroll": ("clicks", "x", "y"), "hscroll": ("clicks", "x", "y")}.get(name))
        x, y = values.get("x"), values.get("y")
        point = (round(x), round(y)) if isinstance(x, int | float) and isinstance(y, int | float) else None
        if name in _CLICKS and (point or at):
            button, count = _CLICKS[name]
            chosen, times = values.get("button", button), values.get("clicks", count)
            times = times if isinstance(times, int) else count
            place = point or at or (0, 0)
            yield ScreenMark("click", (place,), _words((), str(chosen), times), times)
        elif name == "moveTo" and point:
            yield ScreenMark("move", (point,))
        elif name == "dragTo" and point and at:
            yield ScreenMark("drag", (at, point))
        elif name in ("scroll", "hscroll") and (point or at):
            clicks = values.get("clicks")
            turns = round(clicks) if isinstance(clicks, int | float) else 0
            turn = (turns, 0) if name == "hscroll" else (0, -turns)  # pyautogui turns up
            yield ScreenMark("scroll", (point or at or (0, 0),), turn=turn)
        at = point or at


def _calls(tree: ast.AST) -> list[ast.Call]:
    """Calls of a module named pyautogui, in their order in the text."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("pyautogui", "pag")
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _values(call: ast.Call, names: tuple[str, ...] | None) -> dict[str, Any]:
    """The call's arguments that are literals."""
    arguments = dict(zip(names or ("x", "y"), call.args, strict=False))
    arguments |= {word.arg: word.value for word in call.keywords if word.arg}
    values: dict[str, Any] = {}
    for name, value in arguments.items():
        try:
            values[name] = ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            continue
    pair = values.get("x")
    if isinstance(pair, tuple | list) and len(pair) == 2 and "y" not in values:  # click((10, 20))
        values["x"], values["y"] = pair
    return values
