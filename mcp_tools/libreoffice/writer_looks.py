"""Writer's tools for how text looks: fonts, colours, alignment, line spacing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from mcp_tools.libreoffice.characters import FontName, Points, format_characters, known_font
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.default_font import set_for_document, set_for_new_documents
from mcp_tools.libreoffice.office import WRITER, document, name_of, struct, uno
from mcp_tools.libreoffice.paragraphs import ParagraphIndices, Pattern, chosen_paragraphs, matches
from mcp_tools.registry import tool


def _as_number(colour: object) -> object:
    return parse_colour(colour) if isinstance(colour, str) and not colour.strip().isdigit() else colour


ColourNumber = Annotated[
    float,
    BeforeValidator(_as_number),
    Field(
        description='0xRRGGBB as a number: 16711680 (0xFF0000) is red. Also taken: "#FF0000", "red".',
        ge=0,
        le=0xFFFFFF,
        multiple_of=1,
    ),
]


@tool("osworld_mcp_libreoffice_writer.set_color", app="libreoffice_writer", idempotent=True)
def set_color(pattern: Pattern, color: ColourNumber, paragraph_indices: ParagraphIndices = None) -> str:
    """Set the colour of all text that matches a regular expression. Does not save.

    Use the pattern ".+" for all text of the document, or of the paragraphs named.
    """
    with document(WRITER) as text_document:
        found = matches(text_document, pattern, paragraph_indices)
        for item in found:
            format_characters(item, colour=int(color))
        return f"Set the colour #{int(color):06X} for {len(found)} matches in {name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.set_font_size", app="libreoffice_writer", idempotent=True)
def set_font_size(font_size: Points, pattern: Pattern, paragraph_indices: ParagraphIndices = None) -> str:
    """Set the font size of all text that matches a regular expression. Does not save.

    Use the pattern ".+" for all text of the document, or of the paragraphs named.
    """
    with document(WRITER) as text_document:
        found = matches(text_document, pattern, paragraph_indices)
        for item in found:
            format_characters(item, size=font_size)
        return f"Set {font_size:g} pt for {len(found)} matches in {name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.set_font", app="libreoffice_writer", idempotent=True)
def set_font(font_name: FontName, paragraph_indices: ParagraphIndices = None) -> str:
    """Change the font of all text, tables and headers too, or of all text of the paragraphs named.

    Does not save.
    """
    with document(WRITER) as text_document:
        font_name = known_font(text_document, font_name)
        for item in matches(text_document, ".+", paragraph_indices):
            format_characters(item, font=font_name)
        return f"The text of {name_of(text_document)}{_named(paragraph_indices)} is now in {font_name}."


@tool("osworld_mcp_libreoffice_writer.set_paragraph_alignment", app="libreoffice_writer", idempotent=True)
def set_paragraph_alignment(
    alignment: Literal["left", "center", "right", "justify"],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Align paragraphs of the open text document; without indices all, also in tables. Does not save."""
    name = "BLOCK" if alignment == "justify" else alignment.upper()
    with document(WRITER) as text_document:
        value = uno().Enum("com.sun.star.style.ParagraphAdjust", name)
        count = _set_on_paragraphs(text_document, paragraph_indices, "ParaAdjust", value)
        return f"Aligned {count} paragraphs of {name_of(text_document)}: {alignment}."


@tool("osworld_mcp_libreoffice_writer.set_line_spacing", app="libreoffice_writer", idempotent=True)
def set_line_spacing(
    spacing_value: Annotated[
        float, Field(description="Multiple of single spacing: 1 is single, 2 double.", ge=0.5, le=5)
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Set the line spacing of paragraphs; without indices of all, also in tables. Does not save."""
    with document(WRITER) as text_document:
        spacing = struct("com.sun.star.style.LineSpacing", Mode=0, Height=round(spacing_value * 100))
        count = _set_on_paragraphs(text_document, paragraph_indices, "ParaLineSpacing", spacing)
        return f"Set line spacing {spacing_value:g} for {count} paragraphs of {name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.set_default_font", app="libreoffice_writer", idempotent=True)
def set_default_font(font_name: FontName, font_size: Points | None = None) -> str:
    """Set the font of new text; text that is there keeps its look. Use set_font to change that.

    Holds for the open document (its Default Paragraph Style; does not save the file) and, from LibreOffice's
    next start on, for new text documents.
    """
    with document(WRITER) as text_document:
        font_name = known_font(text_document, font_name)
        set_for_document(text_document, font_name, font_size)
        set_for_new_documents(font_name, font_size)
        size = f", {font_size:g} pt" if font_size is not None else ""
        return f"New text in {name_of(text_document)} and in new text documents is in {font_name}{size}."


def _set_on_paragraphs(text_document: Any, indices: list[int] | None, name: str, value: Any) -> int:
    """Set a property of these paragraphs, or of all with those in tables; returns how many."""
    paragraphs = chosen_paragraphs(text_document, indices, tables=True)
    for paragraph in paragraphs:
        paragraph.setPropertyValue(name, value)
    return len(paragraphs)


def _named(indices: list[int] | None) -> str:
    return f", paragraphs {', '.join(map(str, indices))}," if indices is not None else ""
