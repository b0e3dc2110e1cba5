"""What Impress's tools share: slides counted from 1, their boxes from 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.office import name_of
from mcp_tools.registry import ToolError

SlideIndex = Annotated[int, Field(description="Slide number, counted from 1.")]
BoxIndex = Annotated[int, Field(description="Box of the slide, counted from 0 as env_info lists them.")]

LISTED_BOXES = 20
PLACEHOLDER = "com.sun.star.presentation."
"""How the types of a layout's boxes begin."""


def slide_at(presentation: Any, number: int) -> Any:
    """The slide of this number, counted from 1. Raises ToolError."""
    slides = presentation.getDrawPages()
    if not 1 <= number <= slides.getCount():
        raise ToolError(
            f"There is no slide {number} in {name_of(presentation)}: the slides are 1 to {slides.getCount()}."
        )
    return slides.getByIndex(number - 1)


def boxes(slide: Any) -> list[Any]:
    """The slide's shapes from back to front."""
    return [slide.getByIndex(index) for index in range(slide.getCount())]


def box_at(presentation: Any, number: int, index: int) -> Any:
    """The box of this index, counted from 0, on the slide of this number. Raises ToolError."""
    slide = slide_at(presentation, number)
    if not 0 <= index < slide.getCount():
        raise ToolError(f"Slide {number} has no box {index}. Its boxes: {_listed(slide)}.")
    return slide.getByIndex(index)


def text_box_at(presentation: Any, number: int, index: int) -> Any:
    """As `box_at`, for a box that can hold text. Raises ToolError for another."""
    box = box_at(presentation, number, index)
    if not holds_text(box):
        listed = _listed(slide_at(presentation, number))
        raise ToolError(
            f"Box {index} of slide {number} is a {kind_of(box)} and holds no text. The slide's boxes: {listed}."
        )
    return box


def place(presentation: Any, number: int, index: int) -> str:
    """A box as results name it: "box 0 of slide 2 of talk.pptx"."""
    return f"box {index} of slide {number} of {name_of(presentation)}"


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
    found = []
    while enumeration.hasMoreElements():
        found.append(enumeration.nextElement())
    return found


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


def _listed(slide: Any) -> str:
    found = boxes(slide)
    names = [f"{i} {kind_of(box)} {text_of(box)[:30]!r}" for i, box in enumerate(found[:LISTED_BOXES])]
    if len(found) > LISTED_BOXES:
        names.append(f"and {len(found) - LISTED_BOXES} more, to {len(found) - 1}")
    return "; ".join(names) or "none"
