"""Formatting and writing the text of boxes, each as one step of Undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from com.sun.star.beans.PropertyState import AMBIGUOUS_VALUE

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.shapes import (
    boxes,
    is_empty_placeholder,
    line_of,
    paragraphs,
    texts_within,
    whole_text,
)
from mcp_tools.libreoffice.in_process.undo_steps import read_text, record_step

THEME, NO_THEME = "CharColorTheme", -1
"""Where text has a colour of the theme, LibreOffice 7.4 writes that to a .pptx file, whatever CharColor is."""
CHUNK_CHARACTERS = 30_000
"""How far a text cursor goes at once: UNO counts its steps in 16 bits."""


def format_text(presentation: Any, box: Any, looks: Sequence[Any]) -> None:
    """Give all text of a box these properties. Raises Refusal."""
    _refuse_empty(box)
    record_step(
        presentation,
        lambda: [read_text(presentation, box)],
        lambda: _format(whole_text(box), looks, "The text"),
    )


def format_lines(presentation: Any, box: Any, numbers: Sequence[int], looks: Sequence[Any]) -> None:
    """Give paragraphs of these numbers, counted from 1, these properties. Raises Refusal."""
    _refuse_empty(box)
    lines = paragraphs(box)
    wrong = [number for number in numbers if not 1 <= number <= len(lines)]
    if wrong:
        listed = "; ".join(f"{i} {line.getString()[:30]!r}" for i, line in enumerate(lines[:20], start=1))
        more = f"; and {len(lines) - 20} more" if len(lines) > 20 else ""
        raise Refusal(
            f"There is no line {', '.join(map(str, wrong[:10]))}: the box has {len(lines)}. "
            f"They are: {listed}{more}."
        )
    empty = [number for number in numbers if not lines[number - 1].getString()]
    if empty:
        raise Refusal(f"Line {', '.join(map(str, empty[:10]))} is empty: choose lines that have text.")

    def change() -> None:
        for number in numbers:
            _format(line_of(box, lines[number - 1]), looks, f"Line {number}")

    record_step(presentation, lambda: [read_text(presentation, box)], change)


def align(presentation: Any, box: Any, looks: Sequence[Any]) -> int:
    """Align all paragraphs of a box; returns how many. Raises Refusal."""
    _refuse_empty(box)

    def change() -> int:
        for item in looks:
            whole_text(box).setPropertyValue(item.Name, item.Value)
        lines = paragraphs(box)
        for line in lines:
            if any(line.getPropertyValue(item.Name) != _number(item.Value) for item in looks):
                raise Refusal("LibreOffice did not align the text, so it was left as it was.")
        return len(lines)

    return record_step(presentation, lambda: [read_text(presentation, box)], change)


def format_slide(presentation: Any, slide: Any, looks: Sequence[Any]) -> int:
    """Give all text of a slide these properties; returns how many texts there are."""
    texts = [
        text
        for box in boxes(slide)
        for text in texts_within(box)
        if text.getString() and not _is_prompt(text)
    ]

    def change() -> int:
        for text in texts:
            _format(whole_text(text), looks, "The text of the slide")
        return len(texts)

    if not texts:
        return 0
    return record_step(presentation, lambda: [read_text(presentation, text) for text in texts], change)


def write(presentation: Any, box: Any, content: str, append: bool, looks: Sequence[Any]) -> str:
    """Replace a box's text or add to it, the new text with these properties; returns the text. Raises Refusal."""
    empty = is_empty_placeholder(box)
    before = "" if empty or not append else box.getString()
    added = content.lstrip("\n") if append and not before else content
    if append and not added:
        raise Refusal("There is nothing to append: content has no text. Give some text, or append=false.")

    def change() -> str:
        if not before:
            box.setString("")
        cursor = box.getText().createTextCursor()
        cursor.gotoEnd(False)
        start = box.getText().createTextCursorByRange(cursor)
        cursor.setString(added)
        if box.getString() != before + added:
            raise Refusal(
                "LibreOffice did not take the text as it is, so nothing was written. Leave special characters out."
            )
        for piece in _pieces(box, start, added) if looks else ():
            _format(piece, looks, "The new text")
        return str(box.getString())

    return record_step(presentation, lambda: [read_text(presentation, box, _names(box, looks))], change)


def _pieces(box: Any, cursor: Any, added: str) -> list[Any]:
    """A range for each paragraph that was added where the cursor is, those without text left out."""
    pieces = []
    for line in added.split("\n"):
        if line:
            length = len(line.encode("utf-16-le")) // 2
            piece = box.getText().createTextCursorByRange(cursor.getStart())
            _go(piece, length, True)
            pieces.append(piece)
            _go(cursor, length, False)
        _go(cursor, 1, False)
    return pieces


def _go(cursor: Any, count: int, select: bool) -> None:
    while count > 0:
        cursor.goRight(min(count, CHUNK_CHARACTERS), select)
        count -= CHUNK_CHARACTERS


def _format(target: Any, looks: Sequence[Any], what: str) -> None:
    """Set properties of a range of text. Raises Refusal when it does not have them afterwards."""
    for item in looks:
        target.setPropertyValue(item.Name, item.Value)
        if item.Name == "CharColor" and target.getPropertySetInfo().hasPropertyByName(THEME):
            target.setPropertyValue(THEME, NO_THEME)
    for item in looks:
        if target.getPropertyState(item.Name) == AMBIGUOUS_VALUE or not _equal(
            target.getPropertyValue(item.Name), item.Value
        ):
            raise Refusal(f"{what} did not take the format in LibreOffice, so it was left as it was.")


def _equal(actual: Any, expected: Any) -> bool:
    if isinstance(expected, float):
        return bool(abs(actual - expected) < 0.05)  # LibreOffice keeps sizes in hundredths of a millimetre
    return bool(actual == expected)


def _number(value: Any) -> Any:
    """ParaAdjust is read as a number where it is set as an enumeration."""
    names = ("LEFT", "RIGHT", "BLOCK", "CENTER", "STRETCH")
    return names.index(value.value) if hasattr(value, "value") else value


def _names(box: Any, looks: Sequence[Any]) -> list[str]:
    return [item.Name for item in looks if box.getPropertySetInfo().hasPropertyByName(item.Name)]


def _is_prompt(text: Any) -> bool:
    return hasattr(text, "getShapeType") and is_empty_placeholder(text)


def _refuse_empty(box: Any) -> None:
    if is_empty_placeholder(box) or not box.getString():
        raise Refusal(
            "The box has no text yet, so there is nothing to format. Write it first with write_text."
        )
