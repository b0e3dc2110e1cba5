"""Storing a document in its own file, or in another that becomes its own."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mcp_tools.libreoffice.dialogs import DialogCancelled, cancelling_dialogs
from mcp_tools.libreoffice.file_formats import refuse_losses
from mcp_tools.libreoffice.office import name_of, path_of, reason, uno
from mcp_tools.libreoffice.properties import property_values
from mcp_tools.libreoffice.target_files import absolute_path, is_folder, refuse_unwritable
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

STORES = 3
ELSEWHERE = "save elsewhere with File > Save As (Ctrl+Shift+S)"
_CHANGED = (
    "{path} was changed by another program meanwhile, so it was not saved over. To keep what is in the file, "
    f"load it again with File > Reload; to keep this document, {ELSEWHERE}."
)


class _ChangedMeanwhile(ToolError):
    """LibreOffice found that another program changed the file since it was opened."""


def save(target: Any) -> str:
    """Store the document in its own file and format; returns the file's path.

    A file that was removed meanwhile is written anew. Raises ToolError when there is no file, when it may
    not be written, when another program changed it since it was opened, and when its format cannot hold the document.
    """
    if not target.hasLocation():
        raise ToolError(
            f'"{name_of(target)}" was never saved, so it has no file yet. '
            "Save it once with File > Save As (Ctrl+Shift+S) and choose a name."
        )
    path = Path(path_of(target))
    if target.isReadonly():
        raise ToolError(
            f"{path} is open read-only and cannot be saved in place. "
            "Save a copy with File > Save As (Ctrl+Shift+S)."
        )
    if not path.parent.is_dir():
        raise ToolError(f"The folder {path.parent} does not exist any more. Create it again, or {ELSEWHERE}.")
    _refuse_changed_by_another(target, path)
    refuse_losses(target)
    for _ in range(STORES):  # keys typed before may change the document after it was stored
        try:
            _store(path, target.store if path.exists() else lambda: _store_anew(target))
        except _ChangedMeanwhile:  # LibreOffice asks only once
            run_in_process("file_versions.set_changed_by_another", document=target)
            raise
        if not target.isModified():
            return str(path)
    raise ToolError(f"LibreOffice did not save {path}; look at the screen for the reason.")


def save_as(target: Any, requested: str, *, filters: Mapping[str, str], overwrite: bool) -> Path:
    """Store the document in another file, which becomes its own; the ending chooses the format.

    `filters`: LibreOffice's filter by ending, such as {".odp": "impress8"}. Relative paths start at the
    document's folder. Raises ToolError for an unknown ending, a missing folder, a file that exists
    (without `overwrite`), when it is the document's own and another program changed it, and when it cannot be written.
    """
    path = new_path(target, requested, filters, overwrite=overwrite)
    if target.hasLocation() and os.path.realpath(path) == os.path.realpath(path_of(target)):
        _refuse_changed_by_another(target, path)
    values = property_values(FilterName=filters[path.suffix.lower()], Overwrite=True)
    _store(path, lambda: target.storeAsURL(path.as_uri(), values))
    if target.isReadonly():  # as the file was that it came from
        run_in_process(
            "commands.run_command",
            controller=target.getCurrentController(),
            command=".uno:EditDoc",
            values=property_values(Editable=True),
        )
    return path


def new_path(target: Any, requested: str, endings: Mapping[str, str], *, overwrite: bool) -> Path:
    """Where to save: "~" is the home folder, a relative path starts at the document's folder."""
    path = absolute_path(target, requested)
    if is_folder(path):
        raise ToolError(f"{path} is a folder. Name the file to write in it.")
    if path.suffix.lower() not in endings:
        raise ToolError(
            f"{shorten(requested)} must end in one of {', '.join(endings)}: the ending chooses the format."
        )
    refuse_unwritable(target, path)
    if path.exists() and not overwrite:
        raise ToolError(f"{path} exists already. Choose another name, or pass overwrite=true to replace it.")
    return path


def _refuse_changed_by_another(target: Any, path: Path) -> None:
    if run_in_process("file_versions.changed_by_another", document=target):
        raise ToolError(_CHANGED.format(path=path))


def _store_anew(target: Any) -> None:
    """Into its own file that is gone; without a handler of ours LibreOffice would ask whether to go on."""
    unohelper = importlib.import_module("unohelper")
    base = uno().getClass("com.sun.star.task.XInteractionHandler")
    handler = type("Silent", (unohelper.Base, base), {"handle": lambda _self, _request: None})
    target.storeSelf(property_values(InteractionHandler=handler()))


def _store(path: Path, store: Callable[[], object]) -> None:
    try:
        cancelling_dialogs(store)
    except DialogCancelled as error:
        if "Changed by Others" in error.title:
            raise _ChangedMeanwhile(_CHANGED.format(path=path)) from error
        raise ToolError(
            f'LibreOffice asked something in a dialog, "{error.title}", which was cancelled: {path} was not saved. '
            "Save with Ctrl+S and answer it."
        ) from error
    except uno().getClass("com.sun.star.io.IOException") as error:
        raise ToolError(
            f"{path} could not be written ({reason(error)}). Check that you may write to it and its folder and "
            f"that the disk is not full, or {ELSEWHERE}."
        ) from error
