"""The text of PDF files."""

from __future__ import annotations

import io

import pypdf

from checkers.archives import parsing
from checkers.evidence import Unusable

MAX_PAGES = 500


def parse_pdf_pages(data: bytes, name: str) -> list[str]:
    """The text of each page. Raises Unusable when the file is damaged or hostile."""
    with parsing(name):
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        if len(reader.pages) > MAX_PAGES:
            raise Unusable(f"{name} has at most {MAX_PAGES} pages", len(reader.pages))
        return [page.extract_text() for page in reader.pages]
