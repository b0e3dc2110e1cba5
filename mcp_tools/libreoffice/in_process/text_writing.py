"""Writing text at the cursor, as typing would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.recorded_changes import range_of
from mcp_tools.libreoffice.in_process.text_cursor import writable
from mcp_tools.libreoffice.in_process.texts import apply_looks, lay_out_once

PARAGRAPH_BREAK = "\r"
"""What insertString takes as the end of a paragraph."""

_LONGEST_MOVE = 30_000
"""A cursor's move takes a short integer; it counts a character outside the BMP as one."""


def write(text_document: Any, text: str, looks: Sequence[Any]) -> None:
    """Write text at the view cursor instead of what is selected; a newline ends a paragraph. Raises Refusal."""
    cursor = writable(text_document)
    with lay_out_once(text_document):
        if cursor.isCollapsed():
            end = _insert(cursor.getText(), cursor.getStart(), text)
        else:
            end = replace_range(text_document, cursor, text)
        written = before(end, text)
        if written.getString() != text:
            raise Refusal(
                "LibreOffice did not take all of the text. Write it in parts, without what is special in it."
            )
        if looks and text.strip("\n"):
            apply_looks(_without_outer_breaks(written, text), looks)
        cursor.gotoRange(end.getEnd(), False)  # a cursor instead of a range leaves a selection of nothing


def replace_range(text_document: Any, item: Any, text: str, *, bookmarks: bool = True) -> Any:
    """Replace a range by text in the format of its first character; returns a cursor after the text.

    While changes are recorded, the replaced text stays as a deletion before the new. `bookmarks` is whether bookmarks
    may begin or end in the range: looking for them takes time in a paragraph of many formats.
    """
    holder, old = item.getText(), item.getString()
    if not text or text_document.getPropertyValue("RecordChanges"):
        end = _insert_as_before(holder, item.getEnd(), text)
        _delete(text_document, item.getStart(), before(end, text).getStart(), bookmarks)
        return end
    end = _insert_as_before(holder, _after_first(item), text)
    if len(old) > 1:
        _delete(text_document, end, item.getEnd(), bookmarks)
    _delete(text_document, item.getStart(), _after_first(item), bookmarks)
    return end


def before(cursor: Any, text: str) -> Any:
    """The range before a cursor that is as long as the text."""
    written = cursor.getText().createTextCursorByRange(cursor)
    left = len(text)
    while left:
        step = min(left, _LONGEST_MOVE)
        written.goLeft(step, True)
        left -= step
    return written


def _after_first(item: Any) -> Any:
    """The place after the first character of a range."""
    cursor = item.getText().createTextCursorByRange(item.getStart())
    cursor.goRight(1, False)
    return cursor


def _insert(holder: Any, place: Any, text: str) -> Any:
    """Insert text at a place; returns a cursor after it."""
    cursor = holder.createTextCursorByRange(place)
    if text:
        holder.insertString(cursor, text.replace("\n", PARAGRAPH_BREAK), False)
    return cursor


def _insert_as_before(holder: Any, place: Any, text: str) -> Any:
    """Insert text in the format of the character before a place; returns a cursor after it.

    A format that waits at the place for what is typed there goes to a space first, which is taken out again; so it
    still waits after the text.
    """
    if not text or not _is_format_waiting(holder, place):
        return _insert(holder, place, text)
    after_space = _insert(holder, place, " ")
    end = _insert(holder, before(after_space, " ").getStart(), text)
    range_of(end, after_space).setString("")
    return end


def _is_format_waiting(holder: Any, place: Any) -> bool:
    """Whether what is typed at a place would have another direct format than the character before it."""
    earlier = holder.createTextCursorByRange(place)
    earlier.goLeft(1, True)
    name = "CharAutoStyleName"
    return bool(
        holder.createTextCursorByRange(place).getPropertyValue(name) != earlier.getPropertyValue(name)
    )


def _delete(text_document: Any, start: Any, end: Any, bookmarks: bool) -> None:
    """Delete what is between two places.

    Undo leaves a bookmark shorter that ends where what was deleted ended, so then one more character is deleted.
    """
    deleted = range_of(start, end)
    if bookmarks and _ends_bookmark(text_document, deleted):
        deleted = range_of(start, _insert(end.getText(), end, " "))
    deleted.setString("")


def _ends_bookmark(text_document: Any, item: Any) -> bool:
    """Whether a bookmark ends where a range of text does, and none stands there that would be deleted with more."""
    if not text_document.getBookmarks().hasElements() or text_document.getPropertyValue("RecordChanges"):
        return False
    ending = False
    paragraphs = item.createEnumeration()
    while paragraphs.hasMoreElements():
        portions = paragraphs.nextElement().createEnumeration()
        while portions.hasMoreElements():
            portion = portions.nextElement()
            if portion.getPropertyValue("TextPortionType") != "Bookmark":
                ending = False
            elif portion.getPropertyValue("IsCollapsed"):
                return False
            else:
                ending = ending or not portion.getPropertyValue("IsStart")
    return ending


def _without_outer_breaks(written: Any, text: str) -> Any:
    """The part of what was written between paragraph breaks at its ends: formats of a break reach its neighbours."""
    inner = written.getText().createTextCursorByRange(written.getStart())
    inner.goRight(len(text) - len(text.lstrip("\n")), False)
    return _extend(inner, len(text.strip("\n")))


def _extend(cursor: Any, length: int) -> Any:
    while length:
        step = min(length, _LONGEST_MOVE)
        cursor.goRight(step, True)
        length -= step
    return cursor
