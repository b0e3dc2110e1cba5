"""The code of OpenCUA's answers: pyautogui programs with coordinates of the picture, and calls of functions.

Code is read as a syntax tree and never run on the host. Leniency codes: `computed_coordinates` (coordinates that are no
plain numbers stay as they are), `fraction_coordinates` (numbers from 0 to 1 where pixels are expected),
`positional_arguments` (of a tool), `status_word`, `json_words` (true, false, null in a tool's arguments), `name_form`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from controller.agents.builtin.opencua.prompt import TERMINATE, TRIPLE_CLICK, WAIT, code_name
from controller.agents.coordinates import CoordinateFrame
from controller.agents.numbers import is_number
from controller.agents.paper_protocol.actions import Pixel
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.actions import Action, Program, Terminate, ToolCall, Wait
from controller.core.guest import Tool
from controller.core.invalid_data import describe_invalid
from controller.core.python_syntax import parse_python
from controller.core.tool_schemas import object_schema
from controller.models.scaling import OutOfView, ScaledView

WAIT_SECONDS = 20.0
PROGRAM_SECONDS = 60.0
MAX_PROGRAM = 100_000
MAX_ACTIONS = 10
"""Programs and calls of functions in one answer; one with more is refused."""
PLACES: Mapping[str, int] = {
    **dict.fromkeys(("click", "leftClick", "rightClick", "middleClick", "doubleClick", "tripleClick"), 0),
    **dict.fromkeys(("moveTo", "dragTo", "mouseDown", "mouseUp"), 0),
    **dict.fromkeys(("scroll", "vscroll", "hscroll"), 1),
}
"""pyautogui's functions that take a place, with the position of its x."""
_MODULES = ("pyautogui", "pyperclip", "time", "math", "random", "os", "subprocess", "sys", "re")
_STATUSES = {"success": "success", "failure": "failure", "fail": "failure", "failed": "failure"}
_JSON_WORDS = {"true": True, "false": False, "null": None}


class CodeReader:
    """Reads the code of one answer; `codes` are its leniencies."""

    def __init__(
        self, frame: CoordinateFrame, view: ScaledView, tools: Sequence[Tool], *, gui: bool = True
    ) -> None:
        self.codes: list[str] = []
        self._frame = frame
        self._view = view
        self._gui = gui
        self._tools = {code_name(tool.name): tool for tool in tools}

    def read(self, code: str) -> tuple[Action, ...]:
        """Return the actions of a code block, in order; those after the end of the task are dropped.

        Raises:
            ProtocolError: The code cannot be parsed, calls an unknown function, or points off the screen.
        """
        try:
            tree = parse_python(code)
            actions = tuple(self._actions(tree))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            if isinstance(error, ProtocolError):
                raise
            raise ProtocolError(f"its code cannot be read: {type(error).__name__}: {error}") from error
        if not actions:
            raise ProtocolError("its code does nothing")
        if len(actions) > MAX_ACTIONS:
            raise ProtocolError(f"its code has {len(actions)} parts that are steps of their own; give one")
        return actions

    def _actions(self, tree: ast.Module) -> Iterator[Action]:
        defined = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_stored(node)}
        defined |= set(_imported_names(tree)) | set(_MODULES)
        defined |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        program: list[ast.stmt] = []
        for statement in tree.body:
            call = statement.value if isinstance(statement, ast.Expr) else None
            name = _dotted_name(call.func) if isinstance(call, ast.Call) else ""
            if isinstance(call, ast.Call) and (name in (WAIT, TERMINATE) or self._tool(name)):
                yield from self._program(program)
                program = []
                action = self._function(name, call)
                yield action
                if isinstance(action, Terminate):
                    return
                continue
            self._refuse_unknown(statement, defined)
            program.append(statement)
        yield from self._program(program)

    def _function(self, name: str, call: ast.Call) -> Action:
        if name == WAIT:
            return Wait(seconds=WAIT_SECONDS)
        if name == TERMINATE:
            return self._terminate(self._arguments(call, ("status", "answer")))
        tool = self._tool(name)
        assert tool is not None  # the caller looked
        if name not in self._tools:
            self.codes.append("name_form")
        names = tuple(object_schema(tool.input_schema).get("properties", ()))
        return ToolCall(name=tool.name, arguments=self._arguments(call, names))

    def _tool(self, name: str) -> Tool | None:
        """The offered tool of this name, or with this name as its last part; None when there is no single one."""
        if name in self._tools:
            return self._tools[name]
        if not name or name.partition(".")[0] in _MODULES:
            return None
        plain = name.replace(".", "_").lower()
        matches = [
            tool
            for known, tool in self._tools.items()
            if plain in (known.replace(".", "_").lower(), known.rpartition(".")[2].lower())
        ]
        return matches[0] if len(matches) == 1 else None

    def _arguments(self, call: ast.Call, names: Sequence[str]) -> dict[str, Any]:
        if len(call.args) > len(names):
            raise ProtocolError(f"a function takes {', '.join(names) or 'no arguments'}, as keywords")
        if call.args:
            self.codes.append("positional_arguments")
        arguments = {name: self._value(node) for name, node in zip(names, call.args, strict=False)}
        for keyword in call.keywords:
            value = self._value(keyword.value)
            if keyword.arg is not None:
                arguments[keyword.arg] = value
            elif isinstance(value, dict):  # **{"name": value}
                arguments |= {str(key): item for key, item in value.items()}
        return arguments

    def _value(self, node: ast.expr) -> Any:
        """The value of an argument: a literal, in which JSON's words may stand."""

        class Words(ast.NodeTransformer):
            found = False

            def visit_Name(self, name: ast.Name) -> ast.expr:
                if name.id not in _JSON_WORDS:
                    return name
                self.found = True
                return ast.copy_location(ast.Constant(_JSON_WORDS[name.id]), name)

        words = Words()
        node = words.visit(node)
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError) as error:
            raise ProtocolError(
                f"arguments of a function must be plain values, not {ast.unparse(node)[:60]}"
            ) from error
        if words.found:
            self.codes.append("json_words")
        return _as_json(value)

    def _terminate(self, arguments: Mapping[str, Any]) -> Terminate:
        word = str(arguments.get("status", "")).strip()
        status = _STATUSES.get(word.lower())
        if status is None:
            raise ProtocolError(f"{TERMINATE} needs `status`: success or failure, not {word!r:.40}")
        if status != word:
            self.codes.append("status_word")
        answer = arguments.get("answer")
        try:
            return Terminate(status=status, answer="" if answer is None else str(answer))  # type: ignore[arg-type]
        except ValidationError as error:
            raise ProtocolError(f"{TERMINATE}: {describe_invalid(error)}") from error

    def _refuse_unknown(self, statement: ast.stmt, defined: set[str]) -> None:
        """Raise UnknownFunction when a statement calls what neither Python, pyautogui nor the request has."""
        for node in ast.walk(statement):
            name = _dotted_name(node.func) if isinstance(node, ast.Call) else ""
            root = name.partition(".")[0]
            if not name or name == TRIPLE_CLICK or root in defined or hasattr(builtins, root):
                continue
            own = [TRIPLE_CLICK, WAIT, TERMINATE] if self._gui else [TERMINATE]
            raise UnknownFunction(name, ", ".join([*own, *self._tools]))

    def _program(self, statements: list[ast.stmt]) -> Iterator[Program]:
        if all(isinstance(one, ast.Import | ast.ImportFrom | ast.Pass) for one in statements):
            return
        if not self._gui:
            raise ProtocolError("there is no mouse and no keyboard; call a function, or terminate")
        placed = _Placed(self._native, self.codes)
        body = [placed.visit(statement) for statement in statements]
        code = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
        if len(code) > MAX_PROGRAM:
            raise ProtocolError(f"the code is {len(code)} characters long; stay below {MAX_PROGRAM}")
        yield Program(code=code, seconds=PROGRAM_SECONDS)

    def _native(self, x: float, y: float) -> Pixel:
        """The native pixel of coordinates. Raises ProtocolError."""
        frame = self._frame
        if frame.convention == "absolute" and 0 <= x <= 1 and 0 <= y <= 1 and (x % 1 or y % 1):
            self.codes.append("fraction_coordinates")
            frame = CoordinateFrame("0-1")
        try:
            return frame.pixel(x, y, self._view)
        except OutOfView as error:
            raise ProtocolError(str(error)) from error


class _Placed(ast.NodeTransformer):
    """Replaces places of the picture by native pixels, as positional arguments."""

    def __init__(self, native: Any, codes: list[str]) -> None:
        self._native = native
        self._codes = codes

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = _dotted_name(node.func)
        if name == TRIPLE_CLICK:
            node.func = ast.Attribute(ast.Name("pyautogui", ast.Load()), "click", ast.Load())
            node.keywords.append(ast.keyword("clicks", ast.Constant(3)))
        elif not name.startswith("pyautogui."):
            return node
        first = PLACES.get(name.rpartition(".")[2]) if name != TRIPLE_CLICK else 0
        if first is not None:
            self._place(node, first)
        return node

    def _place(self, call: ast.Call, first: int) -> None:
        """Convert the place of a call whose x is its argument number `first`."""
        given = {keyword.arg: keyword for keyword in call.keywords if keyword.arg in ("x", "y", "clicks")}
        if first == 1 and not call.args and "clicks" in given:
            call.args = [given["clicks"].value]
            call.keywords.remove(given["clicks"])
        place = call.args[first : first + 2]
        if len(place) == 1 and isinstance(place[0], ast.Tuple | ast.List) and len(place[0].elts) == 2:
            place = list(place[0].elts)
            call.args[first : first + 1] = place
        elif len(place) == 1 and "y" in given:
            place = [place[0], given["y"].value]
        elif not place and {"x", "y"} <= {*given} and len(call.args) == first:
            place = [given["x"].value, given["y"].value]
        numbers = [_number(node) for node in place]
        if len(numbers) < 2:
            return
        x, y = numbers[0], numbers[1]
        if x is None or y is None:
            self._codes.append("computed_coordinates")
            return
        pixel = self._native(x, y)
        call.keywords = [keyword for keyword in call.keywords if keyword.arg not in ("x", "y")]
        call.args[first : first + 2] = [ast.Constant(value) for value in pixel]


def _number(node: ast.expr) -> float | None:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None
    return float(value) if is_number(value) else None


def _dotted_name(node: ast.expr) -> str:
    """A dotted name, "" for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield (alias.asname or alias.name).partition(".")[0]


def _as_json(value: Any) -> Any:
    """A literal as JSON has it. Raises ProtocolError for bytes, sets and the like."""
    if isinstance(value, Mapping):
        return {str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise ProtocolError(f"arguments of a function must be JSON values, not {value!r:.60}")
