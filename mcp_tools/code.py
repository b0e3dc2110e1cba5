"""VS Code's tools for files and folders. Each acts in the window that has, or last had, the focus."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, Field

from mcp_tools import applications
from mcp_tools.code_folders import change_folders
from mcp_tools.code_page import open_page
from mcp_tools.code_pages import watch_for_leaving
from mcp_tools.code_window import (
    APP,
    CodeWindow,
    WindowState,
    active_window,
    answering_windows,
    front,
    refuse_unsaved,
    wait_for_window,
)
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

RAISE_SECONDS = 10.0
EDITOR_SECONDS = scale_timeout(2.0)
BLOCK_BYTES = 2**20
WORKSPACE_SUFFIX = ".code-workspace"
PathText = Annotated[str, Field(description="Absolute path, or with ~.", min_length=1)]


class Shown(BaseModel):
    """What the window shows now; line and character count from 1."""

    folders: list[str]
    file: str | None = None
    line: int | None = None
    character: int | None = None


class Compared(BaseModel):
    """The two sides of the comparison in the front tab."""

    left: str
    right: str
    identical: bool


@tool("osworld_mcp_code.launch_vscode", app=APP, idempotent=True, seconds=100)
def launch_vscode(path: PathText) -> Shown:
    """Open a file or a folder in Visual Studio Code, starting it when it is not running."""
    target = existing(path)
    if not os.access(target, os.R_OK):
        raise ToolError(f"{target} cannot be read: the user has no permission")
    if target.is_dir() or target.suffix == WORKSPACE_SUFFIX:
        return _to_shown(_open_workspace(target))
    return _to_shown(_open_file(str(target)))


@tool("osworld_mcp_code.goto_file", app=APP, idempotent=True)
def goto_file(
    file_path: PathText,
    line: Annotated[int, Field(description="Line, counted from 1.", ge=1)] = 1,
    character: Annotated[int, Field(description="Character in the line, counted from 1.", ge=1)] = 1,
) -> Shown:
    """Open a file in the VS Code window with the cursor at a line and character."""
    target = _existing_file(file_path)
    window = active_window()
    window.call("show", path=str(target), line=line, character=character)

    def state_at_place() -> WindowState | None:
        """The window's state once it shows the place: it tells its extensions of editor and cursor a moment later."""
        editor = (state := window.now).editor
        at = (editor.path, editor.line, editor.character) if editor else None
        return state if at == (str(target), line, character) else None

    if (state := wait(state_at_place, EDITOR_SECONDS)) is None:
        raise ToolError(
            f"VS Code opened {target} and does not show that place; look at the screen for a dialog"
        )
    return _to_shown(state)


@tool("osworld_mcp_code.compare_files", app=APP, idempotent=True)
def compare_files(file1: PathText, file2: PathText) -> Compared:
    """Show the differences between two files in the VS Code window: file1 on the left, file2 on the right."""
    left, right = _existing_file(file1), _existing_file(file2)
    window = active_window()
    same = window.call("compare", left=str(left), right=str(right))
    wait(lambda: window.now.active_paths == (str(left), str(right)), EDITOR_SECONDS)
    open_paths = window.now.active_paths
    if open_paths != (str(left), str(right)):
        raise ToolError(
            f"VS Code shows {' and '.join(filter(None, open_paths)) or 'no file'}; look at the screen"
        )
    identical = _same_bytes(left, right) if same is None else same
    return Compared(left=str(left), right=str(right), identical=identical)


@tool("osworld_mcp_code.add_folder", app=APP, idempotent=True, seconds=100)
def add_folder(folder: PathText) -> Shown:
    """Add a folder to the workspace of the VS Code window, beside those already in it."""
    place = str(_existing_folder(folder))
    window = active_window()
    if place in window.state.folders:
        return _to_shown(window.state)
    return _to_shown(change_folders(window, add=place))


@tool("osworld_mcp_code.remove_folder", app=APP, seconds=100)
def remove_folder(folder: PathText) -> Shown:
    """Remove a folder from the workspace of the VS Code window; the folder itself stays on the disk."""
    place = str(_path(folder))
    window = active_window()
    before = window.state.folders
    if place not in before:
        raise ToolError(f"{place} is not in the workspace; its folders are: {', '.join(before) or 'none'}")
    return _to_shown(change_folders(window, remove=place))


def existing(text: str) -> Path:
    """The absolute path of something that exists. Raises ToolError."""
    path = _path(text)
    try:
        path.stat()
    except FileNotFoundError as error:
        raise ToolError(f"{path} does not exist; check the path") from error
    except OSError as error:
        raise ToolError(f"{shorten(str(path))} cannot be opened: {error.strerror}; check the path") from error
    except ValueError as error:  # a NUL or half a character
        raise ToolError(f"{shorten(text)} is no path; check its characters") from error
    return path


def _open_file(path: str) -> WindowState:
    """Show a file in the window in front.

    A text editor becomes active a moment after its tab; a picture or a binary file has none.
    """
    before = answering_windows()
    own = front(before).socket if before else None
    applications.launch(APP, path)
    window = wait_for_window(
        lambda window: own in (None, window.socket) and path == window.state.active_file,
        f"VS Code did not open {path}",
    )
    wait(lambda: (editor := window.now.editor) is not None and editor.path == path, EDITOR_SECONDS)
    return window.now


def _open_workspace(target: Path) -> WindowState:
    """Show a folder or a workspace file. The window reloads for it, so the one that shows it has a new companion."""
    path = str(target)

    def shows(window: CodeWindow) -> bool:
        if target.suffix == WORKSPACE_SUFFIX and target.is_file():
            return window.state.workspace_file == path
        is_shown = window.state.folders in ((path,), (str(target.resolve()),))
        return is_shown and window.state.workspace_file is None

    before = answering_windows()
    if showing := list(filter(shows, before)):
        return _raise_window(showing[0], path)
    if before:
        refuse_unsaved(front(before))
    old = {window.socket for window in before}
    with watch_for_leaving() as refuse_question:
        applications.launch(APP, path)
        return wait_for_window(
            lambda window: window.socket not in old and shows(window),
            f"VS Code did not open {path}",
            look=refuse_question,
        ).state


def _raise_window(window: CodeWindow, path: str) -> WindowState:
    with open_page(window) as page:
        page.bring_to_front()
    return wait_for_window(
        lambda now: now.socket == window.socket and now.state.focused,
        f"the window that shows {path} did not come to the front",
        RAISE_SECONDS,
    ).state


def _to_shown(state: WindowState) -> Shown:
    file = state.active_file
    editor = state.editor if state.editor and state.editor.path == file else None
    return Shown(
        folders=list(state.folders),
        file=file,
        line=editor.line if editor else None,
        character=editor.character if editor else None,
    )


def _path(text: str) -> Path:
    """An absolute, normal path; symbolic links in it are kept, as VS Code keeps them."""
    plain = unquote(urlsplit(text).path) if text.startswith("file://") else text
    if plain.startswith("~") and not plain.startswith("~/") and plain != "~":
        raise ToolError(f"{shorten(text)} names another user's home; give an absolute path")
    return Path(os.path.normpath(Path.home() / Path(plain).expanduser()))


def _same_bytes(left: Path, right: Path) -> bool:
    if left.stat().st_size != right.stat().st_size:
        return False
    with left.open("rb") as one, right.open("rb") as other:
        while block := one.read(BLOCK_BYTES):
            if block != other.read(BLOCK_BYTES):
                return False
    return True


def _existing_file(text: str) -> Path:
    path = existing(text)
    if not path.is_file():
        raise ToolError(f"{path} is not a file; open folders with osworld_mcp_code.add_folder")
    if not os.access(path, os.R_OK):
        raise ToolError(f"{path} cannot be read: the user has no permission")
    return path


def _existing_folder(text: str) -> Path:
    path = existing(text)
    if not path.is_dir():
        raise ToolError(f"{path} is not a folder")
    return path
