"""Reading many slides at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_tools.libreoffice.in_process.shapes import (
    boxes,
    is_empty_placeholder,
    is_group,
    is_table,
    kind_of,
    paragraphs,
    text_of,
    texts_within,
)

PARTS = 10
"""How many times the characters of another box are read of a table or group."""


def read(
    presentation: Any, numbers: Sequence[int] | None, max_slides: int, max_boxes: int, max_characters: int
) -> dict[str, Any]:
    """Facts of a presentation and its slides of these numbers, counted from 1, all for None; lengths in cm."""
    pages = presentation.getDrawPages()
    selected = (numbers if numbers is not None else range(1, pages.getCount() + 1))[:max_slides]
    first = pages.getByIndex(0)
    current = presentation.getCurrentController().getCurrentPage()
    return {
        "unsaved_changes": presentation.isModified(),
        "slide_count": pages.getCount(),
        "current_slide": current.getPropertyValue("Number"),
        "width": _cm(first.getPropertyValue("Width")),
        "height": _cm(first.getPropertyValue("Height")),
        "slides": [
            _slide(number, pages.getByIndex(number - 1), max_boxes, max_characters) for number in selected
        ],
    }


def lines(presentation: Any) -> list[str]:
    """The text of all slides, a line a paragraph, empty ones left out."""
    pages = presentation.getDrawPages()
    return [
        paragraph.getString()
        for index in range(pages.getCount())
        for box in boxes(pages.getByIndex(index))
        if not is_empty_placeholder(box)
        for text in texts_within(box)
        for paragraph in paragraphs(text)
        if paragraph.getString().strip()
    ]


def _slide(number: int, slide: Any, max_boxes: int, max_characters: int) -> dict[str, Any]:
    count = slide.getCount()
    return {
        "slide_index": number,
        "name": slide.getName(),
        "box_count": count,
        "boxes": [_box(i, slide.getByIndex(i), max_characters) for i in range(min(count, max_boxes))],
        "hidden": not slide.getPropertyValue("Visible"),
        "notes": _notes(slide.getNotesPage())[:max_characters],
    }


def _box(index: int, box: Any, max_characters: int) -> dict[str, Any]:
    position, extent = box.getPosition(), box.getSize()
    return {
        "box_index": index,
        "kind": kind_of(box),
        "text": text_of(box)[: max_characters * (PARTS if is_table(box) or is_group(box) else 1)],
        "x": _cm(position.X),
        "y": _cm(position.Y),
        "width": _cm(extent.Width),
        "height": _cm(extent.Height),
    }


def _notes(page: Any) -> str:
    """The notes' text, in a box that comes after the picture of the slide."""
    for index in reversed(range(page.getCount())):
        box = page.getByIndex(index)
        if kind_of(box) == "notes":
            return text_of(box)
    return ""


def _cm(hundredths_of_mm: int) -> float:
    return round(hundredths_of_mm / 1000, 2)
