"""The paragraphs, runs and tables of a text document of Office's form, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from controller.proofs.mutants.additive.edits import shorten

Document = Any
"""What python-docx opens; `docx.Document` is a function."""


def paragraphs(document: Document) -> Iterator[tuple[str, Paragraph]]:
    """Yield the paragraphs of the body with those of tables, and then those of headers and footers."""
    yield from _paragraphs_of(document, "")
    for number, section in enumerate(document.sections, 1):
        for name, story in (("header", section.header), ("footer", section.footer)):
            if not story.is_linked_to_previous:
                yield from _paragraphs_of(story, f"{name} {number}, ")


def filled_paragraphs(document: Document) -> Iterator[tuple[str, Paragraph]]:
    """Yield the paragraphs that have text."""
    for place, paragraph in paragraphs(document):
        if paragraph.text.strip():
            yield f"{place} {shorten(paragraph.text)}", paragraph


def body_paragraphs(document: Document) -> Iterator[tuple[str, Paragraph]]:
    """Yield the paragraphs of the body that have text and are in no table."""
    for number, paragraph in enumerate(document.paragraphs, 1):
        if paragraph.text.strip():
            yield f"paragraph {number} {shorten(paragraph.text)}", paragraph


def runs(document: Document) -> Iterator[tuple[str, Paragraph, Run]]:
    """Yield the runs with visible text, each with its paragraph."""
    for place, paragraph in paragraphs(document):
        for run in paragraph.runs:
            if run.text.strip():
                yield f"{place}, run {shorten(run.text)}", paragraph, run


def tables(document: Document) -> Iterator[tuple[str, Table]]:
    """Yield the tables of the body."""
    for number, table in enumerate(document.tables, 1):
        yield f"table {number}", table


def effective(name: str, paragraph: Paragraph, run: Run) -> Any:
    """Return a property of a run's font, which its own format or a style of it sets."""
    fonts = [run.font, *_fonts(run.style), *_fonts(paragraph.style)]
    return next((value for font in fonts if (value := getattr(font, name)) is not None), None)


def effective_alignment(paragraph: Paragraph) -> Any:
    """Return the alignment that a paragraph's own format or its style sets."""
    own = [paragraph.paragraph_format]
    formats = [*own, *(style.paragraph_format for style in _chain(paragraph.style))]
    return next((each.alignment for each in formats if each.alignment is not None), None)


def _paragraphs_of(container: Any, place: str) -> Iterator[tuple[str, Paragraph]]:
    paragraph_number = table_number = 0
    for item in container.iter_inner_content():
        if isinstance(item, Table):
            table_number += 1
            yield from _paragraphs_of_table(item, f"{place}table {table_number}")
        else:
            paragraph_number += 1
            yield f"{place}paragraph {paragraph_number}", item


def _paragraphs_of_table(table: Table, place: str) -> Iterator[tuple[str, Paragraph]]:
    for row_number, row in enumerate(table._tbl.iterchildren(qn("w:tr")), 1):
        for cell_number, cell in enumerate(row.iterchildren(qn("w:tc")), 1):
            for element in cell.iterchildren(qn("w:p")):
                yield f"{place}, row {row_number}, cell {cell_number}", Paragraph(element, table._parent)


def _fonts(style: Any) -> Iterator[Any]:
    return (each.font for each in _chain(style))


def _chain(style: Any) -> Iterator[Any]:
    while style is not None:
        yield style
        style = style.base_style
