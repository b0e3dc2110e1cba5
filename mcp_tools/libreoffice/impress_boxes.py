"""Impress's tools for the boxes of a slide: pictures, videos and sounds, their place, deleting."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.libreoffice.file_names import refuse_impossible_path
from mcp_tools.libreoffice.in_process.shapes import kind_of, text_of
from mcp_tools.libreoffice.media import media_size
from mcp_tools.libreoffice.office import name_of
from mcp_tools.libreoffice.pictures import fit, read_picture, stand_in
from mcp_tools.libreoffice.properties import property_values
from mcp_tools.libreoffice.slides import (
    BoxIndex,
    SlideIndex,
    box_at,
    place,
    presentation_to_change,
    slide_at,
)
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.os_command import existing_file
from mcp_tools.registry import tool

Percent = Annotated[float, Field(ge=0, le=100)]
Centimetres = Annotated[float, Field(description="In centimetres; without it, in proportion.", gt=0, le=200)]


class Position(TypedDict):
    x: Percent
    y: Percent


class Extent(TypedDict):
    width: Annotated[float, Field(gt=0, le=100)]
    height: Annotated[float, Field(gt=0, le=100)]


Corner = Annotated[
    Position | None,
    Field(description="Top left corner, in percent of the slide; without it, centred."),
]
Spot = Literal[
    "left", "right", "center", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right"
]


@tool("osworld_mcp_libreoffice_impress.insert_image", app="libreoffice_impress")
def insert_image(
    slide_index: SlideIndex,
    image_path: Annotated[str, Field(description="Absolute path of a picture file.", min_length=1)],
    width: Centimetres | None = None,
    height: Centimetres | None = None,
    position: Corner = None,
) -> str:
    """Insert a picture into a slide of the open presentation. Does not save.

    Without width and height it has its own size, made smaller when larger than the slide.
    """
    refuse_impossible_path(image_path)
    with presentation_to_change() as presentation:
        slide = slide_at(presentation, slide_index)
        picture = read_picture(image_path)
        if width or height:
            size = picture.scale(_hundredths(width), _hundredths(height))
        else:
            size = fit((picture.width, picture.height), _size(slide))
        box = _place(slide, size, position)
        with stand_in() as file:
            index = run_in_process(
                "insertion.insert_picture",
                presentation=presentation,
                slide=slide,
                stand_in=property_values(FileName=file.as_uri(), AsLink=False),
                graphic=picture.graphic,
                place=box,
            )
        return _inserted_note(presentation, slide_index, index, box)


@tool("osworld_mcp_libreoffice_impress.insert_file", app="libreoffice_impress", seconds=60)
def insert_file(
    file_path: Annotated[str, Field(description="Absolute path of a video or sound file.", min_length=1)],
    slide_index: Annotated[
        int | None, Field(description="Slide number, counted from 1; without it, the slide shown.")
    ] = None,
    position: Corner = None,
    size: Annotated[
        Extent | None, Field(description="In percent of the slide; without it, its own size.")
    ] = None,
    autoplay: Annotated[
        bool,
        Field(description="Adds an animation that starts it with the slide, as Impress does anyway."),
    ] = False,
) -> str:
    """Insert a video or sound into a slide of the open presentation, kept inside it. Does not save."""
    refuse_impossible_path(file_path)
    file = existing_file(file_path)
    with presentation_to_change() as presentation:
        if slide_index is None:
            current = presentation.getCurrentController().getCurrentPage()
            slide_index = int(current.getPropertyValue("Number"))
        slide = slide_at(presentation, slide_index)
        natural = media_size(file)
        width, height = _size(slide)
        if size is None:
            extent = fit(natural, (width, height))
        else:
            extent = round(size["width"] * width / 100), round(size["height"] * height / 100)
        box = _place(slide, extent, position)
        index = run_in_process(
            "insertion.insert_media",
            presentation=presentation,
            slide=slide,
            source=property_values(URL=file.as_uri(), IsLink=False),
            place=box,
        )
        if autoplay:
            run_in_process(
                "media_effects.start_with_slide",
                presentation=presentation,
                slide=slide,
                index=index,
            )
        return _inserted_note(presentation, slide_index, index, box)


@tool("osworld_mcp_libreoffice_impress.position_box", app="libreoffice_impress", idempotent=True)
def position_box(slide_index: SlideIndex, box_index: BoxIndex, position: Spot) -> str:
    """Move a box to an edge, a corner or the centre of its slide, keeping its size. Does not save.

    "left" is the middle of the left edge, and so on; the box touches the edge.
    """
    with presentation_to_change() as presentation:
        box = box_at(presentation, slide_index, box_index)
        x, y = run_in_process(
            "places.move",
            presentation=presentation,
            slide=slide_at(presentation, slide_index),
            box=box,
            spot=position,
        )
        return (
            f"Moved {place(presentation, slide_index, box_index)} to the {position}: "
            f"x {x / 1000:.2f} cm, y {y / 1000:.2f} cm."
        )


@tool("osworld_mcp_libreoffice_impress.delete_content", app="libreoffice_impress", destructive=True)
def delete_content(slide_index: SlideIndex, box_index: BoxIndex) -> str:
    """Delete a box (text, picture, table, ...) from a slide; later boxes move up one index. Does not save."""
    with presentation_to_change() as presentation:
        box = box_at(presentation, slide_index, box_index)
        slide = slide_at(presentation, slide_index)
        kind, text = kind_of(box), text_of(box)[:60]
        left = run_in_process("deletion.delete", presentation=presentation, slide=slide, box=box)
        return (
            f"Deleted {place(presentation, slide_index, box_index)}, a {kind} box reading {text!r}; "
            f"{left} boxes are left."
        )


def _place(slide: Any, size: tuple[int, int], position: Position | None) -> tuple[int, int, int, int]:
    """Where a new box of this size goes: x, y, width and height in hundredths of a millimetre."""
    width, height = _size(slide)
    if position is None:
        x, y = (width - size[0]) // 2, (height - size[1]) // 2
    else:
        x, y = round(position["x"] * width / 100), round(position["y"] * height / 100)
    return x, y, *size


def _inserted_note(presentation: Any, number: int, index: int, box: tuple[int, int, int, int]) -> str:
    x, y, width, height = (length / 1000 for length in box)
    return (
        f"Inserted as box {index} of slide {number} of {name_of(presentation)}: "
        f"{width:.2f} x {height:.2f} cm at x {x:.2f}, y {y:.2f} cm."
    )


def _hundredths(centimetres: float | None) -> int | None:
    """The same in hundredths of a millimetre."""
    return None if centimetres is None else max(1, round(centimetres * 1000))


def _size(slide: Any) -> tuple[int, int]:
    """Width and height in hundredths of a millimetre."""
    return slide.getPropertyValue("Width"), slide.getPropertyValue("Height")
