"""The boxes of slides and their text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PLACEHOLDER = "com.sun.star.presentation."
"""How the types of a layout's boxes begin."""


def boxes(slide: Any) -> list[Any]:
    """The slide's shapes from back to front."""
    return [slide.getByIndex(index) for index in range(slide.getCount())]


def whole_text(box: Any) -> Any:
    """A range over all text of a box; the box itself while it is empty, so that what is typed gets the format."""
    text = box.getText()
    cursor = text.createTextCursor()
    cursor.gotoStart(False)
    cursor.gotoEnd(True)
    return box if cursor.isCollapsed() else cursor


def paragraphs(text: Any) -> list[Any]:
    """The paragraphs of a box's or cell's text."""
    enumeration = text.createEnumeration()
    result = []
    while enumeration.hasMoreElements():
        result.append(enumeration.nextElement())
    return result


def line_of(box: Any, paragraph: Any) -> Any:
    """A range over one paragraph's characters: its own properties are not those of its text."""
    cursor = box.getText().createTextCursorByRange(paragraph.getStart())
    cursor.gotoRange(paragraph.getEnd(), True)
    return cursor


def texts_within(box: Any) -> Iterator[Any]:
    """Everything in a box that holds text: itself, the cells of a table, the members of a group."""
    if box.getShapeType().endswith(".GroupShape"):
        for index in range(box.getCount()):
            yield from texts_within(box.getByIndex(index))
    elif is_table(box):
        table = box.getPropertyValue("Model")
        for row in range(table.getRows().getCount()):
            for column in range(table.getColumns().getCount()):
                yield table.getCellByPosition(column, row)
    elif holds_text(box):
        yield box


def text_of(box: Any) -> str:
    """A box's text, "" for one that holds none or still shows its prompt ("Click to add Title")."""
    if not holds_text(box) or is_empty_placeholder(box):
        return ""
    return str(box.getString())


def holds_text(box: Any) -> bool:
    return bool(box.supportsService("com.sun.star.drawing.Text"))


def is_table(box: Any) -> bool:
    return bool(box.getShapeType().endswith(".TableShape"))


def is_empty_placeholder(box: Any) -> bool:
    return bool(
        box.getShapeType().startswith(PLACEHOLDER) and box.getPropertyValue("IsEmptyPresentationObject")
    )


def kind_of(box: Any) -> str:
    """ "title", "outline", "text", "graphic", ...: the last word of its UNO shape type."""
    return (
        str(box.getShapeType()).rsplit(".", 1)[-1].removesuffix("Shape").removesuffix("Text").lower()
        or "text"
    )
