"""Text documents (docx and odt), and the text of PDF files."""

from __future__ import annotations

from typing import cast

from checkers.base import GuestView
from checkers.document_model import Document
from checkers.evidence import fetch
from checkers.parsers import parse_apart


def read_document(guest: GuestView, path: str) -> Document:
    """Read a text document from the guest. Raises Unusable if it is missing, damaged or hostile."""
    return parse_document(fetch(guest, path), path)


def parse_document(data: bytes, name: str) -> Document:
    """Parse a text document; the name's ending gives its file type. Raises Unusable."""
    if name.lower().endswith(".docx"):
        return cast(Document, parse_apart("docx", data, name))
    if name.lower().endswith(".odt"):
        return cast(Document, parse_apart("odt", data, name))
    raise ValueError(f"{name} is neither .docx nor .odt")


def read_pdf(guest: GuestView, path: str) -> list[str]:
    """Read the text of each page of a PDF file of the guest. Raises Unusable."""
    return parse_pdf(fetch(guest, path), path)


def parse_pdf(data: bytes, name: str) -> list[str]:
    """Parse the text of each page of a PDF. Raises Unusable."""
    return cast(list[str], parse_apart("pdf", data, name))
