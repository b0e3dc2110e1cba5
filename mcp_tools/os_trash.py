"""The user's trash, as the freedesktop.org Trash specification lays it out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote

from pydantic import BaseModel, Field

from mcp_tools.registry import ToolError, tool

MAX_INFO_BYTES = 65536


class TrashDirectory(BaseModel):
    """The folder that holds the trashed files."""

    path: str


class RestoredFile(BaseModel):
    """Where a file was put back."""

    path: str


@tool("osworld_mcp_os.get_trash_directory", app="os", read_only=True)
def get_trash_directory() -> TrashDirectory:
    """Get the path of the folder that holds the files in the user's trash."""
    return TrashDirectory(path=str(_trash() / "files"))


@tool("osworld_mcp_os.restore_file", app="os")
def restore_file(
    file_name: Annotated[
        str, Field(description="name of the file or folder in the trash, or its original name")
    ],
) -> RestoredFile:
    """Put a file or folder from the trash back to where it was deleted from. Never overwrites."""
    trash = _trash()
    name = _trashed_name(trash, file_name)
    info, source = trash / "info" / f"{name}.trashinfo", trash / "files" / name
    target = _original_path(info)
    if os.path.lexists(target):
        raise ToolError(f"{target} exists already; rename or remove it first")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(source, target)
        info.unlink()
    except OSError as error:
        raise ToolError(f"{name} could not be restored to {target}: {error.strerror}") from error
    return RestoredFile(path=str(target))


def _trash() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data, "Trash")


def _trashed_name(trash: Path, wanted: str) -> str:
    """The name inside the trash; a second file of the same name was given another one there."""
    wanted = Path(wanted).name.removesuffix(".trashinfo")
    if wanted and os.path.lexists(trash / "files" / wanted):
        return wanted
    infos = sorted((trash / "info").glob("*.trashinfo"))
    names = [info.stem for info in infos if os.path.lexists(trash / "files" / info.stem)]
    matches = [name for name in names if _original_path(trash / "info" / f"{name}.trashinfo").name == wanted]
    if len(matches) == 1:
        return matches[0]
    listing = ", ".join(names[:50]) or "nothing"
    if matches:
        raise ToolError(
            f"several files in the trash were called {wanted!r}; name one of {', '.join(matches[:50])}"
        )
    raise ToolError(f"{wanted!r} is not in the trash; it holds {listing}")


def _original_path(info: Path) -> Path:
    try:
        with info.open("rb") as file:
            text = file.read(MAX_INFO_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise ToolError(f"the trash does not say where {info.stem} came from: {error.strerror}") from error
    paths = [line.removeprefix("Path=") for line in text.splitlines() if line.startswith("Path=")]
    if not paths or not unquote(paths[0]).startswith("/"):
        raise ToolError(
            f"the trash does not say where {info.stem} came from; move it out of the trash by hand"
        )
    return Path(unquote(paths[0]))
