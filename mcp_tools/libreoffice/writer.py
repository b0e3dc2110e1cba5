"""Writer's tools: looking at a text document, writing, replacing, saving, exporting."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office, saving
from mcp_tools.libreoffice.characters import Points, character_properties
from mcp_tools.libreoffice.documents import WRITER, document
from mcp_tools.libreoffice.export import export, output_path_in
from mcp_tools.libreoffice.paragraphs import ParagraphIndices, Pattern, left_out, to_indices
from mcp_tools.libreoffice.uno_bridge import named_values, run_in_process
from mcp_tools.libreoffice.writer_text import check_formats_are_kept, check_size, writable_text
from mcp_tools.registry import tool

MAX_CHARACTERS, MAX_PARAGRAPHS = 500, 1000
"""How much of a paragraph, and how many paragraphs and table rows, env_info reports."""

PDF_QUALITIES: dict[str, dict[str, Any]] = {
    "standard": {"Quality": 80, "ReduceImageResolution": True, "MaxImageResolution": 150},
    "high": {"Quality": 95, "ReduceImageResolution": True, "MaxImageResolution": 300},
    "print": {"UseLosslessCompression": True, "ReduceImageResolution": False},
}
"""Options of LibreOffice's PDF filter for pictures; resolutions in dots per inch."""


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
    paragraph_count: int
    paragraphs: list[ParagraphInfo] = Field(description="At most 1000")
    tables: list[TableInfo] = Field(description="At most 1000 rows in all")
    truncated: bool = Field(description="Paragraphs or rows were left out")


@tool("osworld_mcp_libreoffice_writer.env_info", app="libreoffice_writer", read_only=True)
def env_info() -> DocumentContent:
    """Read the open text document: its paragraphs with index and style, and the tables.

    Use it first, to learn the text and the paragraph indices.
    """
    with document(WRITER, reading=True) as text_document:
        content = run_in_process(
            "texts.read",
            text_document=text_document,
            max_paragraphs=MAX_PARAGRAPHS,
            max_characters=MAX_CHARACTERS,
        )
        return DocumentContent(
            document=office.name_of(text_document), file_path=office.path_of(text_document), **content
        )


@tool("osworld_mcp_libreoffice_writer.write_text", app="libreoffice_writer")
def write_text(
    text: Annotated[
        str, Field(description="Text to insert; a newline starts a new paragraph.", min_length=1)
    ],
    bold: Annotated[bool | None, Field(description="Else as at the cursor.")] = None,
    italic: Annotated[bool | None, Field(description="Else as at the cursor.")] = None,
    size: Points | None = None,
) -> str:
    """Write text at the cursor of the open text document, as typing would; a selection is replaced.

    Place the cursor first, for example with Ctrl+End for the document's end. Does not save.
    """
    text = writable_text(text, "text")
    with document(WRITER) as text_document:
        looks = character_properties(bold=bold, italic=italic, size=size)
        if looks:
            check_formats_are_kept(text_document, "formats")
            check_size(text_document, size)
        run_in_process(
            "text_writing.write", text_document=text_document, text=text, looks=named_values(**looks)
        )
        return f"Wrote {len(text):,} characters into {office.name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.find_and_replace", app="libreoffice_writer")
def find_and_replace(
    pattern: Pattern,
    replacement: Annotated[
        str,
        Field(
            description=r"Text to put instead; $1 or \1 stands for the first group, $0 for the match, \$ for a dollar "
            'sign; "" deletes the matches.'
        ),
    ],
    paragraph_indices: ParagraphIndices = None,
) -> str:
    """Replace all text that matches a regular expression in the open text document. Does not save.

    Fails when nothing matches. New text has the format of the match's first character; a match that is equal to its
    replacement keeps its formats. Protected text stays, and so do fields, notes and content controls in a match.
    """
    replacement = writable_text(replacement, "replacement")
    with document(WRITER) as text_document:
        count, protected, hidden = run_in_process(
            "text_replacing.replace",
            text_document=text_document,
            pattern=pattern,
            replacement=replacement,
            indices=to_indices(paragraph_indices),
        )
        left = left_out(protected, "matches", hidden)
        return f"Replaced {count} matches in {office.name_of(text_document)}.{left}"


@tool("osworld_mcp_libreoffice_writer.save", app="libreoffice_writer", idempotent=True)
def save() -> str:
    """Save the open text document to its own file, in that file's format (docx stays docx)."""
    with document(WRITER, changing=False) as text_document:
        return f"Saved {saving.save(text_document)}."


@tool(
    "osworld_mcp_libreoffice_writer.export_to_pdf",
    app="libreoffice_writer",
    destructive=True,
    idempotent=True,
)
def export_to_pdf(
    output_path: Annotated[
        str | None,
        Field(description="PDF file or folder to write to; without it, the document's folder."),
    ] = None,
    output_filename: Annotated[
        str | None, Field(description="The PDF's name in that folder; without it, the document's.")
    ] = None,
    include_comments: Annotated[bool, Field(description="Comments become PDF notes.")] = False,
    quality: Annotated[
        Literal["standard", "high", "print"],
        Field(description="Pictures at 150 dpi, at 300 dpi, or as they are."),
    ] = "standard",
) -> str:
    """Write the open text document, unsaved changes too, to a PDF file; an existing one is replaced."""
    with document(WRITER, changing=False) as text_document:
        path = output_path_in(text_document, output_path, output_filename)
        export(
            text_document,
            path,
            "writer_pdf_Export",
            ExportNotes=include_comments,
            **PDF_QUALITIES[quality],
        )
        return f"Exported {office.name_of(text_document)} to {path}."
