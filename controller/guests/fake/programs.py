"""What pyautogui programs do on the fake desktop: calls with plain values, one after the other, nothing executed."""

from __future__ import annotations

import ast
from typing import Any

from pydantic import ValidationError

from controller.core.actions import Click, GuiAction, Key, MouseMove, Scroll, TypeText

_CLICKS = {"click": ("left", 1), "doubleClick": ("left", 2), "rightClick": ("right", 1)}


class BadProgram(ValueError):
    """A program with something else in it, or with something wrong; the message names the line."""


def actions_of(code: str) -> list[GuiAction]:
    """The actions of a program, in order. Raises BadProgram."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadProgram(f"line {getattr(error, 'lineno', 1)}: {type(error).__name__}: {error}") from error
    found: list[GuiAction] = []
    for statement in tree.body:
        try:
            found += _actions(statement)
        except (ValidationError, TypeError, ValueError, KeyError, IndexError) as error:
            said = ast.get_source_segment(code, statement) or ""
            raise BadProgram(f"line {statement.lineno}: {said.splitlines()[0]}\n{error}") from error
    return found


def _actions(statement: ast.stmt) -> list[GuiAction]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) as call):
            given = [ast.literal_eval(argument) for argument in call.args]
            named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
            return [] if (module, name) == ("time", "sleep") else _called(module, name, given, named)
    raise ValueError("the fake desktop runs calls of pyautogui with plain values, and nothing else")


def _called(module: str, name: str, given: list[Any], named: dict[str, Any]) -> list[GuiAction]:
    if module != "pyautogui":
        raise ValueError(f"the fake desktop has no module {module!r}")
    if name in _CLICKS:
        button, count = _CLICKS[name]
        button = named.get("button", button)
        return [Click(x=given[0], y=given[1], button=button, count=named.get("clicks", count))]
    match name:
        case "moveTo":
            return [MouseMove(x=given[0], y=given[1])]
        case "scroll":
            return [Scroll(x=given[1], y=given[2], dx=0, dy=-given[0])]
        case "write" | "typewrite":
            return [TypeText(text=given[0])]
        case "hotkey":
            return [Key(keys=tuple(given), repeat=1)]
        case "press":
            keys = [given[0]] if isinstance(given[0], str) else given[0]
            return [Key(keys=(key,), repeat=1) for key in keys]
    raise ValueError(f"the fake desktop has no pyautogui.{name}")
