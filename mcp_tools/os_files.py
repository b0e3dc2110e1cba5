"""Folders, files, the trash and the terminal."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.applications import WindowInfo, launch, windows
from mcp_tools.messages import shorten
from mcp_tools.os_command import (
    cause,
    comparable,
    display_path,
    existing_folder,
    path_text,
    status,
    user_path,
)
from mcp_tools.os_transfer import missing_folders, move
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

MAX_MATCHES = 1000
SEARCH_SECONDS = 20.0
SHELL_SECONDS = scale_timeout(20.0)


class RenamedDirectory(BaseModel):
    """Where a folder was and where it is now."""

    old_path: str
    new_path: str


class FoundFiles(BaseModel):
    """Paths of the files found, sorted; `truncated` when there were more."""

    files: list[str]
    truncated: bool


class OpenedShell(BaseModel):
    """The title of the terminal window that was opened."""

    window: str


@tool("osworld_mcp_os.rename_directory", app="os", destructive=True)
def rename_directory(
    old_path: Annotated[str, Field(description="path of the folder to rename")],
    new_path: Annotated[
        str, Field(description="its whole new path, not only the new name; must not exist yet")
    ],
    create_intermediate: Annotated[
        bool, Field(description="create missing parent folders of the new path")
    ] = False,
) -> RenamedDirectory:
    """Rename or move a folder with all that is in it. Never overwrites or merges."""
    source, target = user_path(old_path), user_path(new_path)
    found = status(source, follow=False)
    if found is None or not stat.S_ISDIR(found.st_mode):
        raise ToolError(f"{path_text(source)} is not a folder; check the path, for example with search_files")
    if status(target, follow=False) is not None:
        raise ToolError(f"{path_text(target)} exists already; choose another name")
    if Path(os.path.realpath(target)).is_relative_to(os.path.realpath(source)):
        raise ToolError(
            f"{path_text(target)} lies inside {path_text(source)}; a folder cannot be moved into itself"
        )
    if not create_intermediate and status(target.parent) is None:
        raise ToolError(
            f"the folder {path_text(target.parent)} does not exist; create it, or set create_intermediate"
        )
    try:
        with missing_folders(target.parent):
            move(source, target)
    except OSError as error:
        raise ToolError(
            f"{path_text(source)} could not be renamed to {path_text(target)}: {cause(error)}"
        ) from error
    return RenamedDirectory(old_path=str(source), new_path=str(target))


@tool("osworld_mcp_os.search_files", app="os", read_only=True)
def search_files(
    keyword: Annotated[
        str, Field(description="text that the file's name contains; upper and lower case are alike")
    ],
    root_dir: Annotated[str, Field(description="folder to search, with all folders below it")] = "~",
) -> FoundFiles:
    """Find files by a part of their name, in a folder and all folders below it (hidden ones too)."""
    root = existing_folder(user_path(root_dir))
    if not keyword:
        raise ToolError("the keyword is empty; give a part of the file's name")
    if "/" in keyword or "\0" in keyword:
        raise ToolError(
            f"no name contains {shorten(keyword)}; give a part of the name, and the folder as root_dir"
        )
    part = comparable(keyword)
    paths: list[str] = []
    deadline = time.monotonic() + SEARCH_SECONDS
    for folder, _, names in os.walk(root, onerror=lambda error: _refuse_root(root, error)):
        paths += [display_path(Path(folder, name)) for name in names if part in comparable(name)]
        if time.monotonic() > deadline:
            raise ToolError(
                f"searching {path_text(root)} took more than {SEARCH_SECONDS:g} s; search a smaller folder"
            )
        if len(paths) > MAX_MATCHES:
            break
    return FoundFiles(files=sorted(paths)[:MAX_MATCHES], truncated=len(paths) > MAX_MATCHES)


def _refuse_root(root: Path, error: OSError) -> None:
    """A folder below that only others may read is passed over, as a search by hand does."""
    if error.filename == str(root):
        raise ToolError(f"the folder {root} cannot be read: {error.strerror}") from error


@tool("osworld_mcp_os.open_shell", app="os")
def open_shell() -> OpenedShell:
    """Open a new terminal window with a shell in the home folder."""
    before = {window.id for window in _terminals()}
    launch("terminal")
    opened = wait(lambda: [window for window in _terminals() if window.id not in before], SHELL_SECONDS)
    if not opened:
        raise ToolError(
            f"no new terminal window appeared within {SHELL_SECONDS:g} s; look at the screen, then try again"
        )
    return OpenedShell(window=opened[0].title)


def _terminals() -> list[WindowInfo]:
    return [window for window in windows() if window.app == "terminal"]
