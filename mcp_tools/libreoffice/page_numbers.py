"""Page numbers in the headers or footers of a text document's page styles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process.paragraphs import body
from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.page_number_format import NUMBERINGS, Piece, is_page_number_line

_PARAGRAPH_BREAK = 0
"""Value of com.sun.star.text.ControlCharacter."""

PAGE_FIELD = "com.sun.star.text.TextField.PageNumber"
COUNT_FIELD = "com.sun.star.text.TextField.PageCount"


def put_page_numbers(text_document: Any, edge: str, alignment: str, pieces: Sequence[Piece]) -> list[str]:
    """Show numbers at the "top" or "bottom" of every page style in use; returns the styles' names.

    Lines of earlier page numbers are removed from headers and footers.
    """
    side = "Header" if edge == "top" else "Footer"
    styles = text_document.getStyleFamilies().getByName("PageStyles")
    used = [style for style in (styles.getByIndex(i) for i in range(styles.getCount())) if style.isInUse()]
    adjust = uno().Enum("com.sun.star.style.ParagraphAdjust", alignment.upper())
    for style in used:
        for other in ("Header", "Footer"):
            for text in _texts(style, other):
                _remove_page_numbers(text)
        style.setPropertyValue(f"{side}IsOn", True)
        for text in _texts(style, side):
            _add_line(text_document, text, adjust, pieces)
    return [str(style.getPropertyValue("DisplayName")) for style in used]


def start_numbering(text_document: Any, number: int) -> None:
    """Give the first page this number."""
    first = next(body(text_document))
    if number == 1 and not first.getPropertyValue("PageNumberOffset"):
        return
    if not first.getPropertyValue("PageDescName"):
        style = text_document.getCurrentController().getViewCursor().getPropertyValue("PageStyleName")
        first.setPropertyValue("PageDescName", style)
    first.setPropertyValue("PageNumberOffset", number)


def _texts(style: Any, side: str) -> Iterator[Any]:
    """The header or footer of a style, and those that left and first pages have of their own."""
    if not style.getPropertyValue(f"{side}IsOn"):
        return
    yield style.getPropertyValue(f"{side}Text")
    if not style.getPropertyValue(f"{side}IsShared"):
        yield style.getPropertyValue(f"{side}TextLeft")
    if not style.getPropertyValue("FirstIsShared"):
        yield style.getPropertyValue(f"{side}TextFirst")


def _remove_page_numbers(text: Any) -> None:
    for paragraph in _paragraphs(text):
        if _shows_page_number(paragraph) and is_page_number_line(paragraph.getString()):
            if len(_paragraphs(text)) > 1:
                text.removeTextContent(paragraph)
            else:
                text.setString("")


def _add_line(text_document: Any, text: Any, adjust: Any, pieces: Sequence[Piece]) -> None:
    """A line of its own below what the header or footer says."""
    cursor = text.createTextCursor()
    cursor.gotoEnd(False)
    if text.getString():
        text.insertControlCharacter(cursor, _PARAGRAPH_BREAK, False)
    cursor.setPropertyValue("ParaAdjust", adjust)
    for piece in pieces:
        if piece.kind == "text":
            text.insertString(cursor, piece.text, False)
        else:
            text.insertTextContent(cursor, _field(text_document, piece), False)
        cursor.gotoEnd(False)


def _field(text_document: Any, piece: Piece) -> Any:
    if piece.kind == "count":
        field = text_document.createInstance(COUNT_FIELD)
        field.setPropertyValue("NumberingType", NUMBERINGS["1"])
        return field
    field = text_document.createInstance(PAGE_FIELD)
    field.setPropertyValue("NumberingType", piece.numbering)
    field.setPropertyValue("SubType", uno().Enum("com.sun.star.text.PageNumberType", "CURRENT"))
    return field


def _shows_page_number(paragraph: Any) -> bool:
    portions = paragraph.createEnumeration()
    while portions.hasMoreElements():
        portion = portions.nextElement()
        if portion.getPropertyValue("TextPortionType") == "TextField" and portion.getPropertyValue(
            "TextField"
        ).supportsService(PAGE_FIELD):
            return True
    return False


def _paragraphs(text: Any) -> list[Any]:
    enumeration = text.createEnumeration()
    paragraphs = []
    while enumeration.hasMoreElements():
        paragraphs.append(enumeration.nextElement())
    return paragraphs
