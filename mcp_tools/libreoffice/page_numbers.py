"""Page numbers in the headers or footers of a text document's page styles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process.paragraphs import PARAGRAPH, body, header_texts
from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.page_number_format import NUMBERINGS, Piece, is_page_number_line
from mcp_tools.libreoffice.uno_bridge import run_in_process

_PARAGRAPH_BREAK = 0
"""Value of com.sun.star.text.ControlCharacter."""

PAGE_FIELD = "com.sun.star.text.TextField.PageNumber"
COUNT_FIELD = "com.sun.star.text.TextField.PageCount"


def put_page_numbers(text_document: Any, edge: str, alignment: str, pieces: Sequence[Piece]) -> list[str]:
    """Show numbers at the "top" or "bottom" of every page style in use; returns the styles' names.

    Lines of earlier page numbers are removed from headers and footers. Raises ToolError.
    """
    side = "Header" if edge == "top" else "Footer"
    styles = text_document.getStyleFamilies().getByName("PageStyles")
    fixed = "".join(piece.text for piece in pieces)
    used = [style for style in (styles.getByIndex(i) for i in range(styles.getCount())) if style.isInUse()]
    adjust = uno().Enum("com.sun.star.style.ParagraphAdjust", alignment.upper())
    missing = tuple(style.getName() for style in used if not style.getPropertyValue(f"{side}IsOn"))
    if missing:
        run_in_process("headers.switch_on", text_document=text_document, side=side, names=missing)
    for style in used:
        for other in ("Header", "Footer"):
            for text in header_texts(style, other):
                _remove_page_numbers(text, fixed)
        for text in header_texts(style, side):
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


def _remove_page_numbers(text: Any, fixed: str) -> None:
    for paragraph in _paragraphs(text):
        if _is_page_number_line(paragraph, fixed):
            if len(_paragraphs(text)) > 1:
                text.removeTextContent(paragraph)
            else:
                paragraph.setString("")


def _add_line(text_document: Any, text: Any, adjust: Any, pieces: Sequence[Piece]) -> None:
    """A line of its own below what the header or footer holds."""
    cursor = text.createTextCursor()
    cursor.gotoEnd(False)
    *_, last = _paragraphs(text)
    if any(_portions(last)):
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
            shows_page |= field.supportsService(PAGE_FIELD)
            if not (field.supportsService(PAGE_FIELD) or field.supportsService(COUNT_FIELD)):
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
