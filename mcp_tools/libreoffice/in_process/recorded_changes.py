"""Changes that a text document records, as Edit > Track Changes does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.names import name_of


def recorded_ranges(text_document: Any, kind: str) -> Iterator[Any]:
    """The ranges of the recorded changes of a kind: "Insert", "Delete", "Format" (of characters)."""
    redlines = text_document.getRedlines().createEnumeration()
    while redlines.hasMoreElements():
        redline = redlines.nextElement()
        if redline.getPropertyValue("RedlineType") == kind:
            yield range_of(redline.getPropertyValue("RedlineStart"), redline.getPropertyValue("RedlineEnd"))


def range_of(start: Any, end: Any) -> Any:
    """The range from one place to another."""
    cursor = start.getText().createTextCursorByRange(start)
    cursor.gotoRange(end, True)
    return cursor


def overlap(item: Any, other: Any) -> bool:
    """Whether two ranges have characters in common."""
    text = item.getText()
    if other.getText() != text:
        return False
    return bool(
        text.compareRegionStarts(item.getStart(), other.getEnd()) > 0
        and text.compareRegionStarts(other.getStart(), item.getEnd()) > 0
    )


def check_formats_outlive_undo(text_document: Any, paragraphs: Sequence[Any]) -> None:
    """Raise Refusal where LibreOffice's Undo of a paragraph's format would lose recorded formats of characters.

    It does so for each paragraph that is formatted while changes are recorded.
    """
    if not text_document.getPropertyValue("RecordChanges"):
        return
    formats = list(recorded_ranges(text_document, "Format"))
    if any(overlap(paragraph, item) for item in formats for paragraph in paragraphs):
        raise Refusal(
            f"{name_of(text_document)} records changes, and Undo of this one would lose the changes of formats "
            "recorded before in these paragraphs. Accept or reject those first, or stop recording."
        )
