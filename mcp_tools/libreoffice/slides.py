"""What Impress's tools share: slides counted from 1, their boxes from 0."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from mcp_tools.registry import ToolError

SlideIndex = Annotated[int, Field(description="Slide number, counted from 1 as in the slide panel.")]
BoxIndex = Annotated[
    int,
    Field(description="Box of the slide (text box, picture, shape), counted from 0 as env_info lists them."),
]


def slide_at(presentation: Any, number: int) -> Any:
    """The slide of this number, counted from 1. Raises ToolError."""
    slides = presentation.getDrawPages()
    if not 1 <= number <= slides.getCount():
        raise ToolError(f"There is no slide {number}: the slides are 1 to {slides.getCount()}.")
    return slides.getByIndex(number - 1)


def boxes(slide: Any) -> list[Any]:
    """The slide's shapes from back to front."""
    return [slide.getByIndex(index) for index in range(slide.getCount())]


def box_at(slide: Any, number: int, index: int) -> Any:
    """The box of this index, counted from 0. Raises ToolError."""
    found = boxes(slide)
    if not 0 <= index < len(found):
        listed = "; ".join(f"{i} {kind_of(box)} {text_of(box)[:30]!r}" for i, box in enumerate(found))
        raise ToolError(f"Slide {number} has no box {index}. Its boxes: {listed or 'none'}.")
    return found[index]


def text_of(box: Any) -> str:
    """A box's text, "" for one that holds none or still shows its prompt ("Click to add Title")."""
    if not holds_text(box) or is_empty_placeholder(box):
        return ""
    return str(box.getString())


def holds_text(box: Any) -> bool:
    return bool(box.supportsService("com.sun.star.drawing.Text"))


def is_empty_placeholder(box: Any) -> bool:
    properties = box.getPropertySetInfo()
    return bool(
        properties.hasPropertyByName("IsEmptyPresentationObject")
        and box.getPropertyValue("IsEmptyPresentationObject")
    )


def kind_of(box: Any) -> str:
    """ "title", "outline", "text", "graphic", ...: the last word of its UNO shape type."""
    return (
        str(box.getShapeType()).rsplit(".", 1)[-1].removesuffix("Shape").removesuffix("Text").lower()
        or "text"
    )
