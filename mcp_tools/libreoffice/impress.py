"""Impress's tools: looking at a presentation, its slides, text and backgrounds, saving."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office
from mcp_tools.libreoffice.characters import format_characters
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.office import IMPRESS, dispatch, document, struct, uno
from mcp_tools.libreoffice.slides import (
    BoxIndex,
    SlideIndex,
    box_at,
    boxes,
    holds_text,
    is_empty_placeholder,
    kind_of,
    slide_at,
    text_of,
)
from mcp_tools.registry import ToolError, tool


class BoxInfo(BaseModel):
    """A box of a slide; position and size in centimetres from the slide's top left corner."""

    box_index: int = Field(description="Counted from 0")
    kind: str
    text: str
    x: float
    y: float
    width: float
    height: float


class SlideInfo(BaseModel):
    """A slide as env_info reports it."""

    slide_index: int = Field(description="Counted from 1")
    name: str
    boxes: list[BoxInfo]
    notes: str


class PresentationContent(BaseModel):
    """A presentation as env_info reports it; slide size in centimetres."""

    document: str
    file_path: str = Field(description='"" when it was never saved')
    unsaved_changes: bool
    slide_count: int
    current_slide: int
    width: float
    height: float
    slides: list[SlideInfo]


@tool("osworld_mcp_libreoffice_impress.env_info", app="libreoffice_impress", read_only=True)
def env_info(
    page_indices: Annotated[
        list[int] | None, Field(description="Slide numbers to read, counted from 1; without it, all slides.")
    ] = None,
) -> PresentationContent:
    """Read slides of the open presentation: boxes with their index, text, position and size, and the notes.

    Use it first, to learn slide and box indices.
    """
    with document(IMPRESS, reading=True) as presentation:
        pages = presentation.getDrawPages()
        first = slide_at(presentation, 1)
        current = presentation.getCurrentController().getCurrentPage()
        numbers = page_indices if page_indices is not None else range(1, pages.getCount() + 1)
        return PresentationContent(
            document=office.name_of(presentation),
            file_path=office.path_of(presentation),
            unsaved_changes=presentation.isModified(),
            slide_count=pages.getCount(),
            current_slide=current.getPropertyValue("Number"),
            width=_cm(first.getPropertyValue("Width")),
            height=_cm(first.getPropertyValue("Height")),
            slides=[_slide_info(number, slide_at(presentation, number)) for number in numbers],
        )


@tool("osworld_mcp_libreoffice_impress.get_slide_count", app="libreoffice_impress", read_only=True)
def get_slide_count() -> int:
    """Count the slides of the open presentation, hidden ones included."""
    with document(IMPRESS, reading=True) as presentation:
        return int(presentation.getDrawPages().getCount())


@tool("osworld_mcp_libreoffice_impress.goto_slide", app="libreoffice_impress", idempotent=True)
def goto_slide(slide_index: SlideIndex) -> str:
    """Show a slide of the open presentation in the editing window."""
    with document(IMPRESS) as presentation:
        slide = slide_at(presentation, slide_index)
        presentation.getCurrentController().setCurrentPage(slide)
        return f"Slide {slide_index} of {presentation.getDrawPages().getCount()} is shown."


@tool("osworld_mcp_libreoffice_impress.write_text", app="libreoffice_impress")
def write_text(
    content: Annotated[str, Field(description="Text to write; a newline starts a new paragraph or bullet.")],
    page_index: SlideIndex,
    box_index: BoxIndex,
    bold: Annotated[bool | None, Field(description="Without it, as the box's text is.")] = None,
    italic: Annotated[bool | None, Field(description="Without it, as the box's text is.")] = None,
    size: Annotated[
        int | None, Field(description="Font size in points; without it, as is.", ge=1, le=999)
    ] = None,
    append: Annotated[
        bool, Field(description="True adds to the end of the box's text, false replaces it all.")
    ] = False,
) -> str:
    """Write text into a box of a slide of the open presentation. Does not save the file.

    To add a bullet to a list, append with a leading newline.
    """
    with document(IMPRESS) as presentation:
        box = box_at(slide_at(presentation, page_index), page_index, box_index)
        if not holds_text(box):
            raise ToolError(f"Box {box_index} of slide {page_index} is a {kind_of(box)} and holds no text.")
        if not append or is_empty_placeholder(box):
            box.setString("")
            content = content.lstrip("\n") if append else content
        cursor = box.getText().createTextCursor()
        cursor.gotoEnd(False)
        cursor.setString(content.replace("\r\n", "\n"))
        format_characters(cursor, bold=bold, italic=italic, size=size)
        return f"Box {box_index} of slide {page_index} now reads: {box.getString()}"


@tool("osworld_mcp_libreoffice_impress.set_slide_background", app="libreoffice_impress", idempotent=True)
def set_slide_background(
    slide_index: Annotated[
        int | None, Field(description="Slide number, counted from 1; without it, all slides.")
    ] = None,
    color: Annotated[
        str | None, Field(description='Fill colour: hexadecimal such as "#FF0000" or a name such as "red".')
    ] = None,
    image_path: Annotated[
        str | None,
        Field(description="Absolute path of a picture to fill the slide with, instead of a colour."),
    ] = None,
) -> str:
    """Set the background of a slide, or of all slides, to a colour or a picture. Does not save the file."""
    if (color is None) == (image_path is None):
        raise ToolError("Give either color or image_path, one of the two.")
    with document(IMPRESS) as presentation:
        pages = presentation.getDrawPages()
        numbers = [slide_index] if slide_index is not None else list(range(1, pages.getCount() + 1))
        slides = [slide_at(presentation, number) for number in numbers]
        background = presentation.createInstance("com.sun.star.drawing.Background")
        if color is not None:
            background.setPropertyValue("FillStyle", uno().Enum("com.sun.star.drawing.FillStyle", "SOLID"))
            background.setPropertyValue("FillColor", parse_colour(color))
        elif image_path is not None:
            background.setPropertyValue("FillStyle", uno().Enum("com.sun.star.drawing.FillStyle", "BITMAP"))
            background.setPropertyValue("FillBitmap", _picture(image_path))
        for slide in slides:
            slide.setPropertyValue("Background", background)
        return f"Set the background of {f'slide {slide_index}' if slide_index else 'all slides'}."


@tool("osworld_mcp_libreoffice_impress.duplicate_slide", app="libreoffice_impress")
def duplicate_slide(
    slide_index: SlideIndex,
    target_position: Annotated[
        int,
        Field(description="Number, counted from 1, of the slide that the copy goes right after."),
    ],
) -> str:
    """Copy a slide of the open presentation; the copy goes right after another slide. Does not save."""
    with document(IMPRESS) as presentation:
        pages = presentation.getDrawPages()
        original = slide_at(presentation, slide_index)
        slide_at(presentation, target_position)
        copy = presentation.duplicate(original)
        controller = presentation.getCurrentController()
        controller.setCurrentPage(copy)
        number = target_position + 1
        step = ".uno:MovePageUp" if copy.getPropertyValue("Number") > number else ".uno:MovePageDown"
        for _ in range(abs(copy.getPropertyValue("Number") - number)):
            dispatch(presentation, step)
        if copy.getPropertyValue("Number") != number:
            pages.remove(copy)
            raise ToolError(
                "LibreOffice did not move the copy, so it was removed again. "
                "Switch to the normal editing view (View > Normal) and try again."
            )
        return f"Slide {number} is a copy of slide {slide_index}; there are {pages.getCount()} slides now."


@tool("osworld_mcp_libreoffice_impress.save", app="libreoffice_impress", idempotent=True)
def save() -> str:
    """Save the open presentation to its own file, in that file's format (pptx stays pptx)."""
    with document(IMPRESS) as presentation:
        return f"Saved {office.save(presentation)}."


def _slide_info(number: int, slide: Any) -> SlideInfo:
    found = []
    for index, box in enumerate(boxes(slide)):
        position, extent = box.getPosition(), box.getSize()
        found.append(
            BoxInfo(
                box_index=index,
                kind=kind_of(box),
                text=text_of(box),
                x=_cm(position.X),
                y=_cm(position.Y),
                width=_cm(extent.Width),
                height=_cm(extent.Height),
            )
        )
    notes = [text_of(box) for box in boxes(slide.getNotesPage()) if kind_of(box) == "notes"]
    return SlideInfo(slide_index=number, name=slide.getName(), boxes=found, notes="\n".join(notes))


def _picture(path: str) -> Any:
    if not Path(path).is_file():
        raise ToolError(f"There is no file {path}. Give the absolute path of a picture.")
    provider = office.service("com.sun.star.graphic.GraphicProvider")
    url = uno().systemPathToFileUrl(path)
    graphic = provider.queryGraphic((struct("com.sun.star.beans.PropertyValue", Name="URL", Value=url),))
    if graphic is None:
        raise ToolError(f"{path} is no picture that LibreOffice can read. Give a PNG or JPEG file.")
    return graphic


def _cm(hundredths_of_mm: int) -> float:
    return round(hundredths_of_mm / 1000, 2)
