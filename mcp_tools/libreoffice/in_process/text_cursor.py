"""The text cursor that the user sees, and whether text may be written at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.paragraphs import PARAGRAPH, body
from mcp_tools.libreoffice.in_process.text_protection import Protection

_PREVIEW = "The page preview is shown, which has no text cursor. Close it first (Ctrl+Shift+O)."
_NO_CURSOR = "No text cursor: a picture or shape is selected. Click into the text first."
_IN_A_COMMENT = "No text cursor: a comment is being edited. Click into the text first."


def writable(text_document: Any) -> Any:
    """The view cursor. Raises Refusal when there is none, and when it stands in or selects protected text."""
    controller = text_document.getCurrentController()
    if not hasattr(controller, "getViewCursor"):
        raise Refusal(_PREVIEW)
    selection = controller.getSelection()
    if selection is None:
        raise Refusal(_IN_A_COMMENT)
    if selection.supportsService("com.sun.star.text.TextTableCursor"):
        raise Refusal("Several table cells are selected. Click into one of them first.")
    if not selection.supportsService("com.sun.star.text.TextRanges"):
        raise Refusal(_NO_CURSOR)
    if selection.getCount() > 1:
        raise Refusal("Several pieces of text are selected. Click where the text is to be changed first.")
    cursor = controller.getViewCursor()
    if cursor.getText() is None:
        raise Refusal(_NO_CURSOR)
    protection = Protection(text_document)
    for place in _places(cursor):
        if holder := protection.of(place):
            raise Refusal(f"The cursor is in {holder}. Click into other text, or end the protection first.")
    return cursor


def visible(text_document: Any) -> Any | None:
    """The view cursor, or None where there is none: a picture or cells are selected, the preview is shown."""
    controller = text_document.getCurrentController()
    if not hasattr(controller, "getViewCursor"):
        return None
    selection = controller.getSelection()
    if selection is None or not selection.supportsService("com.sun.star.text.TextRanges"):
        return None
    return controller.getViewCursor()


def check(text_document: Any) -> None:
    """Raise what `writable` raises."""
    writable(text_document)


def check_last(text_document: Any) -> None:
    """Raise Refusal when the document's end is protected, and in the page preview."""
    if not hasattr(text_document.getCurrentController(), "getViewCursor"):
        raise Refusal(_PREVIEW)
    *_, last = body(text_document)
    if last.supportsService(PARAGRAPH) and (holder := Protection(text_document).of(last)):
        raise Refusal(f"The document ends in {holder}. End the protection first.")


def _places(cursor: Any) -> Iterator[Any]:
    """The ends of what is selected, and the paragraphs between them."""
    yield cursor.getStart()
    if cursor.isCollapsed():
        return
    yield cursor.getEnd()
    paragraphs = cursor.getText().createTextCursorByRange(cursor).createEnumeration()
    while paragraphs.hasMoreElements():
        paragraph = paragraphs.nextElement()
        if paragraph.supportsService(PARAGRAPH):
            yield paragraph
