"""Paragraph styles of a document that a task changes in part."""

from __future__ import annotations

from checkers.base import Claim, claim
from checkers.document_model import Document


def styles_kept(document: Document, original: Document) -> Claim:
    """Claim that each paragraph whose text is as in the original has the style that it has there, such as a heading."""
    before = {paragraph.text: paragraph.style for paragraph in original.paragraphs if paragraph.text.strip()}
    changed = {
        paragraph.text: paragraph.style
        for paragraph in document.paragraphs
        if before.get(paragraph.text, paragraph.style) != paragraph.style
    }
    return claim("the paragraphs keep their styles", not changed, changed)
