"""Writer's tools: looking at a text document, writing, replacing, formatting, saving."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office
from mcp_tools.libreoffice.characters import format_characters
from mcp_tools.libreoffice.office import WRITER, document, struct, uno
from mcp_tools.libreoffice.paragraphs import (
    PARAGRAPH,
    TABLE,
    ParagraphIndices,
    Pattern,
    body,
    chosen_paragraphs,
    matches,
    search,
)
from mcp_tools.registry import ToolError, tool

MAX_CHARACTERS = 500
"""How much of a paragraph env_info reports."""

_PARAGRAPH_BREAK = 0
"""Value of com.sun.star.text.ControlCharacter."""

Points = Annotated[float, Field(description="Font size in points, such as 12.", ge=1, le=999)]


class ParagraphInfo(BaseModel):
    """A paragraph of the body as env_info reports it."""

    index: int = Field(description="Counted from 0; what paragraph_indices means")
    text: str = Field(description="At most 500 characters")
    truncated: bool
    style: str


class TableInfo(BaseModel):
    """A table of the body; its cells are no part of the paragraphs list."""

    name: str
    after_paragraph: int = Field(description="Index of the paragraph before it, -1 at the start")
    rows: list[list[str]]


class DocumentContent(BaseModel):
    """A text document as env_info reports it."""

    document: str
    file_path: str = Field(description='"" when it was never saved')
    unsaved_changes: bool
    paragraphs: list[ParagraphInfo]
    tables: list[TableInfo]


@tool("osworld_mcp_libreoffice_writer.env_info", app="libreoffice_writer", read_only=True)
def env_info() -> DocumentContent:
    """Read the open text document: every paragraph with its index and style, and the tables.

    Use it first, to learn the text and the paragraph indices.
    """
    with document(WRITER, reading=True) as text_document:
        paragraphs: list[ParagraphInfo] = []
        tables: list[TableInfo] = []
        for item in body(text_document):
            if item.supportsService(PARAGRAPH):
                paragraphs.append(_paragraph_info(len(paragraphs), item))
            elif item.supportsService(TABLE):
                tables.append(_table_info(len(paragraphs) - 1, item))
        return DocumentContent(
            document=office.name_of(text_document),
            file_path=office.path_of(text_document),
            unsaved_changes=text_document.isModified(),
            paragraphs=paragraphs,
            tables=tables,
        )


@tool("osworld_mcp_libreoffice_writer.write_text", app="libreoffice_writer")
def write_text(
    text: Annotated[
        str, Field(description="Text to insert; a newline starts a new paragraph.", min_length=1)
    ],
    bold: Annotated[bool | None, Field(description="Without it, as the text at the cursor.")] = None,
    italic: Annotated[bool | None, Field(description="Without it, as the text at the cursor.")] = None,
    size: Points | None = None,
) -> str:
    """Write text at the cursor of the open text document, as typing would; a selection is replaced.

    Place the cursor first, for example with Ctrl+End for the document's end. Does not save the file.
    """
    with document(WRITER) as text_document:
        cursor = text_document.getCurrentController().getViewCursor()
        holder = cursor.getText()
        if holder is None:
            raise ToolError("No text cursor: a picture or shape is selected. Click into the text first.")
        holder.insertString(cursor, "", True)
        text = text.replace("\r\n", "\n")
        for number, line in enumerate(text.split("\n")):
            if number:
                holder.insertControlCharacter(cursor, _PARAGRAPH_BREAK, False)
            holder.insertString(cursor, line, False)
        written = _before(holder, cursor, len(text.encode("utf-16-le")) // 2)
        format_characters(written, bold=bold, italic=italic, size=size)
        return f"Wrote {len(text)} characters into {office.name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.find_and_replace", app="libreoffice_writer")
def find_and_replace(
    pattern: Pattern,
    replacement: Annotated[
        str, Field(description='Text to put instead; $1 stands for the first group, "" deletes the matches.')
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Replace all text that matches a regular expression in the open text document. Does not save the file.

    Fails when nothing matches. Replaced text keeps its format.
    """
    replacement = re.sub(r"\\([1-9])", r"$\1", replacement)
    with document(WRITER) as text_document:
        if paragraph_indices is None:
            literal = replacement.replace("\\", "\\\\").replace("&", "\\&")  # "&" would mean the match
            count = text_document.replaceAll(search(text_document, pattern, literal))
            if not count:
                matches(text_document, pattern, None)
        else:
            found = matches(text_document, pattern, paragraph_indices)
            count = len(found)
            texts = [_replaced(item, pattern, replacement) for item in found]
            for item, new in reversed(list(zip(found, texts, strict=True))):
                item.setString(new)
        return f"Replaced {count} matches in {office.name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.set_font_size", app="libreoffice_writer", idempotent=True)
def set_font_size(font_size: Points, pattern: Pattern, paragraph_indices: ParagraphIndices = None) -> str:
    """Set the font size of all text that matches a regular expression. Does not save the file.

    Use the pattern ".+" for all text of the document, or of the paragraphs named.
    """
    with document(WRITER) as text_document:
        found = matches(text_document, pattern, paragraph_indices)
        for item in found:
            format_characters(item, size=font_size)
        return f"Set {font_size:g} pt for {len(found)} matches in {office.name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.set_paragraph_alignment", app="libreoffice_writer", idempotent=True)
def set_paragraph_alignment(
    alignment: Literal["left", "center", "right", "justify"],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Align paragraphs of the open text document (not those in tables). Does not save the file."""
    name = "BLOCK" if alignment == "justify" else alignment.upper()
    with document(WRITER) as text_document:
        paragraphs = chosen_paragraphs(text_document, paragraph_indices)
        value = uno().Enum("com.sun.star.style.ParagraphAdjust", name)
        for paragraph in paragraphs:
            paragraph.setPropertyValue("ParaAdjust", value)
        return f"Aligned {len(paragraphs)} paragraphs: {alignment}."


@tool("osworld_mcp_libreoffice_writer.set_line_spacing", app="libreoffice_writer", idempotent=True)
def set_line_spacing(
    spacing_value: Annotated[
        float,
        Field(
            description="Multiple of single spacing: 1 is single, 1.5 one and a half, 2 double.", ge=0.5, le=5
        ),
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Set the line spacing of paragraphs of the open text document (not in tables). Does not save."""
    with document(WRITER) as text_document:
        paragraphs = chosen_paragraphs(text_document, paragraph_indices)
        spacing = struct("com.sun.star.style.LineSpacing", Mode=0, Height=round(spacing_value * 100))
        for paragraph in paragraphs:
            paragraph.setPropertyValue("ParaLineSpacing", spacing)
        return f"Set line spacing {spacing_value:g} for {len(paragraphs)} paragraphs."


@tool("osworld_mcp_libreoffice_writer.set_font", app="libreoffice_writer", idempotent=True)
def set_font(
    font_name: Annotated[
        str, Field(description='Installed font family, such as "Liberation Sans".', min_length=1)
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Change the font of all text, or of all text of the paragraphs named. Does not save the file."""
    with document(WRITER) as text_document:
        font_name = _installed_font(text_document, font_name)
        for item in matches(text_document, ".+", paragraph_indices):
            format_characters(item, font=font_name)
        return f"The text is now in {font_name}."


@tool("osworld_mcp_libreoffice_writer.save", app="libreoffice_writer", idempotent=True)
def save() -> str:
    """Save the open text document to its own file, in that file's format (docx stays docx)."""
    with document(WRITER) as text_document:
        return f"Saved {office.save(text_document)}."


def _paragraph_info(index: int, paragraph: Any) -> ParagraphInfo:
    text = paragraph.getString()
    return ParagraphInfo(
        index=index,
        text=text[:MAX_CHARACTERS],
        truncated=len(text) > MAX_CHARACTERS,
        style=paragraph.getPropertyValue("ParaStyleName"),
    )


def _table_info(after_paragraph: int, table: Any) -> TableInfo:
    rows: dict[int, list[str]] = {}
    for name in table.getCellNames():
        row = int(re.sub(r"\D", "", name.split(".")[0]))
        rows.setdefault(row, []).append(table.getCellByName(name).getString()[:MAX_CHARACTERS])
    return TableInfo(name=table.getName(), after_paragraph=after_paragraph, rows=list(rows.values()))


def _before(holder: Any, cursor: Any, units: int) -> Any:
    """The range of so many UTF-16 units before a cursor; one cursor move takes a short integer."""
    written = holder.createTextCursorByRange(cursor.getEnd())
    while units:
        step = min(units, 30_000)
        written.goLeft(step, True)
        units -= step
    return written


def _replaced(item: Any, pattern: str, replacement: str) -> str:
    """What a match becomes: the replacement with its groups filled in."""
    if "$" not in replacement:
        return replacement
    finder = office.service("com.sun.star.util.TextSearch")
    options = struct(
        "com.sun.star.util.SearchOptions",
        algorithmType=uno().Enum("com.sun.star.util.SearchAlgorithms", "REGEXP"),
        searchString=pattern,
    )
    finder.setOptions(options)
    text = item.getString()
    result = finder.searchForward(text, 0, len(text.encode("utf-16-le")) // 2)
    units = text.encode("utf-16-le")
    groups = [
        units[start * 2 : end * 2].decode("utf-16-le") if start >= 0 else ""
        for start, end in zip(result.startOffset, result.endOffset, strict=True)
    ]
    return re.sub(r"\$(\d)", lambda m: groups[int(m[1])] if int(m[1]) < len(groups) else "", replacement)


def _installed_font(text_document: Any, wanted: str) -> str:
    window = text_document.getCurrentController().getFrame().getContainerWindow()
    names = sorted({str(item.Name) for item in window.getFontDescriptors()})
    for name in names:
        if name.lower() == wanted.lower():
            return name
    raise ToolError(f'The font "{wanted}" is not installed. Installed are: {", ".join(names)}.')
