"""Changing the folders of a VS Code window's workspace, over the reload that this may take."""

from __future__ import annotations

from contextlib import suppress

from mcp_tools.code_page import open_page
from mcp_tools.code_window import (
    CodeWindow,
    NoResponseError,
    WindowGoneError,
    WindowState,
    open_windows,
    wait_for_window,
)


def change_folders(window: CodeWindow, *, add: str | None = None, remove: str | None = None) -> WindowState:
    """Add a folder to a window's workspace or remove one, and wait until the window shows it.

    A window that shows no workspace of several folders yet reloads to become one, and comes back with a new
    companion. So does one whose first folder changes, if VS Code was ready to notice: its page is asked.
    Raises CompanionError when the window refuses, or does not come back from a reload.
    """
    folders = tuple(folder for folder in window.state.folders if folder != remove)
    if add is not None:
        folders += (add,)
    others = {other.socket for other in open_windows()}
    with open_page(window) as page:
        page.watch_for_reload()
        with suppress(WindowGoneError, NoResponseError):
            window.call("set_folders", add=add, remove=remove)
        becomes_one = window.state.workspace_file is None
        reloads = becomes_one or (folders[:1] != window.state.folders[:1] and page.reloads())

    def changed(other: CodeWindow) -> bool:
        came_back = other.socket not in others and other.state.workspace_file is not None
        return (came_back if reloads else other.socket == window.socket) and other.state.folders == folders

    return wait_for_window(changed, f"VS Code did not come to show {', '.join(folders) or 'no folder'}").state
