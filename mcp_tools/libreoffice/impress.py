"""Impress's tools: looking at a presentation, moving in it, its slides and their text, saving."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office, saving
from mcp_tools.libreoffice.box_content import writable
from mcp_tools.libreoffice.characters import character_properties
from mcp_tools.libreoffice.documents import IMPRESS, document
from mcp_tools.libreoffice.file_names import refuse_impossible_path
from mcp_tools.libreoffice.office import libreoffice
from mcp_tools.libreoffice.settings import change_settings
from mcp_tools.libreoffice.slides import (
    BoxIndex,
    SlideIndex,
    place,
    presentation_to_change,
    refuse_unknown_slides,
    slide_at,
    text_box_at,
)
from mcp_tools.libreoffice.uno_bridge import named_values, run_in_process
from mcp_tools.registry import ToolError, tool

MAX_CHARACTERS, MAX_SLIDES, MAX_BOXES = 500, 100, 50
"""How much of a box's text, how many slides, and how many boxes a slide env_info reports."""

FILTERS = {
    ".odp": "impress8",
    ".otp": "impress8_template",
    ".fodp": "OpenDocument Presentation Flat XML",
    ".pptx": "Impress MS PowerPoint 2007 XML",
    ".ppsx": "Impress MS PowerPoint 2007 XML AutoPlay",
    ".ppt": "MS PowerPoint 97",
}
"""LibreOffice's filter by a file's ending."""

AUTO_SAVE = {
    "/org.openoffice.Office.Common/Save/Document": ("AutoSave", "AutoSaveTimeIntervall"),
    "/org.openoffice.Office.Recovery/AutoSave": ("Enabled", "TimeIntervall"),
}
"""Settings that switch auto-save on and tell its minutes, by node. The Options dialog changes the first."""


class BoxInfo(BaseModel):
    """A box of a slide; position (from the slide's top left corner) and size in centimetres."""

    box_index: int = Field(description="Counted from 0")
    kind: str
    text: str = Field(
        description="At most 500 characters; of a table its rows, cells separated by tabs; of a group all texts"
    )
    x: float
    y: float
    width: float
    height: float


class SlideInfo(BaseModel):
    """A slide as env_info reports it."""

    slide_index: int = Field(description="Counted from 1")
    name: str
    hidden: bool = Field(description="Left out of the slide show")
    box_count: int
    boxes: list[BoxInfo] = Field(description="At most 50")
    notes: str


class SlideCount(BaseModel):
    """How many slides a presentation has."""

    document: str
    slide_count: int


class PresentationContent(BaseModel):
    """A presentation as env_info reports it; slide size in centimetres."""

    document: str
    file_path: str = Field(description='"" when it was never saved')
    unsaved_changes: bool
    slide_count: int
    current_slide: int
    width: float
    height: float
    slides: list[SlideInfo] = Field(description="At most 100; ask for others with page_indices")


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
        refuse_unknown_slides(presentation, page_indices or [])
        content = run_in_process(
            "presentations.read",
            presentation=presentation,
            numbers=None if page_indices is None else tuple(page_indices),
            max_slides=MAX_SLIDES,
            max_boxes=MAX_BOXES,
            max_characters=MAX_CHARACTERS,
        )
        return PresentationContent(
            document=office.name_of(presentation), file_path=office.path_of(presentation), **content
        )


@tool("osworld_mcp_libreoffice_impress.get_slide_count", app="libreoffice_impress", read_only=True)
def get_slide_count() -> SlideCount:
    """Count the slides of the open presentation, hidden ones included."""
    with document(IMPRESS, reading=True) as presentation:
        return SlideCount(
            document=office.name_of(presentation), slide_count=presentation.getDrawPages().getCount()
        )


@tool("osworld_mcp_libreoffice_impress.goto_slide", app="libreoffice_impress", idempotent=True)
def goto_slide(slide_index: SlideIndex) -> str:
    """Show a slide of the open presentation: in the slide show while one runs, else in the editing window."""
    with document(IMPRESS, changing=False) as presentation:
        slide = slide_at(presentation, slide_index)
        count = presentation.getDrawPages().getCount()
        message = f"Slide {slide_index} of {count} of {office.name_of(presentation)} is shown"
        if run_in_process("slide_shows.go_to", presentation=presentation, slide=slide):
            return f"{message} in the running slide show."
        presentation.getCurrentController().setCurrentPage(slide)
        return f"{message}."


@tool("osworld_mcp_libreoffice_impress.write_text", app="libreoffice_impress")
def write_text(
    content: Annotated[str, Field(description="Text to write; a newline starts a new paragraph or bullet.")],
    page_index: SlideIndex,
    box_index: BoxIndex,
    bold: Annotated[bool | None, Field(description="Else as it is.")] = None,
    italic: Annotated[bool | None, Field(description="Else as it is.")] = None,
    size: Annotated[int | None, Field(description="In points; else as it is.", ge=1, le=999)] = None,
    append: Annotated[bool, Field(description="True adds at the end, false replaces all text.")] = False,
) -> str:
    """Write text into a box of a slide of the open presentation. Does not save.

    To add a bullet to a list, append with a leading newline.
    """
    content = writable(content)
    looks = character_properties(bold=bold, italic=italic, size=size)
    if looks and not content.strip("\n"):
        raise ToolError(
            "content has no text, so bold, italic and size have nothing to apply to. Leave them out."
        )
    with presentation_to_change() as presentation:
        displayed = run_in_process(
            "box_texts.write",
            presentation=presentation,
            box=text_box_at(presentation, page_index, box_index),
            content=content,
            append=append,
            looks=named_values(**looks),
        )
        more = "..." if len(displayed) > MAX_CHARACTERS else ""
        return f"Now in {place(presentation, page_index, box_index)}: {displayed[:MAX_CHARACTERS]}{more}"


@tool("osworld_mcp_libreoffice_impress.duplicate_slide", app="libreoffice_impress")
def duplicate_slide(
    slide_index: SlideIndex,
    target_position: Annotated[
        int,
        Field(description="Number, counted from 1, of the slide that the copy goes right after."),
    ],
) -> str:
    """Copy a slide of the open presentation; the copy goes right after another slide. Does not save."""
    with presentation_to_change() as presentation:
        original = slide_at(presentation, slide_index)
        refuse_unknown_slides(presentation, [target_position])
        number = target_position + 1
        count = run_in_process(
            "slide_order.copy_to", presentation=presentation, original=original, number=number
        )
        return (
            f"Slide {number} is a copy of slide {slide_index}; "
            f"{office.name_of(presentation)} has {count} slides now."
        )


@tool("osworld_mcp_libreoffice_impress.save", app="libreoffice_impress", idempotent=True)
def save() -> str:
    """Save the open presentation to its own file, in that file's format (pptx stays pptx)."""
    with document(IMPRESS, changing=False) as presentation:
        return f"Saved {saving.save(presentation)}."


@tool("osworld_mcp_libreoffice_impress.save_as", app="libreoffice_impress", destructive=True)
def save_as(
    file_path: Annotated[
        str,
        Field(
            description="File to write; its ending, .odp, .pptx or .ppt, chooses the format.", min_length=1
        ),
    ],
    overwrite: Annotated[bool, Field(description="Whether to replace a file that exists.")] = False,
) -> str:
    """Save the open presentation in another file, which it is from then on."""
    refuse_impossible_path(file_path)
    with document(IMPRESS, changing=False) as presentation:
        was = office.name_of(presentation)
        path = saving.save_as(presentation, file_path, filters=FILTERS, overwrite=overwrite)
        return f"Saved {was} as {path}, which is open now."


@tool("osworld_mcp_libreoffice_impress.configure_auto_save", app="libreoffice_impress", idempotent=True)
def configure_auto_save(
    enabled: bool,
    interval_minutes: Annotated[
        float, Field(description="Whole minutes, 1 to 60; kept for later when not enabled.", ge=0, le=60)
    ],
) -> str:
    """Turn LibreOffice's saving of recovery copies on or off, for all its applications, and set how often."""
    if enabled and (interval_minutes < 1 or interval_minutes % 1):
        raise ToolError(f"interval_minutes is a whole number from 1 to 60, not {interval_minutes:g}.")
    with libreoffice():
        for node, (switch, interval) in AUTO_SAVE.items():
            values: dict[str, Any] = {switch: enabled}
            if interval_minutes >= 1:
                values[interval] = int(interval_minutes)
            change_settings(node, **values)
        return f"Auto-save is on, every {interval_minutes:g} minutes." if enabled else "Auto-save is off."
