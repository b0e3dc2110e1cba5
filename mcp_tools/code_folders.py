"""Changing the folders of a VS Code window's workspace, over the reload that this may take."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mcp_tools.code_page import open_page
from mcp_tools.code_pages import watch_for_leaving
from mcp_tools.code_settings_text import SyntaxFault, parse
from mcp_tools.code_window import (
    CodeWindow,
    NoResponseError,
    WindowGoneError,
    WindowState,
    open_windows,
    refuse_unsaved,
    wait_for_window,
)
from mcp_tools.registry import ToolError


def change_folders(window: CodeWindow, *, add: str | None = None, remove: str | None = None) -> WindowState:
    """Add a folder to a window's workspace or remove one, and wait until the window shows it.

    A window that shows no workspace of several folders yet reloads to become one, and comes back with a new
    companion. So does one whose first folder changes, if VS Code was ready to notice: its page is asked.
    Raises CompanionError when the window refuses, or does not come back from a reload; ToolError when its
    workspace file cannot be changed, or a reload would lose unsaved changes.
    """
    if window.state.workspace_file is not None:
        _check_workspace_file(Path(window.state.workspace_file))
    folders = tuple(folder for folder in window.state.folders if folder != remove)
    if add is not None:
        folders += (add,)
    becomes_one = window.state.workspace_file is None
    first_changes = folders[:1] != window.state.folders[:1]
    if becomes_one or first_changes:
        refuse_unsaved(window)
    others = {other.socket for other in open_windows()}
    with watch_for_leaving() as refuse_question:
        with open_page(window) as page:
            page.watch_for_reload()
            with suppress(WindowGoneError, NoResponseError):
                window.call("set_folders", add=add, remove=remove)
            reloads = becomes_one or (first_changes and page.reloads())

        def changed(other: CodeWindow) -> bool:
            came_back = other.socket not in others and other.state.workspace_file is not None
            return (
                came_back if reloads else other.socket == window.socket
            ) and other.state.folders == folders

        otherwise = f"VS Code did not come to show {', '.join(folders) or 'no folder'}"
        return wait_for_window(changed, otherwise, look=refuse_question).state


def _check_workspace_file(path: Path) -> None:
    """VS Code reports only on the screen that it could not write the file that holds the folders."""
    if not os.access(path, os.W_OK):
        raise ToolError(
            f"the workspace file {path} is missing or read-only; make it writable first (chmod u+w)"
        )
    try:
        parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ToolError(f"the workspace file {path} is not UTF-8; save it in that encoding first") from error
    except SyntaxFault as error:
        raise ToolError(f"the workspace file {path} has an error in {error}; correct it first") from error
