"""Additive mutants of one content, by what it is."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from controller.proofs.mutants.additive import open_document
from controller.proofs.mutants.additive.database import DATABASES, is_database
from controller.proofs.mutants.additive.edits import Editor
from controller.proofs.mutants.additive.json_texts import BOOKMARKS, JSON_TEXTS, is_json
from controller.proofs.mutants.additive.mail import MAIL_FOLDERS, is_mail_folder
from controller.proofs.mutants.additive.plain import CSV_TABLES, text_editor
from controller.proofs.mutants.additive.presentation import PRESENTATIONS
from controller.proofs.mutants.additive.settings import settings_editor
from controller.proofs.mutants.additive.text_document import TEXT_DOCUMENTS
from controller.proofs.mutants.additive.workbook import WORKBOOKS
from controller.proofs.mutants.mutant import ContentMutant

_OFFICE: dict[str, Editor[Any]] = {
    "xl/workbook.xml": WORKBOOKS,
    "word/document.xml": TEXT_DOCUMENTS,
    "ppt/presentation.xml": PRESENTATIONS,
}
"""Editors of Office's forms, by the part that each document of a form has."""
_OPEN_DOCUMENT: dict[bytes, Editor[Any]] = {
    b"application/vnd.oasis.opendocument.text": open_document.TEXT_DOCUMENTS,
    b"application/vnd.oasis.opendocument.spreadsheet": open_document.WORKBOOKS,
    b"application/vnd.oasis.opendocument.presentation": open_document.PRESENTATIONS,
}
_LOCK, _PDF = ".~lock.", b"%PDF-"


def additive_mutants(data: bytes, path: str) -> Iterator[ContentMutant]:
    """List the mutants of a file that add to it or change what must stay; none of a file of another form.

    A content is changed only when its mutant's `made` is called. At most `edits.MOST` mutants have the same kind.

    Args:
        data: The content.
        path: The file's path, whose name says what settings it holds and how comments are written in it.

    Raises:
        Unusable: It is a damaged or hostile office document.
    """
    editor = _editor(data, path)
    return iter(()) if editor is None else editor.mutants(data)


def _editor(data: bytes, path: str) -> Editor[Any] | None:
    name = PurePosixPath(path).name
    if zipfile.is_zipfile(io.BytesIO(data)):
        return _document_editor(data)
    if is_database(data):
        return DATABASES
    if is_mail_folder(data, path):
        return MAIL_FOLDERS
    if name.startswith(_LOCK) or data.startswith(_PDF) or not _is_text(data):
        return None
    if settings := settings_editor(path):
        return settings
    if is_json(data):
        return BOOKMARKS if name == "Bookmarks" else JSON_TEXTS
    return CSV_TABLES if name.lower().endswith((".csv", ".tsv")) else text_editor(path)


def _document_editor(data: bytes) -> Editor[Any] | None:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = set(package.namelist())
        form = package.read("mimetype").strip() if "mimetype" in names else b""
    return _OPEN_DOCUMENT.get(form) or next((each for part, each in _OFFICE.items() if part in names), None)


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False
