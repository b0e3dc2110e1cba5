"""Interprets pyautogui programs on the fake desktop: calls with plain values, in order. Nothing is executed."""

from __future__ import annotations

import ast
from typing import Any

from pydantic import ValidationError

from controller.core.actions import Click, GuiAction, Key, MouseMove, Scroll, TypeText
from controller.core.invalid_data import describe_invalid
from controller.core.python_syntax import parse_python
from controller.core.texts import first_line

_CLICKS = {"click": ("left", 1), "doubleClick": ("left", 2), "rightClick": ("right", 1)}


class BadProgram(ValueError):
    """An unsupported or wrong program; the message names the line."""


def actions_of(code: str) -> list[GuiAction]:
    """The actions of a program, in order. Raises BadProgram."""
    try:
        tree = parse_python(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadProgram(f"line {getattr(error, 'lineno', 1)}: {type(error).__name__}: {error}") from error
    actions: list[GuiAction] = []
    for statement in tree.body:
        try:
            actions += _actions(statement)
        except (ValidationError, TypeError, ValueError, KeyError, IndexError) as error:
            source = ast.get_source_segment(code, statement) or ""
            problem = describe_invalid(error) if isinstance(error, ValidationError) else error
            raise BadProgram(f"line {statement.lineno}: {first_line(source)}\n{problem}") from error
    return actions


def _actions(statement: ast.stmt) -> list[GuiAction]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) as call):
            positional = [ast.literal_eval(argument) for argument in call.args]
            keywords = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
            return (
                []
                if (module, name) == ("time", "sleep")
                else _call_actions(module, name, positional, keywords)
            )
    raise ValueError("the fake desktop runs calls of pyautogui with plain values, and nothing else")


def _call_actions(module: str, name: str, positional: list[Any], keywords: dict[str, Any]) -> list[GuiAction]:
    if module != "pyautogui":
        raise ValueError(f"the fake desktop has no module {module!r}")
    if name in _CLICKS:
        button, count = _CLICKS[name]
        button = keywords.get("button", button)
        return [Click(x=positional[0], y=positional[1], button=button, count=keywords.get("clicks", count))]
    match name:
        case "moveTo":
            return [MouseMove(x=positional[0], y=positional[1])]
        case "scroll":
            return [Scroll(x=positional[1], y=positional[2], dx=0, dy=-positional[0])]
        case "write" | "typewrite":
            return [TypeText(text=positional[0])]
        case "hotkey":
            return [Key(keys=tuple(positional), repeat=1)]
        case "press":
            keys = [positional[0]] if isinstance(positional[0], str) else positional[0]
            return [Key(keys=(key,), repeat=1) for key in keys]
    raise ValueError(f"the fake desktop has no pyautogui.{name}")
