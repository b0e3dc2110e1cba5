"""The boxes of slides and their text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PLACEHOLDER = "com.sun.star.presentation."
"""How the types of a layout's boxes begin."""

NO_TEXT = {
    "AppletShape",
    "CalcShape",
    "ChartShape",
    "ConnectorShape",
    "ControlShape",
    "FrameShape",
    "GraphicObjectShape",
    "GroupShape",
    "HandoutShape",
    "LineShape",
    "MeasureShape",
    "MediaShape",
    "OLE2Shape",
    "OrgChartShape",
    "PageShape",
    "PluginShape",
    "TableShape",
}
"""Last words of the types of shapes that have no text of their own in files, though LibreOffice may let one be set."""

NO_FILL = NO_TEXT | {"PolyLineShape", "OpenBezierShape", "OpenFreeHandShape"}
"""Those that no fill is saved of."""


def boxes(slide: Any) -> list[Any]:
    """The slide's shapes from back to front."""
    return [slide.getByIndex(index) for index in range(slide.getCount())]


def whole_text(box: Any) -> Any:
    """A range over all text of a box or cell."""
    cursor = box.getText().createTextCursor()
    cursor.gotoStart(False)
    cursor.gotoEnd(True)
    return cursor


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
    if is_group(box):
        for index in range(box.getCount()):
            yield from texts_within(box.getByIndex(index))
    elif is_table(box):
        for row in cells(box):
            yield from row
    elif takes_text(box):
        yield box


def cells(table_box: Any) -> list[list[Any]]:
    """A table's cells by row; one that a merged cell covers is left out."""
    table = table_box.getPropertyValue("Model")
    columns = table.getColumns().getCount()
    rows = (
        [table.getCellByPosition(column, row) for column in range(columns)]
        for row in range(table.getRows().getCount())
    )
    return [[cell for cell in row if not cell.isMerged()] for row in rows]


def text_of(box: Any) -> str:
    """A box's text, "" for one that holds none or still shows its prompt ("Click to add Title").

    Of a table its rows, their cells separated by tabs; of a group the texts of its members, one a line.
    """
    if is_group(box):
        members = (text_of(box.getByIndex(index)) for index in range(box.getCount()))
        return "\n".join(text for text in members if text)
    if is_table(box):
        return "\n".join("\t".join(" ".join(cell.getString().split()) for cell in row) for row in cells(box))
    if not box.supportsService("com.sun.star.drawing.Text") or is_empty_placeholder(box):
        return ""
    return str(box.getString())


def takes_text(box: Any) -> bool:
    """Whether the box can have text of its own that is saved with it."""
    return bool(box.supportsService("com.sun.star.drawing.Text")) and _type(box) not in NO_TEXT


def takes_fill(box: Any) -> bool:
    """Whether the box can have a fill that is saved with it."""
    return box.getPropertySetInfo().hasPropertyByName("FillColor") and _type(box) not in NO_FILL


def is_group(box: Any) -> bool:
    return _type(box) == "GroupShape"


def is_table(box: Any) -> bool:
    return _type(box) == "TableShape"


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


def _type(box: Any) -> str:
    return str(box.getShapeType()).rpartition(".")[2]
