"""Page numbers in the headers or footers of a text document's page styles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process.headers import switch_on
from mcp_tools.libreoffice.in_process.page_number_lines import is_page_number_line
from mcp_tools.libreoffice.in_process.paragraphs import PARAGRAPH, body, header_texts

_PARAGRAPH_BREAK = 0
"""Value of com.sun.star.text.ControlCharacter."""

_PAGE_FIELD = "com.sun.star.text.TextField.PageNumber"
_COUNT_FIELD = "com.sun.star.text.TextField.PageCount"

Piece = tuple[str, str, int]
"""A part of the line: its kind ("text", "page" or "count"), fixed text, value of com.sun.star.style.NumberingType."""


def put_page_numbers(
    text_document: Any, side: str, adjust: Any, pieces: Sequence[Piece], this_page: Any, number: int
) -> list[str]:
    """Show numbers in the "Header" or "Footer" of every page style in use, the first page with this number.

    Lines of earlier page numbers are removed from headers and footers. `adjust` and `this_page` are values of
    com.sun.star.style.ParagraphAdjust and com.sun.star.text.PageNumberType. Returns the styles' names.
    """
    styles = text_document.getStyleFamilies().getByName("PageStyles")
    fixed = "".join(text for _, text, _ in pieces)
    used = [style for style in (styles.getByIndex(i) for i in range(styles.getCount())) if style.isInUse()]
    missing = [style.getName() for style in used if not style.getPropertyValue(f"{side}IsOn")]
    if missing:
        switch_on(text_document, side, missing)
    for style in used:
        for other in ("Header", "Footer"):
            for text in header_texts(style, other):
                _remove_page_numbers(text, fixed)
        for text in header_texts(style, side):
            _add_line(text_document, text, adjust, pieces, this_page)
    _start_numbering(text_document, number)
    return [str(style.getPropertyValue("DisplayName")) for style in used]


def _start_numbering(text_document: Any, number: int) -> None:
    """Give the first page this number."""
    first = next(body(text_document))
    if number == 1 and not first.getPropertyValue("PageNumberOffset"):
        return
    if not first.getPropertyValue("PageDescName"):
        style = text_document.getCurrentController().getViewCursor().getPropertyValue("PageStyleName")
        first.setPropertyValue("PageDescName", style)
    first.setPropertyValue("PageNumberOffset", number)


def _remove_page_numbers(text: Any, fixed: str) -> None:
    for paragraph in _paragraphs(text):
        if _is_page_number_line(paragraph, fixed):
            if len(_paragraphs(text)) > 1:
                text.removeTextContent(paragraph)
            else:
                paragraph.setString("")


def _add_line(text_document: Any, text: Any, adjust: Any, pieces: Sequence[Piece], this_page: Any) -> None:
    """A line of its own below what the header or footer holds."""
    cursor = text.createTextCursor()
    cursor.gotoEnd(False)
    *_, last = _paragraphs(text)
    if any(_portions(last)):
        text.insertControlCharacter(cursor, _PARAGRAPH_BREAK, False)
    cursor.setPropertyValue("ParaAdjust", adjust)
    for kind, fixed, numbering in pieces:
        if kind == "text":
            text.insertString(cursor, fixed, False)
        else:
            field = text_document.createInstance(_PAGE_FIELD if kind == "page" else _COUNT_FIELD)
            field.setPropertyValue("NumberingType", numbering)
            if kind == "page":
                field.setPropertyValue("SubType", this_page)
            text.insertTextContent(cursor, field, False)
        cursor.gotoEnd(False)


def _is_page_number_line(item: Any, fixed: str) -> bool:
    """Whether a paragraph shows a page number and else only "Page", "of", the count of pages, or `fixed`."""
    if not item.supportsService(PARAGRAPH):
        return False
    text, shows_page = "", False
    for kind, portion in _portions(item):
        if kind == "Text":
            text += portion.getString()
        elif kind != "TextField":
            return False
        else:
            field = portion.getPropertyValue("TextField")
            shows_page |= field.supportsService(_PAGE_FIELD)
            if not (field.supportsService(_PAGE_FIELD) or field.supportsService(_COUNT_FIELD)):
                return False
    return shows_page and (text == fixed or is_page_number_line(text))


def _portions(paragraph: Any) -> Iterator[tuple[str, Any]]:
    """What a paragraph holds: its portions with their types, without empty text."""
    enumeration = paragraph.createEnumeration()
    while enumeration.hasMoreElements():
        portion = enumeration.nextElement()
        kind = portion.getPropertyValue("TextPortionType")
        if kind != "SoftPageBreak" and (kind != "Text" or portion.getString()):
            yield kind, portion


def _paragraphs(text: Any) -> list[Any]:
    enumeration = text.createEnumeration()
    paragraphs = []
    while enumeration.hasMoreElements():
        paragraphs.append(enumeration.nextElement())
    return paragraphs
