"""Text that a reader sees in one piece and LibreOffice's search does not: it ends at fields, notes and controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process.paragraphs import all_texts, chosen_paragraphs, paragraphs_within

_BORDER = "\ufffc"
"""Stands for what the search does not look into, or does not pass."""

_NO_CHARACTERS = (
    "Bookmark",
    "ReferenceMark",
    "DocumentIndexMark",
    "Annotation",
    "AnnotationEnd",
    "SoftPageBreak",
)
_INPUT = "com.sun.star.text.textfield.Input"


def hidden_matches(text_document: Any, finder: Any, indices: Sequence[int] | None) -> int:
    """How many matches of a pattern stand in a field or a note's mark, or across the border of such or of a control.

    In these paragraphs of the body, or in the whole document.
    """
    if indices is not None:
        paragraphs = chosen_paragraphs(text_document, indices)
    else:
        paragraphs = [item for text in all_texts(text_document) for item in paragraphs_within(text)]
    hidden = 0
    for paragraph in paragraphs:
        if visible := _count(finder, paragraph.getString()):
            hidden += max(0, visible - _count(finder, "".join(_search_text(paragraph))))
    return hidden


def _count(finder: Any, text: str) -> int:
    """How many matches a text holds that are not empty; places are counted in UTF-16."""
    units = len(text.encode("utf-16-le")) // 2
    place, count = 0, 0
    while place < units:
        result = finder.searchForward(text, place, units)
        if not result.subRegExpressions:
            break
        first, last = result.startOffset[0], result.endOffset[0]
        count += last > first
        place = max(last, first + 1)
    return count


def _search_text(paragraph: Any) -> Iterator[str]:
    """A paragraph's text as the search sees it."""
    portions = paragraph.createEnumeration()
    while portions.hasMoreElements():
        portion = portions.nextElement()
        kind = portion.getPropertyValue("TextPortionType")
        if kind == "Text":
            yield portion.getString()
        elif kind == "TextField" and portion.getPropertyValue("TextField").supportsService(_INPUT):
            yield f"{_BORDER}{portion.getString()}{_BORDER}"
        elif kind == "ContentControl":
            yield _BORDER
            yield from _search_text(portion.getPropertyValue("ContentControl"))
            yield _BORDER
        elif kind == "Frame":
            yield _BORDER if _is_like_a_character(portion) else ""
        elif kind not in _NO_CHARACTERS:
            yield _BORDER


def _is_like_a_character(portion: Any) -> bool:
    frames = portion.createContentEnumeration("com.sun.star.text.TextContent")
    while frames.hasMoreElements():
        if frames.nextElement().getPropertyValue("AnchorType").value == "AS_CHARACTER":
            return True
    return False
