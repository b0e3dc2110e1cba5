"""What a task's scripts say without being run: the tools that a solution calls, the texts in a checker."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.core.actions import ToolCall
from controller.core.python_syntax import parse_python
from controller.tasks.scripts import load_script


def called_tools(path: Path, function: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the tools in each `ToolCall` of a function, and of the script's functions and constants that it uses.

    Their names are constants or made of the module's constants. Those that are not known before a solution runs are
    returned apart, as source code. Raises TaskError when the script fails on import.
    """
    module = vars(load_script(path))
    functions = {
        node.name: node
        for node in parse_python(path.read_bytes()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    names: set[str] = set()
    unknown: list[str] = []
    seen: set[str] = set()
    waiting = [function]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        for node in ast.walk(functions[name]):
            if isinstance(node, ast.Name):
                waiting.append(node.id)
                if isinstance(value := module.get(node.id), ToolCall):
                    names.add(value.name)
            if not (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ToolCall"
            ):
                continue
            for argument in node.keywords:
                if argument.arg == "name":
                    text = _text(argument.value, module)
                    if text is None:
                        unknown.append(ast.unparse(argument.value))
                    else:
                        names.add(text)
    return frozenset(names), tuple(unknown)


def texts(path: Path) -> Iterator[str]:
    """Return every text in a script: constants, and formatted ones that are made of the module's constants."""
    module = vars(load_script(path))
    for node in ast.walk(parse_python(path.read_bytes())):
        text = _text(node, module)
        if text is not None:
            yield text


def _text(node: ast.AST, module: dict[str, Any]) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            value = module.get(name)
            return value if isinstance(value, str) else None
        case ast.FormattedValue(value=inner, format_spec=None):
            return _text(inner, module)
        case ast.JoinedStr(values=parts):
            made = [_text(part, module) for part in parts]
            return None if None in made else "".join(part for part in made if part is not None)
    return None
