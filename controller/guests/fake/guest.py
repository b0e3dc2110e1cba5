"""A guest in memory: files, a few commands, a drawn desktop, and a small set of tools."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from controller.core.actions import GuiAction, Program, Screenshot, Zoom, parse_action
from controller.core.guest import (
    FILE_LIMIT,
    HOME,
    USER,
    CommandResult,
    Tool,
    ToolResult,
    call_limit,
    unsendable,
)
from controller.core.invalid_data import describe_invalid
from controller.guests.fake.commands import FakeFile, Files, Shell
from controller.guests.fake.desktop import FakeDesktop, FakeEditor
from controller.guests.fake.programs import BadProgram, actions_of
from controller.guests.provider import GuestOptions
from testbed.errors import (
    CommandError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
)
from vm_images.server_pool import OFFERED_SERVERS

GUI_TYPES = (
    "click",
    "drag",
    "hold_key",
    "key",
    "mouse_down",
    "mouse_move",
    "mouse_up",
    "program",
    "screenshot",
    "scroll",
    "type",
    "wait",
    "zoom",
)
INITIAL_FILES: Files = {
    "/etc/hostname": FakeFile(b"fake\n", "root"),
    "/root/.profile": FakeFile(b"", "root", 0o600),
    f"{HOME}/.profile": FakeFile(b""),
}


def _schema(**properties: str) -> dict[str, Any]:
    kinds = {name: {"type": kind} for name, kind in properties.items()}
    return {"type": "object", "properties": kinds, "required": list(properties)}


TOOLS = (
    Tool("filesystem_read_text_file", "Read a file as text.", _schema(path="string"), "os"),
    Tool(
        "filesystem_write_file",
        "Write text to a file.",
        _schema(path="string", content="string"),
        "os",
        destructive=True,
    ),
    Tool("fake_text_editor.open_file", "Open a file in the editor.", _schema(path="string"), "text_editor"),
    Tool("fake_text_editor.set_text", "Replace the open text.", _schema(text="string"), "text_editor"),
    Tool("fake_text_editor.save", "Save the open file.", _schema(), "text_editor"),
    Tool("fake_arithmetic.add", "Add two integers.", _schema(a="integer", b="integer"), "os"),
)
POOL_TOOLS = (
    Tool("calculator_calculate", "Add integers such as 1+2.", _schema(expression="string"), "calculator"),
    Tool("memory_read_graph", "Read the knowledge graph.", _schema(), "memory"),
)
"""Tools of servers of the pool: listed where `/etc/testbed/servers` has their server, as in a real guest."""
_JSON_TYPES: Mapping[str, type] = {"string": str, "integer": int}


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults to inject into a guest, for tests.

    `boot_seconds` is how long it takes to come up; with `boot_fails` it then does not. `dies_at_call` is
    the number, from 1, of the tool call at which the connection is lost for good. `call_seconds` is how
    long each tool call takes. `huge_file` is a path that claims to be larger than any limit.
    """

    boot_seconds: float = 0.0
    boot_fails: bool = False
    dies_at_call: int | None = None
    call_seconds: float = 0.0
    huge_file: str = ""


@dataclass(frozen=True, slots=True)
class SavedGuest:
    """The state of a guest: its files, mouse and editor."""

    files: Files
    cursor: tuple[int, int]
    editor: FakeEditor | None
    headless: bool


class FakeGuest:
    """Implements `controller.core.guest.Guest` without leaving the process. Thread-safe."""

    def __init__(self, name: str, options: GuestOptions, faults: Faults, *, headless: bool = False) -> None:
        self._name = name
        self._headless = headless
        self._faults = faults
        self._stopped = threading.Event()
        self._lock = threading.RLock()
        self._files: Files = dict(INITIAL_FILES)
        self._desktop = FakeDesktop(options.width, options.height, self._save, options.scale)
        self._calls = 0
        self._tools: dict[str, Callable[[Mapping[str, Any]], ToolResult]] = {
            "filesystem_read_text_file": lambda arguments: self._read_tool(arguments["path"]),
            "filesystem_write_file": lambda arguments: self._write_tool(
                arguments["path"], arguments["content"]
            ),
            "fake_text_editor.open_file": lambda arguments: self._open_tool(arguments["path"]),
            "fake_text_editor.set_text": lambda arguments: self._set_text(arguments["text"]),
            "fake_text_editor.save": lambda _given: self._save_tool(),
            "calculator_calculate": lambda arguments: _sum(arguments["expression"]),
            "memory_read_graph": lambda _given: _data({"entities": [], "relations": []}),
            "fake_arithmetic.add": lambda arguments: _data({"result": arguments["a"] + arguments["b"]}),
        }

    @property
    def name(self) -> str:
        return self._name

    @property
    def slowness(self) -> float:
        return 1.0

    def save(self) -> SavedGuest:
        """Return what a copy of this guest goes on from."""
        with self._lock:
            return SavedGuest(
                dict(self._files), self._desktop.cursor, copy(self._desktop.editor), self._headless
            )

    def load(self, saved: SavedGuest) -> None:
        """Go on, as a guest that has just been booted, from what another one was."""
        with self._lock:
            self._files = dict(saved.files)
            self._desktop.cursor, self._desktop.editor = saved.cursor, copy(saved.editor)

    def stop(self) -> None:
        """Every later use raises GuestConnectionError."""
        self._stopped.set()

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        self._check_connected()
        shell = Shell(self._files, USER if as_user else "root", self._open_app)
        try:
            code, stdout, stderr = shell.run(argv, stdin, timeout)
        except TimeoutError as error:
            raise GuestTimeoutError(f"{argv[0]} took more than {timeout:g} s in {self.name}") from error
        result = CommandResult(tuple(argv), code, stdout, stderr)
        if check and code:
            raise CommandError(
                f"{' '.join(argv)} exited with {code} in {self.name}: {stderr.decode().strip()}"
            )
        return result

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        self._check_connected()
        if path == self._faults.huge_file:
            raise FileTooLargeError(f"{path} in {self.name} is larger than {limit} bytes")
        with self._lock:
            if path not in self._files:
                if any(name.startswith(path.rstrip("/") + "/") for name in self._files):
                    raise CommandError(f"{path} in {self.name} is not a regular file")
                raise FileNotFoundError(path)
            data = self._files[path].data
        if len(data) > limit:
            raise FileTooLargeError(f"{path} in {self.name} is {len(data)} bytes, more than {limit}")
        return data

    def write_file(self, path: str, data: bytes, *, owner: str = USER, mode: int = 0o644) -> None:
        self._check_connected()
        with self._lock:
            self._files[path] = FakeFile(bytes(data), owner, mode)

    def list_tools(self) -> list[Tool]:
        self._check_connected()
        if self._headless:
            mounted = [tool for tool in TOOLS if "." not in tool.name]
            return sorted((*mounted, *self._offered_tools()), key=lambda tool: tool.name)
        gui = [Tool(f"computer.{name}", name, {"type": "object"}, "os") for name in (*GUI_TYPES, "windows")]
        extra = [
            Tool(f"computer.{name}", name, _schema(), "os")
            for name in ("accessibility", "cursor_position", "enable_accessibility", "screen_size")
        ]
        return sorted((*TOOLS, *self._offered_tools(), *gui, *extra), key=lambda tool: tool.name)

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        limit = call_limit(self.slowness) if timeout is None else timeout
        self._check_connected()
        with self._lock:
            self._calls += 1
            if self._faults.dies_at_call is not None and self._calls >= self._faults.dies_at_call:
                self.stop()
        if self._stopped.wait(min(self._faults.call_seconds, limit)):
            self._check_connected()
        if self._faults.call_seconds > limit:
            raise GuestTimeoutError(f"{name} took more than {limit:g} s in {self.name}")
        if reason := unsendable(name, arguments or {}):
            return _error(reason)
        with self._lock:
            return self._call(name, dict(arguments or {}))

    def _offered_tools(self) -> list[Tool]:
        file = self._files.get(OFFERED_SERVERS)
        ids = file.data.decode().split() if file else []
        return [tool for tool in POOL_TOOLS if tool.app in ids]

    def console_tail(self, lines: int = 20) -> str:
        text = f"{self.name} booted\n" + ("connection lost\n" if self._stopped.is_set() else "")
        return "\n".join(text.splitlines()[-lines:])

    def _check_connected(self) -> None:
        if self._stopped.is_set():
            raise GuestConnectionError(f"the connection to {self.name} is gone")

    def _call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        if self._headless and "." in name:
            return _error(f"There is no tool {name!r}: this guest is headless, it has no screen.")
        if name.startswith("computer."):
            return self._computer(name.removeprefix("computer."), arguments)
        tool = next((tool for tool in (*TOOLS, *self._offered_tools()) if tool.name == name), None)
        if tool is None:
            return _error(f"There is no tool {name!r}.")
        wrong = _wrong_arguments(tool, arguments)
        return _error(wrong) if wrong else self._tools[name](arguments)

    def _computer(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        screen = self._desktop
        if name == "windows":
            return _data({"windows": screen.windows()})
        if name == "screen_size":
            return _data({"width": screen.width, "height": screen.height})
        cursor = {"x": screen.cursor[0], "y": screen.cursor[1]}
        if name == "cursor_position":
            return _data(cursor)
        if name == "accessibility":
            return _data(
                {
                    "width": screen.width,
                    "height": screen.height,
                    "nodes": screen.elements(),
                    "cut": [],
                    "missing": [],
                }
            )
        if name == "enable_accessibility":
            return ToolResult("applications started from now on report the contents of their windows")
        if name == "screenshot":
            arguments = {}
        if name not in GUI_TYPES:
            return _error(f"There is no tool 'computer.{name}'.")
        try:
            action = parse_action.validate_python({"type": name, **arguments})
        except ValidationError as error:
            return _error(f"Wrong parameters for computer.{name}: {describe_invalid(error)}")
        if isinstance(action, Screenshot):
            size = {"width": screen.width, "height": screen.height, "settled": True, "cursor": cursor}
            return replace(_data({**size, "windows": screen.windows()}), images=(screen.screenshot(),))
        if isinstance(action, Zoom):
            region = (action.x0, action.y0, action.x1, action.y1)
            if region[0] >= region[2] or region[1] >= region[3]:
                return _error("The region is empty: x0 < x1 and y0 < y1 must hold.")
            return ToolResult("", images=(screen.screenshot(region),))
        assert isinstance(action, GuiAction)
        try:
            for each in actions_of(action.code) if isinstance(action, Program) else [action]:
                screen.input(each)
        except BadProgram as error:
            return _error(str(error))
        return ToolResult("done")

    def _open_app(self, _app: str, files: list[str]) -> None:
        path = files[0] if files else f"{HOME}/untitled.txt"
        file = self._files.get(path)
        self._desktop.open(path, file.data.decode("utf-8", "replace") if file else "")

    def _save(self, path: str, text: str) -> None:
        self._files[path] = FakeFile(text.encode())

    def _read_tool(self, path: str) -> ToolResult:
        file = self._files.get(path)
        if file is None or not file.readable_by(USER):
            return _error(f"{path} cannot be read. Check the path.")
        return ToolResult(file.data.decode("utf-8", "replace"))

    def _write_tool(self, path: str, content: str) -> ToolResult:
        if not path.startswith(HOME + "/"):
            return _error(f"{path} is outside {HOME}. Choose a path inside.")
        self._files[path] = FakeFile(content.encode())
        return ToolResult(f"wrote {len(content)} characters to {path}")

    def _open_tool(self, path: str) -> ToolResult:
        self._open_app("text_editor", [path])
        return ToolResult(f"opened {path}")

    def _set_text(self, text: str) -> ToolResult:
        if self._desktop.editor is None:
            return _error("No file is open. Open one first.")
        self._desktop.editor.text = text
        return ToolResult("replaced the text")

    def _save_tool(self) -> ToolResult:
        if self._desktop.editor is None:
            return _error("No file is open. Open one first.")
        self._save(self._desktop.editor.path, self._desktop.editor.text)
        self._desktop.editor.saved = self._desktop.editor.text
        return ToolResult(f"saved {self._desktop.editor.path}")


def boot(name: str, options: GuestOptions, faults: Faults, *, headless: bool = False) -> FakeGuest:
    """A guest after the time its boot takes."""
    time.sleep(faults.boot_seconds)
    return FakeGuest(name, options, faults, headless=headless)


def _wrong_arguments(tool: Tool, arguments: Mapping[str, Any]) -> str:
    properties = tool.input_schema["properties"]
    for name in tool.input_schema["required"]:
        if name not in arguments:
            return f"{tool.name}: the parameter {name!r} is missing."
    for name, value in arguments.items():
        if name not in properties:
            return f"{tool.name} has no parameter {name!r}; it has {', '.join(properties) or 'none'}."
        kind = properties[name]["type"]
        if not isinstance(value, _JSON_TYPES[kind]) or isinstance(value, bool):
            return f"{tool.name}: {name} must be a {kind}."
    return ""


def _sum(expression: str) -> ToolResult:
    try:
        return ToolResult(str(sum(int(part) for part in expression.split("+"))))
    except ValueError:
        return _error(f"{expression!r} is no sum of integers.")


def _data(data: Mapping[str, Any]) -> ToolResult:
    return ToolResult(json.dumps(data), structured=data)


def _error(text: str) -> ToolResult:
    return ToolResult(text, is_error=True)
