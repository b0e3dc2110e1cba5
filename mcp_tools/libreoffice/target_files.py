"""Files to write to: where a path leads, and whether a document may be written there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mcp_tools.libreoffice.office import desktop, name_of, path_of
from mcp_tools.messages import cut, os_reason, shorten
from mcp_tools.registry import ToolError


def absolute_path(target: Any, requested: str) -> Path:
    """The path of a file that is requested for a document; "~" is the home folder.

    A relative path starts at the document's folder (the home folder for one without a file). Raises ToolError.
    """
    folder = Path(path_of(target)).parent if target.hasLocation() else Path.home()
    try:
        os.fsencode(requested)
        path = folder / Path(requested).expanduser()
    except UnicodeEncodeError as error:
        raise ToolError(f"{shorten(requested)} is no path: it holds half a character.") from error
    except RuntimeError as error:
        raise ToolError(
            f"{shorten(requested)} starts with the home folder of a user that does not exist."
        ) from error
    if "\0" in requested:
        raise ToolError(f"{shorten(requested)} is no path: no name can hold the character NUL.")
    return path


def is_folder(path: Path) -> bool:
    """Whether the path is a folder. Raises ToolError when it cannot be a path or may not be looked at."""
    try:
        return path.is_dir()
    except OSError as error:
        raise ToolError(os_reason(error)) from error


def refuse_unwritable(target: Any, path: Path) -> None:
    """Raise ToolError when the document cannot be written to this file: for its folder, or for what is there."""
    if not is_folder(path.parent):
        raise ToolError(
            f"The folder {cut(str(path.parent), 300)} does not exist. Create it first or choose another one."
        )
    try:
        exists = path.exists()
    except OSError as error:
        raise ToolError(os_reason(error)) from error
    if exists and not path.is_file():
        raise ToolError(f"{path} is a device or the like, not a file. Choose another name.")
    if not os.access(path if exists else path.parent, os.W_OK):
        raise ToolError(
            f"{path} could not be written: this user may not do that. Choose another file or folder."
        )
    if exists and (other := _open_document(path)) is not None and other != target:
        raise ToolError(
            f"{path} is open in LibreOffice as {name_of(other)}: close that first, or choose another name."
        )


def _open_document(path: Path) -> Any | None:
    """The document of this file that is open in LibreOffice."""
    documents = desktop().getComponents().createEnumeration()
    while documents.hasMoreElements():
        document = documents.nextElement()
        located = hasattr(document, "hasLocation") and document.hasLocation()
        if located and os.path.realpath(path_of(document)) == os.path.realpath(path):
            return document
    return None
