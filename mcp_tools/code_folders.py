"""Changing the folders of a VS Code window's workspace, over the reload that this may take."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from mcp_tools.code_page import open_page
from mcp_tools.code_window import (
    CodeWindow,
    CompanionError,
    NoAnswerError,
    State,
    WindowGoneError,
    open_windows,
    wait_for_window,
)
from mcp_tools.pace import patient

READ_SECONDS = patient(5.0)
FILLS = 3


def change_folders(window: CodeWindow, *, add: str | None = None, remove: str | None = None) -> State:
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
        with suppress(WindowGoneError, NoAnswerError):
            window.call("set_folders", add=add, remove=remove)
        becomes_one = window.state.workspace_file is None
        reloads = becomes_one or (folders[:1] != window.state.folders[:1] and page.reloads())
    if not reloads:
        return _filled(lambda other: other.socket == window.socket, folders)

    def came_back(other: CodeWindow) -> bool:
        return other.socket not in others and other.state.workspace_file is not None

    wait_for_window(came_back, "VS Code did not come back with the changed workspace")
    return _filled(came_back, folders)


def _filled(is_the_one: Callable[[CodeWindow], bool], folders: tuple[str, ...]) -> State:
    """Add and remove what differs: a window that reloads may come back before it has read its new workspace."""
    shows = f"VS Code did not come to show {', '.join(folders) or 'no folder'}"

    def filled(window: CodeWindow) -> bool:
        return is_the_one(window) and window.state.folders == folders

    for _ in range(FILLS):
        with suppress(CompanionError):  # raised at last, when no filling has helped
            return wait_for_window(filled, shows, READ_SECONDS).state
        window = wait_for_window(is_the_one, shows)
        with suppress(WindowGoneError, NoAnswerError):
            for folder in folders:
                if folder not in window.state.folders:
                    window.call("set_folders", add=folder)
            for folder in window.state.folders:
                if folder not in folders:
                    window.call("set_folders", remove=folder)
    return wait_for_window(filled, shows).state
