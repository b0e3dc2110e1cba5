"""The user's trash, as the freedesktop.org Trash specification 1.0 lays it out.

There is one in the user's data folder, and one at the top of every other mounted file system that was deleted
from: `.Trash/UID` where the administrator made `.Trash`, else `.Trash-UID`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote_to_bytes

from pydantic import BaseModel, Field

from mcp_tools.messages import shorten
from mcp_tools.os_command import cause, display_path, path_text, status
from mcp_tools.os_transfer import missing_folders, move
from mcp_tools.registry import ToolError, tool

MAX_INFO_BYTES = 65536
LISTED = 8
MOUNTS = Path("/proc/self/mounts")


class TrashDirectory(BaseModel):
    """The folder that holds the trashed files."""

    path: str


class RestoredFile(BaseModel):
    """Where a file was put back."""

    path: str


@dataclass(frozen=True, slots=True)
class TrashEntry:
    """A file in a trash: its name there, and where it came from, None where its .trashinfo does not tell."""

    trash: Path
    name: str
    original: Path | None

    @property
    def content(self) -> Path:
        """The file itself."""
        return self.trash / "files" / self.name

    @property
    def info(self) -> Path:
        """The file that says where it came from."""
        return self.trash / "info" / f"{self.name}.trashinfo"


@tool("osworld_mcp_os.get_trash_directory", app="os", read_only=True)
def get_trash_directory() -> TrashDirectory:
    """Get the path of the folder that holds the files in the user's trash."""
    return TrashDirectory(path=str(_home_trash() / "files"))


@tool("osworld_mcp_os.restore_file", app="os")
def restore_file(
    file_name: Annotated[
        str, Field(description="its name in the trash, its original name, or its whole original path")
    ],
) -> RestoredFile:
    """Put a file or folder from the trash back to where it was deleted from. Never overwrites."""
    item = _find(file_name)
    if item.original is None:
        raise ToolError(
            f"the trash does not say where {path_text(item.name)} came from; "
            f"move it out of {path_text(item.content.parent)} by hand"
        )
    if status(item.original, follow=False) is not None:
        raise ToolError(f"{path_text(item.original)} exists already; rename or remove it first")
    if not os.access(item.info.parent, os.W_OK | os.X_OK):
        raise ToolError(
            f"the trash {path_text(item.trash)} may not be changed by this user; copy the file out of it"
        )
    try:
        with missing_folders(item.original.parent):
            move(item.content, item.original)
        item.info.unlink()
    except OSError as error:
        raise ToolError(
            f"{path_text(item.name)} could not be restored to {path_text(item.original)}: {cause(error)}"
        ) from error
    return RestoredFile(path=display_path(item.original))


def _home_trash() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share", "Trash")


def _find(path: str) -> TrashEntry:
    """The one file that is meant: by its name in the trash, which is unique, else by where it came from."""
    items = sorted(_trash_entries(), key=lambda item: item.name)
    for text in dict.fromkeys((path, path.removesuffix(".trashinfo"))):
        for matches in (
            [item for item in items if text in (item.name, display_path(item.name))],
            [item for item in items if text in (str(item.original), display_path(item.original))],
            [item for item in items if item.original and text == display_path(item.original.name)],
        ):
            if len(matches) == 1:
                return matches[0]
            if matches:
                raise ToolError(
                    f"several files in the trash were called {shorten(path)}; name one of "
                    + _list_some(
                        f"{path_text(item.name)} (from {path_text(item.original)})" for item in matches
                    )
                )
    raise ToolError(
        f"{shorten(path)} is not in the trash; it holds {_list_some(path_text(item.name) for item in items)}"
    )


def _list_some(texts: Iterable[str]) -> str:
    all_texts = list(texts)
    more = len(all_texts) - LISTED
    return (", ".join(all_texts[:LISTED]) or "nothing") + (f" and {more} more" if more > 0 else "")


def _trash_entries() -> Iterator[TrashEntry]:
    for trash, top in _trashes():
        for name in _names(trash / "files", required=trash == _home_trash()):
            yield TrashEntry(trash, name, _original(trash / "info" / f"{name}.trashinfo", top))


def _names(folder: Path, *, required: bool) -> list[str]:
    """What a folder of a trash holds; nothing where there is none, or one of others that is not `required`."""
    try:
        return [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        if not required:
            return []
        raise ToolError(f"the trash {path_text(folder)} cannot be read: {cause(error)}") from error


def _trashes() -> Iterator[tuple[Path, Path]]:
    """The user's trash folders, each with the folder that relative paths in it start from."""
    home = _home_trash()
    yield home, home.parent
    uid = os.getuid()
    for line in MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        escaped = line.split(" ")[1].encode("utf-8", "surrogateescape")
        top = Path(os.fsdecode(escaped.decode("unicode_escape").encode("latin-1")))
        shared, own = top / ".Trash", top / f".Trash-{uid}"
        if _is_folder(shared) and shared.stat().st_mode & stat.S_ISVTX:
            yield shared / str(uid), top
        if _is_folder(own):
            yield own, top


def _is_folder(path: Path) -> bool:
    """Whether it is a folder and no link to one; no, too, where the user may not look."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _original(info: Path, top: Path) -> Path | None:
    try:
        with info.open("rb") as file:
            lines = file.read(MAX_INFO_BYTES).splitlines()
    except OSError:
        return None  # as good as a file that says nothing
    paths = [line.removeprefix(b"Path=") for line in lines if line.startswith(b"Path=")]
    if not paths or not (path := unquote_to_bytes(paths[0])) or b"\0" in path:
        return None
    original = Path(os.path.normpath(top / os.fsdecode(path)))
    return original if path.startswith(b"/") or original.is_relative_to(top) else None
