"""Looks at Python that a model wrote, without executing it on this host."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass

from controller.core.python_syntax import parse_python
from controller.synthesis.asking import FaultError

TOOL_NAME = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ToolSource:
    """The tool that a module declares."""

    name: str
    function: str
    app: str


def parse(code: str) -> ast.Module:
    """Return the syntax tree. Raises FaultError."""
    try:
        return parse_python(code)
    except SyntaxError as error:
        raise FaultError(f"it is not valid Python: line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise FaultError(f"it is not valid Python: {type(error).__name__}: {error}") from error


def imported_modules(tree: ast.Module) -> list[str]:
    """Return the names of the modules that it imports anywhere, sorted. Raises FaultError for a relative import."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level or not node.module:
                raise FaultError(f"line {node.lineno}: a relative import; import modules by their full names")
            names.add(node.module)
    return sorted(names)


def tool_in(tree: ast.Module, taken: Collection[str], applications: Collection[str]) -> ToolSource:
    """Return the one tool of a module. Raises FaultError: there is none, it has no parameters, its name is taken …"""
    marked = [
        (node, mark)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "tool"
    ]
    if len(marked) != 1:
        raise FaultError(
            f"the module has {len(marked)} functions decorated with @tool(...); it must have one"
        )
    [(function, mark)] = marked
    name = mark.args[0].value if mark.args and isinstance(mark.args[0], ast.Constant) else None
    given = next((item.value for item in mark.keywords if item.arg == "app"), None)
    app = given.value if isinstance(given, ast.Constant) else None
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise FaultError(f"the tool's name {name!r} must be a text such as 'drafts_os.move_large_files'")
    if name in taken:
        raise FaultError(f"there is a tool {name} already; give another name")
    if not isinstance(app, str) or app not in applications:
        raise FaultError(f"app must be one of {', '.join(sorted(applications))}, not {app!r}")
    if not ast.get_docstring(function):
        raise FaultError(f"{function.name} has no docstring: it is the description that models read")
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    if not parameters:
        raise FaultError("the tool has no parameters: what differs from task to task must be one")
    if bare := [item.arg for item in parameters if item.annotation is None]:
        raise FaultError(f"the parameter {bare[0]} has no type")
    return ToolSource(name, function.name, app)
