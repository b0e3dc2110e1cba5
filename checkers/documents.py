"""Text documents (docx and odt), and the text of PDF files."""

from __future__ import annotations

import io

import pypdf

from checkers.archives import parsing
from checkers.base import GuestView
from checkers.document_model import Document
from checkers.docx_files import parse_docx
from checkers.evidence import Unusable, fetch
from checkers.odt import parse_odt

MAX_PDF_PAGES = 500


def read_document(guest: GuestView, path: str) -> Document:
    """Read a text document from the guest. Raises Unusable if it is missing, damaged or hostile."""
    return parse_document(fetch(guest, path), path)


def parse_document(data: bytes, name: str) -> Document:
    """Parse a text document; the name's ending gives its file type. Raises Unusable."""
    if name.lower().endswith(".docx"):
        return parse_docx(data, name)
    if name.lower().endswith(".odt"):
        return parse_odt(data, name)
    raise ValueError(f"{name} is neither .docx nor .odt")


def read_pdf(guest: GuestView, path: str) -> list[str]:
    """Read the text of each page of a PDF file of the guest. Raises Unusable."""
    return parse_pdf(fetch(guest, path), path)


def parse_pdf(data: bytes, name: str) -> list[str]:
    """Parse the text of each page of a PDF. Raises Unusable."""
    with parsing(name):
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        if len(reader.pages) > MAX_PDF_PAGES:
            raise Unusable(f"{name} has at most {MAX_PDF_PAGES} pages", len(reader.pages))
        return [page.extract_text() for page in reader.pages]
