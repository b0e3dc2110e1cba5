"""What OSWorld's agents emit, read from their sources: calls of PyAutoGUI and pyperclip, and their programs' imports.

Agents write programs with f-strings and templates. A call is found by its text; a value is put in for what the agent
would fill in.
"""

from __future__ import annotations

import ast
import copy
import re
import warnings
from collections.abc import Iterable, Iterator

_CALL = re.compile(r"\b(?:pyautogui|pyperclip)\.(\w+)\(")
_GAP = re.compile("\0(.*?)\1", re.DOTALL)
"""What an f-string fills in, as `texts` marks it."""
_AT_POINTER = re.compile(r"[Mm]ove|[Cc]lick|drag|mouse|[hv]?scroll")
"""Functions that take numbers; the others take keys or text."""


def emitted_calls(sources: Iterable[str]) -> list[str]:
    """Return one call of each form, with values; forms differ in the function, names and kinds of arguments."""
    forms: dict[str, str] = {}
    for source in sources:
        for text in texts(source):
            for call in _calls(text):
                point = 300 + 3 * len(forms)
                code = _filled(call, point)
                if code is not None:
                    forms.setdefault(_form(code), code)
    return sorted(forms.values())


def emitted_imports(sources: Iterable[str]) -> list[str]:
    """Return the import statements of the programs in the sources."""
    statements = {
        ast.unparse(node)
        for source in sources
        for text in texts(source)
        if "import " in text and "\0" not in text
        for node in ast.walk(_parsed(text) or ast.Module([], []))
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
    }
    return sorted(statements)


def texts(source: str) -> Iterator[str]:
    """Yield the texts in a source that are no docstrings; what an f-string fills in stands between marks."""
    tree = _parse(source)
    ignored: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            ignored |= {id(part) for part in node.values}
        elif isinstance(node, ast.Expr):
            ignored.add(id(node.value))
    for node in ast.walk(tree):
        if id(node) in ignored:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) else f"\0{ast.unparse(part.value)}\1"
                for part in node.values
            )


def target(code: str) -> tuple[int, int] | None:
    """Return where a call moves the pointer to, if it says so."""
    call = _call_of(code)
    names = {keyword.arg: keyword.value for keyword in call.keywords}
    values = call.args[:2] if len(call.args) >= 2 else [names.get("x"), names.get("y")]
    numbers = [value.value for value in values if isinstance(value, ast.Constant)]
    match numbers:
        case [int(x), int(y)] if re.search("[Cc]lick|moveTo|dragTo", code):
            return x, y
    return None


def _calls(text: str) -> Iterator[str]:
    for match in _CALL.finditer(text):
        depth = 0
        for end in range(match.end() - 1, len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0:
                yield text[match.start() : end + 1]
                break


def _filled(call: str, point: int) -> str | None:
    """Return the call with values; None if it is no Python then, such as in a sentence of a prompt."""
    name = _CALL.match(call)
    assert name is not None
    wants_numbers = _AT_POINTER.search(name[1]) is not None

    def value(match: re.Match[str]) -> str:
        before = call[: match.start()]
        if "position" in match[1]:  # further arguments
            return ""
        if "mode" in match[1]:
            return "pyautogui.easeInQuad"
        if before.endswith(("'", '"')):
            return "left" if "button=" in before[-9:] else "a"
        if before.endswith("button="):
            return "'left'"
        if before.endswith("clicks="):
            return "2"
        if "duration" in match[1] or before.endswith("interval="):
            return "0.1"
        if before.endswith("scroll("):
            return "3"
        return str(point) if wants_numbers else "'a'"

    code = _GAP.sub(value, call).replace("'{}'", "'a'").replace("{:}", "'a'")
    tree = _parsed(code)
    if tree is None or "..." in code:
        return None
    given = str((point, point)) if wants_numbers else "'a'"
    variables = sorted(
        {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {"pyautogui", "pyperclip"}
    )
    imported = "import pyperclip; " if code.startswith("pyperclip") else ""
    return imported + "".join(f"{variable} = {given}; " for variable in variables) + code


def _form(code: str) -> str:
    call = copy.deepcopy(_call_of(code))
    for node in ast.walk(call):
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            node.value = type(node.value).__name__
    return ast.unparse(call)


def _call_of(code: str) -> ast.Call:
    statement = ast.parse(code).body[-1]
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    return statement.value


def _parse(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes in others' texts
        return ast.parse(text)


def _parsed(text: str) -> ast.Module | None:
    try:
        return _parse(text)
    except (SyntaxError, ValueError):
        return None
