"""Writer's tools for how text looks: fonts, colours, alignment, line spacing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from mcp_tools.libreoffice.characters import FontName, Points, character_properties, known_font
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.documents import WRITER, document
from mcp_tools.libreoffice.office import name_of, struct
from mcp_tools.libreoffice.paragraphs import ParagraphIndices, Pattern, left_out, to_indices
from mcp_tools.libreoffice.settings import change_settings
from mcp_tools.libreoffice.uno_bridge import named_values, run_in_process
from mcp_tools.libreoffice.writer_text import check_formats_are_kept, check_size
from mcp_tools.registry import ToolError, tool

ALIGNMENTS = {"left": 0, "right": 1, "justify": 2, "center": 3}
"""Values of com.sun.star.style.ParagraphAdjust."""

HUNDREDTHS_OF_MM_PER_POINT = 2540 / 72


def _as_number(colour: object) -> object:
    return parse_colour(colour) if isinstance(colour, str) and not colour.strip().isdigit() else colour


ColourNumber = Annotated[
    Annotated[float, Field(ge=0, le=0xFFFFFF, multiple_of=1)],
    BeforeValidator(_as_number),
    Field(description='0xRRGGBB as a number: 16711680 (0xFF0000) is red. Also taken: "#FF0000", "red".'),
]


@tool("osworld_mcp_libreoffice_writer.set_color", app="libreoffice_writer", idempotent=True)
def set_color(pattern: Pattern, color: ColourNumber, paragraph_indices: ParagraphIndices = None) -> str:
    """Set the colour of all text that matches a regular expression. Does not save.

    Use the pattern ".+" for all text of the document, or of the paragraphs named.
    """
    with document(WRITER) as text_document:
        result = _format_matches(text_document, pattern, paragraph_indices, colour=int(color))
        return f"Set the colour #{int(color):06X} for {result}"


@tool("osworld_mcp_libreoffice_writer.set_font_size", app="libreoffice_writer", idempotent=True)
def set_font_size(font_size: Points, pattern: Pattern, paragraph_indices: ParagraphIndices = None) -> str:
    """Set the font size of all text that matches a regular expression. Does not save.

    Use the pattern ".+" for all text of the document, or of the paragraphs named.
    """
    with document(WRITER) as text_document:
        check_size(text_document, font_size)
        result = _format_matches(text_document, pattern, paragraph_indices, size=font_size)
        return f"Set {font_size:g} pt for {result}"


@tool("osworld_mcp_libreoffice_writer.set_font", app="libreoffice_writer", idempotent=True)
def set_font(font_name: FontName, paragraph_indices: ParagraphIndices = None) -> str:
    """Change the font of all text, in tables, headers, frames and notes too, or of all text of the paragraphs named.

    Does not save.
    """
    with document(WRITER) as text_document:
        font_name = known_font(text_document, font_name)
        result = _format_paragraphs(
            text_document, paragraph_indices, "texts.format_text", **character_properties(font=font_name)
        )
        return f"Set the font {font_name} for {result}"


@tool("osworld_mcp_libreoffice_writer.set_paragraph_alignment", app="libreoffice_writer", idempotent=True)
def set_paragraph_alignment(
    alignment: Literal["left", "center", "right", "justify"],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Align paragraphs of the open text document; without indices all of the body, also in tables. Does not save."""
    with document(WRITER) as text_document:
        result = _format_paragraphs(
            text_document, paragraph_indices, "texts.format_paragraphs", ParaAdjust=ALIGNMENTS[alignment]
        )
        return f"Set the alignment {alignment} for {result}"


@tool("osworld_mcp_libreoffice_writer.set_line_spacing", app="libreoffice_writer", idempotent=True)
def set_line_spacing(
    spacing_value: Annotated[
        float, Field(description="Multiple of single spacing: 1 is single, 2 double.", ge=0.5, le=5)
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Set the line spacing of paragraphs; without indices of all of the body, also in tables. Does not save."""
    percent = round(spacing_value * 100)
    if abs(spacing_value * 100 - percent) > 1e-6:
        raise ToolError(
            f"spacing_value is kept in hundredths, such as 1.15; {spacing_value} would be rounded."
        )
    with document(WRITER) as text_document:
        spacing = struct("com.sun.star.style.LineSpacing", Mode=0, Height=percent)
        result = _format_paragraphs(
            text_document, paragraph_indices, "texts.format_paragraphs", ParaLineSpacing=spacing
        )
        return f"Set line spacing {spacing_value:g} for {result}"


@tool("osworld_mcp_libreoffice_writer.set_default_font", app="libreoffice_writer", idempotent=True)
def set_default_font(font_name: FontName, font_size: Points | None = None) -> str:
    """Set the font of new text; text that is there keeps its look. Use set_font to change that.

    Holds for the open document (its Default Paragraph Style; does not save the file) and, from LibreOffice's
    next start on, for new text documents.
    """
    with document(WRITER) as text_document:
        font_name = known_font(text_document, font_name)
        check_size(text_document, font_size)
        looks = named_values(**character_properties(font=font_name, size=font_size))
        run_in_process("texts.set_default_looks", text_document=text_document, looks=looks)
        _set_for_new_documents(font_name, font_size)
        size = f", {font_size:g} pt" if font_size is not None else ""
        return f"New text in {name_of(text_document)} and in new text documents is in {font_name}{size}."


def _format_matches(text_document: Any, pattern: str, indices: list[int] | None, **looks: Any) -> str:
    """Format what matches, by `character_properties`; returns the end of the answer. Raises ToolError for none."""
    check_formats_are_kept(text_document, "formats")
    count, protected, hidden = run_in_process(
        "texts.format_matches",
        text_document=text_document,
        pattern=pattern,
        indices=to_indices(indices),
        looks=named_values(**character_properties(**looks)),
    )
    return f"{count} matches in {name_of(text_document)}.{left_out(protected, 'matches', hidden)}"


def _format_paragraphs(
    text_document: Any, indices: list[int] | None, function: str, **properties: Any
) -> str:
    """Format paragraphs with a function of `in_process.texts`; returns the end of the answer."""
    check_formats_are_kept(text_document, "formats")
    looks = named_values(**properties)
    count, protected = run_in_process(
        function, text_document=text_document, indices=to_indices(indices), looks=looks
    )
    return f"{count} paragraphs of {name_of(text_document)}.{left_out(protected, 'paragraphs')}"


def _set_for_new_documents(font: str, size: float | None) -> None:
    """Change LibreOffice's basic fonts: what new text documents start with, after its next start."""
    for node in ("DefaultFont", "DefaultFontCJK", "DefaultFontCTL"):
        values: dict[str, Any] = {"Standard": font}
        if size is not None:
            values["StandardHeight"] = round(size * HUNDREDTHS_OF_MM_PER_POINT)
        change_settings(f"/org.openoffice.Office.Writer/{node}", **values)
