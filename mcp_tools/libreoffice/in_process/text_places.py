"""Places of a text document without objects of LibreOffice's.

Each cursor and range that is alive slows down every change of the document: with thousands of them changes of the text
take a time that grows with the square of their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal

_LONGEST_MOVE = 30_000
"""A cursor's move takes a short integer."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A text within a paragraph: how many characters are before it there, and the text itself."""

    paragraph: Any
    offset: int
    text: str

    def range(self) -> Any:
        """A cursor over the text. Raises Refusal when something else is there."""
        cursor = self._cursor()
        if cursor.getString() != self.text:
            raise Refusal("The text changed meanwhile, so nothing was done. Call again.")
        return cursor

    def _cursor(self) -> Any:
        start = self.paragraph.getStart()
        cursor = start.getText().createTextCursorByRange(start)
        _go_right(cursor, self.offset, selecting=False)
        _go_right(cursor, len(self.text), selecting=True)
        return cursor


def place_of(item: Any) -> TextPlace | None:
    """The place of a range within a paragraph; None where something that is no text stands before it."""
    before = item.getText().createTextCursorByRange(item.getStart())
    before.gotoStartOfParagraph(True)
    paragraph = item.createEnumeration().nextElement()
    place = TextPlace(paragraph, len(before.getString()), item.getString())
    cursor, text = place._cursor(), item.getText()
    is_same = text.compareRegionStarts(cursor, item) == 0 and text.compareRegionEnds(cursor, item) == 0
    return place if is_same else None


def _go_right(cursor: Any, count: int, *, selecting: bool) -> None:
    while count:
        step = min(count, _LONGEST_MOVE)
        cursor.goRight(step, selecting)
        count -= step
