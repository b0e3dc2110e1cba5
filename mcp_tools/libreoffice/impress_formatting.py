"""Impress's tools for how slides and their text look: colours, fonts, styles, alignment, orientation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.characters import FontName, character_properties, known_font
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.file_names import refuse_impossible_path
from mcp_tools.libreoffice.office import name_of, uno
from mcp_tools.libreoffice.pictures import read_picture
from mcp_tools.libreoffice.slides import (
    BoxIndex,
    SlideIndex,
    filled_box_at,
    place,
    presentation_to_change,
    refuse_unknown_slides,
    slide_at,
    text_box_at,
)
from mcp_tools.libreoffice.uno_bridge import named_values, run_in_process
from mcp_tools.registry import ToolError, tool

Colour = Annotated[str, Field(description='Such as "#FF0000" or "red".')]


@tool("osworld_mcp_libreoffice_impress.set_slide_background", app="libreoffice_impress", idempotent=True)
def set_slide_background(
    slide_index: Annotated[
        int | None, Field(description="Slide number, counted from 1; without it, all slides.")
    ] = None,
    color: Annotated[str | None, Field(description='Such as "#FF0000" or "red".')] = None,
    image_path: Annotated[
        str | None,
        Field(description="Absolute path of a picture to fill it with instead."),
    ] = None,
) -> str:
    """Set the background of a slide, or of all slides, to a colour or a picture. Does not save."""
    if (color is None) == (image_path is None):
        raise ToolError("Give either color or image_path, one of the two.")
    refuse_impossible_path(image_path or "")
    with presentation_to_change() as presentation:
        numbers = None if slide_index is None else (slide_index,)
        refuse_unknown_slides(presentation, numbers or ())
        fill: dict[str, Any] = {}
        if color is not None:
            fill["FillStyle"] = uno().Enum("com.sun.star.drawing.FillStyle", "SOLID")
            fill["FillColor"] = parse_colour(color)
        elif image_path is not None:
            fill["FillStyle"] = uno().Enum("com.sun.star.drawing.FillStyle", "BITMAP")
            fill["FillBitmap"] = read_picture(image_path).graphic
        run_in_process(
            "fills.set_background",
            presentation=presentation,
            numbers=numbers,
            fill=named_values(**fill),
        )
        where = "all slides" if slide_index is None else f"slide {slide_index}"
        return f"Set the background of {where} of {name_of(presentation)}."


@tool("osworld_mcp_libreoffice_impress.set_background_color", app="libreoffice_impress", idempotent=True)
def set_background_color(slide_index: SlideIndex, box_index: BoxIndex, color: Colour) -> str:
    """Fill a box of a slide with a colour. For the slide itself use set_slide_background. Does not save."""
    colour = parse_colour(color)
    with presentation_to_change() as presentation:
        box = filled_box_at(presentation, slide_index, box_index)
        run_in_process("fills.fill_box", presentation=presentation, box=box, colour=colour)
        return f"Filled {place(presentation, slide_index, box_index)} with #{colour:06X}."


@tool("osworld_mcp_libreoffice_impress.set_text_color", app="libreoffice_impress", idempotent=True)
def set_text_color(slide_index: SlideIndex, box_index: BoxIndex, color: Colour) -> str:
    """Set the colour of all text in a box of a slide. Does not save."""
    colour = parse_colour(color)
    with presentation_to_change() as presentation:
        _format_text(presentation, slide_index, box_index, character_properties(colour=colour))
        return f"The text in {place(presentation, slide_index, box_index)} is now #{colour:06X}."


@tool("osworld_mcp_libreoffice_impress.set_style", app="libreoffice_impress", idempotent=True)
def set_style(
    slide_index: SlideIndex,
    box_index: BoxIndex,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
) -> str:
    """Make all text in a box of a slide bold, italic, underlined, or (false) not. Does not save.

    What is left out stays as it is.
    """
    styles = {"bold": bold, "italic": italic, "underline": underline}
    if set(styles.values()) == {None}:
        raise ToolError("Give at least one of bold, italic and underline.")
    with presentation_to_change() as presentation:
        looks = character_properties(bold=bold, italic=italic, underline=underline)
        _format_text(presentation, slide_index, box_index, looks)
        description = ", ".join(
            name if value else f"not {name}" for name, value in styles.items() if value is not None
        )
        return f"The text in {place(presentation, slide_index, box_index)} is now {description}."


@tool("osworld_mcp_libreoffice_impress.set_text_strikethrough", app="libreoffice_impress", idempotent=True)
def set_text_strikethrough(
    slide_index: SlideIndex,
    box_index: BoxIndex,
    line_numbers: Annotated[
        list[int], Field(description="Paragraphs of the box's text, counted from 1.", min_length=1)
    ],
    apply: Annotated[bool, Field(description="True strikes through, false removes it.")],
) -> str:
    """Strike through lines (paragraphs, bullets) of a box of a slide, or stop that. Does not save."""
    with presentation_to_change() as presentation:
        run_in_process(
            "box_texts.format_lines",
            presentation=presentation,
            box=text_box_at(presentation, slide_index, box_index),
            numbers=tuple(line_numbers),
            looks=named_values(**character_properties(strikethrough=apply)),
        )
        verb = "Struck through" if apply else "Removed the strike-through of"
        numbers = ", ".join(map(str, line_numbers))
        return f"{verb} line {numbers} in {place(presentation, slide_index, box_index)}."


@tool("osworld_mcp_libreoffice_impress.set_textbox_alignment", app="libreoffice_impress", idempotent=True)
def set_textbox_alignment(
    slide_index: SlideIndex,
    box_index: BoxIndex,
    alignment: Literal["left", "center", "right", "justify"],
) -> str:
    """Align all paragraphs of a box of a slide. position_box moves the box itself. Does not save."""
    name = "BLOCK" if alignment == "justify" else alignment.upper()
    with presentation_to_change() as presentation:
        count = run_in_process(
            "box_texts.align",
            presentation=presentation,
            box=text_box_at(presentation, slide_index, box_index),
            looks=named_values(ParaAdjust=uno().Enum("com.sun.star.style.ParagraphAdjust", name)),
        )
        return f"Aligned {count} paragraphs in {place(presentation, slide_index, box_index)}: {alignment}."


@tool("osworld_mcp_libreoffice_impress.set_slide_font", app="libreoffice_impress", idempotent=True)
def set_slide_font(slide_index: SlideIndex, font_name: FontName) -> str:
    """Set the font of all text of a slide, in tables and groups too. Does not save."""
    with presentation_to_change() as presentation:
        slide = slide_at(presentation, slide_index)
        font_name = known_font(presentation, font_name)
        looks = named_values(**character_properties(font=font_name))
        if not run_in_process("box_texts.format_slide", presentation=presentation, slide=slide, looks=looks):
            raise ToolError(f"Slide {slide_index} of {name_of(presentation)} has no box that holds text.")
        return f"The text of slide {slide_index} of {name_of(presentation)} is now in {font_name}."


@tool("osworld_mcp_libreoffice_impress.set_slide_orientation", app="libreoffice_impress", idempotent=True)
def set_slide_orientation(orientation: Literal["portrait", "landscape"]) -> str:
    """Make all slides upright (portrait) or wide (landscape); their boxes move and scale along.

    Does not save.
    """
    with presentation_to_change() as presentation:
        width, height = run_in_process(
            "orientation.turn_slides", presentation=presentation, portrait=orientation == "portrait"
        )
        size = f"{width / 1000:.1f} x {height / 1000:.1f} cm"
        return f"All slides of {name_of(presentation)} are {orientation}, {size}."


def _format_text(presentation: Any, slide_index: int, box_index: int, looks: dict[str, Any]) -> None:
    run_in_process(
        "box_texts.format_text",
        presentation=presentation,
        box=text_box_at(presentation, slide_index, box_index),
        looks=named_values(**looks),
    )
