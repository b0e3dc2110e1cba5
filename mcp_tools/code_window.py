"""The open windows of VS Code, reached through the companion extension that runs in each of them.

`code_companion/extension.js` is the other side: a socket a window, one JSON object a line.
"""

from __future__ import annotations

import json
import os
import re
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mcp_tools import applications
from mcp_tools.code_pages import refuse_silent_page
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

APP = "code"
WINDOW_TITLE = re.compile(r"Visual Studio Code$|^127\.0\.0\.1")
"""Not of a dialog. A window that loads is named by its address."""
ANSWER_LIMIT = 4 * 2**20
ANSWER_SECONDS = scale_timeout(15.0)
STATE_SECONDS = scale_timeout(3.0)
RELOAD_SECONDS = scale_timeout(75.0)
STARTING_SECONDS = scale_timeout(18.0)
"""How long a window that is starting is waited for: with what is asked before, less than a tool may take."""
AUTO_SAVE_SECONDS = scale_timeout(3.0)
"""How long to wait for auto save, which comes a second after the last change unless it is set otherwise."""
POLL_SECONDS = 0.1
UNTITLED = "untitled:"
"""What the places of editors without a file begin with."""
NOT_OPEN = "no VS Code window is open; open one with osworld_mcp_code.launch_vscode"


class CompanionError(ToolError):
    """A window did not answer, or answered that it could not do what it was asked."""


class WindowGoneError(CompanionError):
    """The window closed or reloaded before it answered."""


class NoResponseError(CompanionError):
    """The window is there and did not answer in time."""


class _StateModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Tab(_StateModel):
    """A tab; a comparison has two `paths`."""

    label: str
    paths: tuple[str | None, ...]
    active: bool
    dirty: bool


class Group(_StateModel):
    """A group of tabs; `column` counts from 1."""

    column: int
    active: bool
    tabs: tuple[Tab, ...]


class Editor(_StateModel):
    """The active text editor; line and character count from 1."""

    path: str
    line: int
    character: int
    dirty: bool


class WindowState(_StateModel):
    """What one window shows; `focused_at` is in milliseconds since the epoch, 0 for never."""

    focused: bool
    focused_at: int
    folders: tuple[str, ...]
    workspace_file: str | None = None
    groups: tuple[Group, ...] = ()
    editor: Editor | None = None

    @property
    def unsaved(self) -> tuple[str, ...]:
        """The labels of the tabs with changes that are not saved."""
        return tuple(tab.label for group in self.groups for tab in group.tabs if tab.dirty)

    @property
    def untitled(self) -> bool:
        """Whether a tab with such changes has no file yet: auto save leaves it alone."""
        dirty = (tab for group in self.groups for tab in group.tabs if tab.dirty)
        return any(path and path.startswith(UNTITLED) for tab in dirty for path in tab.paths)

    @property
    def active_file(self) -> str | None:
        """The file of the active tab, whatever kind of editor shows it."""
        return self.active_paths[-1] if self.active_paths else None

    @property
    def active_paths(self) -> tuple[str | None, ...]:
        """The files of the active tab: two of a comparison."""
        tabs = [tab for group in self.groups if group.active for tab in group.tabs if tab.active]
        return tabs[0].paths if tabs else ()


class FolderSetting(_StateModel):
    """What one folder of the workspace gives a setting, and what is in force there."""

    path: str
    value: Any = None
    effective: Any = None


class Setting(_StateModel):
    """A setting's value by where it comes from; `effective` is the one in force, but in these languages."""

    user: Any = None
    workspace: Any = None
    effective: Any = None
    languages: tuple[str, ...] = ()
    folders: tuple[FolderSetting, ...] = ()


class Theme(_StateModel):
    """A colour theme; `id` is what settings.json holds."""

    id: str
    label: str
    extension: str


class Extension(_StateModel):
    id: str
    version: str


class _Response(_StateModel):
    result: Any = None
    error: str | None = Field(None)


class CodeWindow:
    """One window: its companion's socket and the state it was found in."""

    def __init__(self, path: Path, state: WindowState) -> None:
        self.socket = path
        self.state = state

    def call(self, method: str, seconds: float = ANSWER_SECONDS, **params: Any) -> Any:
        """Ask the window's companion. Raises CompanionError."""
        return _request(self.socket, method, params, seconds)

    @property
    def now(self) -> WindowState:
        """What it shows now. Raises CompanionError."""
        return WindowState.model_validate(self.call("state", STATE_SECONDS))

    def setting(self, key: str) -> Setting:
        return Setting.model_validate(self.call("get_setting", key=key))


def active_window() -> CodeWindow:
    """The window that has, or last had, the focus; one on the screen that is still starting is waited for.

    Raises CompanionError when none is open.
    """
    candidates = answering_windows()
    if not any(window.state.focused for window in candidates) and len(candidates) < (
        on_screen := _on_screen()
    ):
        candidates = wait(lambda: _at_least(on_screen), STARTING_SECONDS)
        if not candidates:
            refuse_silent_page()
            raise CompanionError(
                "a VS Code window does not answer: it is still starting, or a dialog in it waits for an answer; "
                "look at the screen"
            )
    if not candidates:
        raise CompanionError(NOT_OPEN)
    return front(candidates)


def answering_windows() -> list[CodeWindow]:
    """All windows. Raises ToolError when the page of one does not answer, unless another has the focus."""
    windows = open_windows()
    if not any(window.state.focused for window in windows) and len(windows) < _on_screen():
        refuse_silent_page(starting=True)
    return windows


def _on_screen() -> int:
    """How many windows the screen shows."""
    return sum(
        window.app == APP and bool(WINDOW_TITLE.search(window.title)) for window in applications.windows()
    )


def refuse_unsaved(window: CodeWindow) -> None:
    """Raise ToolError when a reload of the window would lose unsaved changes.

    What auto save is about to save is waited for.
    """
    if not window.state.unsaved:
        return
    if not window.state.untitled and wait(lambda: not window.now.unsaved, AUTO_SAVE_SECONDS):
        return
    if unsaved := window.now.unsaved:
        raise ToolError(
            f"the window has to reload for this, and would lose the unsaved changes in {', '.join(unsaved)}; "
            "save them (ctrl+s) or undo them first"
        )


def _at_least(number: int) -> list[CodeWindow]:
    """The open windows, none when there are fewer."""
    candidates = open_windows()
    return candidates if len(candidates) >= number else []


def front(windows: Sequence[CodeWindow]) -> CodeWindow:
    """Of these windows, the one that has, or last had, the focus."""
    return max(windows, key=lambda window: (window.state.focused, window.state.focused_at))


def open_windows() -> list[CodeWindow]:
    """All windows that answer; one that was killed, and lingers on the server's side, does not."""
    windows = []
    for path in sorted(_socket_folder().glob("*.sock")):
        try:
            state = _request(path, "state", {}, STATE_SECONDS)
        except CompanionError:
            continue
        windows.append(CodeWindow(path, WindowState.model_validate(state)))
    return windows


def wait_for_window(
    ready: Callable[[CodeWindow], bool],
    otherwise: str,
    seconds: float = RELOAD_SECONDS,
    look: Callable[[], None] = lambda: None,
) -> CodeWindow:
    """The first window that meets the condition.

    Raises CompanionError with `otherwise` after `seconds`, ToolError when the page of a window does not answer then,
    and what `look` does, which is called meanwhile.
    """

    def next_window() -> CodeWindow | None:
        look()
        return next(filter(ready, open_windows()), None)

    window = wait(next_window, seconds, pause=POLL_SECONDS)
    if window is None:
        refuse_silent_page()
        raise CompanionError(f"{otherwise} within {seconds:g} s; look at the screen")
    return window


def _socket_folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    return Path(runtime) / "testbed-code"


def _request(path: Path, method: str, params: dict[str, Any], seconds: float) -> Any:
    try:
        request = json.dumps({"id": 1, "method": method, "params": params}, ensure_ascii=False)
        line = _exchange(path, request, seconds)
        response = _Response.model_validate_json(line)
    except TimeoutError as error:
        raise NoResponseError(
            f"VS Code did not answer ({method}) in {seconds:g} s; look at the screen for an open dialog"
        ) from error
    except (OSError, ValidationError) as error:
        raise WindowGoneError(
            f"the VS Code window closed or reloaded before it answered ({method}); look at the screen, then try again"
        ) from error
    if response.error is not None:
        raise CompanionError(f"VS Code: {response.error}")
    return response.result


def _exchange(path: Path, request: str, seconds: float) -> bytes:
    deadline = time.monotonic() + seconds
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        connection.connect(str(path))
        connection.sendall(request.encode() + b"\n")
        received = bytearray()
        while not received.endswith(b"\n"):
            connection.settimeout(max(0.01, deadline - time.monotonic()))
            chunk = connection.recv(65536)
            received += chunk
            if not chunk or len(received) > ANSWER_LIMIT:
                raise ConnectionError("the answer broke off")
        return bytes(received)
