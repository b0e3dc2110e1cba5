"""What Impress's tools share: the presentation to change, slides counted from 1, their boxes from 0."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.documents import IMPRESS, document
from mcp_tools.libreoffice.in_process.shapes import boxes, kind_of, takes_fill, takes_text, text_of
from mcp_tools.libreoffice.office import name_of
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.registry import ToolError

SlideIndex = Annotated[int, Field(description="Slide number, counted from 1.")]
BoxIndex = Annotated[int, Field(description="Box of the slide, counted from 0 as env_info lists them.")]

LISTED_BOXES = 20


def presentation_to_change() -> AbstractContextManager[Any]:
    """The open presentation, as `documents.document` gives it; text being edited in a box is taken over first."""
    return document(
        IMPRESS, prepare=lambda target: run_in_process("slide_views.prepare_change", presentation=target)
    )


def slide_at(presentation: Any, number: int) -> Any:
    """The slide of this number, counted from 1. Raises ToolError."""
    refuse_unknown_slides(presentation, [number])
    return presentation.getDrawPages().getByIndex(number - 1)


def refuse_unknown_slides(presentation: Any, numbers: Sequence[int]) -> None:
    """Raise ToolError for a number, counted from 1, that no slide has."""
    count = presentation.getDrawPages().getCount()
    for number in numbers:
        if not 1 <= number <= count:
            raise ToolError(
                f"There is no slide {number} in {name_of(presentation)}: the slides are 1 to {count}."
            )


def box_at(presentation: Any, number: int, index: int) -> Any:
    """The box of this index, counted from 0, on the slide of this number. Raises ToolError."""
    slide = slide_at(presentation, number)
    if not 0 <= index < slide.getCount():
        raise ToolError(f"Slide {number} has no box {index}. Its boxes: {_list_boxes(slide)}.")
    return slide.getByIndex(index)


def text_box_at(presentation: Any, number: int, index: int) -> Any:
    """As `box_at`, for a box that can hold text of its own. Raises ToolError for another."""
    box = box_at(presentation, number, index)
    if not takes_text(box):
        raise ToolError(_unfit(presentation, number, index, "holds no text of its own"))
    return box


def filled_box_at(presentation: Any, number: int, index: int) -> Any:
    """As `box_at`, for a box that can be filled. Raises ToolError for another."""
    box = box_at(presentation, number, index)
    if not takes_fill(box):
        raise ToolError(_unfit(presentation, number, index, "has no fill"))
    return box


def place(presentation: Any, number: int, index: int) -> str:
    """A box as results name it: "box 0 of slide 2 of talk.pptx"."""
    return f"box {index} of slide {number} of {name_of(presentation)}"


def _unfit(presentation: Any, number: int, index: int, why: str) -> str:
    slide = slide_at(presentation, number)
    kind = kind_of(slide.getByIndex(index))
    return f"Box {index} of slide {number} is a {kind}, which {why}. The slide's boxes: {_list_boxes(slide)}."


def _list_boxes(slide: Any) -> str:
    texts = boxes(slide)
    names = [f"{i} {kind_of(box)} {text_of(box)[:30]!r}" for i, box in enumerate(texts[:LISTED_BOXES])]
    if len(texts) > LISTED_BOXES:
        names.append(f"and {len(texts) - LISTED_BOXES} more, to {len(texts) - 1}")
    return "; ".join(names) or "none"
