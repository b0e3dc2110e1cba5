"""Writing a document to a file of another format, the document itself staying what it is."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path
from typing import Any

from mcp_tools.applications import launch
from mcp_tools.libreoffice.in_process.names import lock_of
from mcp_tools.libreoffice.office import name_of, path_of, uno
from mcp_tools.libreoffice.properties import property_values, typed_property_values
from mcp_tools.libreoffice.target_files import absolute_path, is_folder, refuse_unwritable
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError


def output_path(target: Any, requested: str | None, ending: str) -> Path:
    """Where to export to: the file `requested`, or the document's own path with another ending such as ".pdf".

    A relative path starts at the document's folder (the home folder for one without a file), "~" is the home
    folder. Raises ToolError when the folder does not exist, when `requested` has another ending or is a folder,
    and when it is the document's own file.
    """
    own = Path(path_of(target)) if target.hasLocation() else None
    if not requested:
        if own is None:
            raise ToolError(
                f'"{name_of(target)}" was never saved, so there is no path to go by. '
                "Name the file to write, or save the document first (Ctrl+Shift+S)."
            )
        path = own.with_suffix(ending)
    else:
        path = absolute_path(target, requested)
    if path.suffix.lower() != ending:
        raise ToolError(
            f"{shorten(str(requested))} is no name that ends in {ending}: name the file with it, such as "
            f"report{ending}."
        )
    if is_folder(path):
        raise ToolError(f"{path} is a folder. Name the file to write in it.")
    if own is not None and os.path.realpath(path) == os.path.realpath(own):
        raise ToolError(
            f"{path} is the open document itself, which is a {ending} file already: save it instead."
        )
    refuse_unwritable(target, path)
    return path


def output_path_in(target: Any, folder: str | None, name: str | None) -> Path:
    """As `output_path` for a PDF, from a file or folder and, or, a name in it. Raises ToolError."""
    if name and ("/" in name or name in (".", "..")):
        raise ToolError(f"{shorten(name)} is no file name: give the folder as output_path.")
    if name and not name.lower().endswith(".pdf"):
        name += ".pdf"
    path = absolute_path(target, folder) if folder else None
    if folder and path and not is_folder(path) and folder.lower().endswith(".pdf"):
        if name and path.name != name:
            raise ToolError(
                "output_path names a PDF file already: give a folder, or leave output_filename out."
            )
        return output_path(target, folder, ".pdf")
    if folder and path and not is_folder(path) and path.suffix:
        raise ToolError(
            f"{shorten(folder)} is neither a folder nor does it end in .pdf: name the PDF file to write."
        )
    if folder and not name:
        name = Path(name_of(target)).stem + ".pdf"
    return output_path(target, str(Path(folder or "", name)) if name else None, ".pdf")


def export(
    target: Any, path: Path, filter_name: str, *, options: str | None = None, **filter_data: Any
) -> None:
    """Write the document to a file with one of LibreOffice's export filters; an existing file is replaced.

    It is written beside it first, so that a failure leaves the existing file as it is.
    `options` is the filter's option text (such as the CSV filter's), `filter_data` its named options (such as
    the PDF filter's). Raises ToolError when the file cannot be written.
    """
    values: dict[str, Any] = {"FilterName": filter_name, "Overwrite": True}
    if options is not None:
        values["FilterOptions"] = options
    if filter_data:
        values["FilterData"] = typed_property_values(**filter_data)
    final = Path(os.path.realpath(path))
    beside = final.with_name(f".~{secrets.token_hex(8)}{path.suffix}")
    written = beside if os.access(final.parent, os.W_OK) else final
    try:
        target.storeToURL(written.as_uri(), property_values(**values))
        if not written.is_file():
            raise ToolError(f"LibreOffice wrote nothing to {path}.")
        if written is beside:
            if final.exists():
                shutil.copymode(final, beside)
            beside.replace(final)
    except (uno().getClass("com.sun.star.io.IOException"), OSError) as error:
        raise ToolError(
            f"{path} could not be written. Check that you may write to it and that the disk is not full, "
            "or choose another file."
        ) from error
    finally:
        beside.unlink(missing_ok=True)
        lock_of(beside).unlink(missing_ok=True)


def open_pdf(path: Path) -> None:
    """Show an exported PDF in the desktop's document viewer; returns at once. Raises ToolError."""
    launch("document_viewer", str(path))
