"""Edits of what cells hold, and of what is attached to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from xml.sax.saxutils import escape

from openpyxl.utils import absolute_coordinate, get_column_letter

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import Element, local
from controller.proofs.mutants.additive.workbook.cell_formats import add_item, has_flag
from controller.proofs.mutants.additive.workbook.model import (
    MAIN,
    Cell,
    Sheet,
    Workbook,
    fragment,
    quote,
    tag,
)

AREA = "A1:Z40"
_COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_ADDED = "added"


def _add_cells_beside(book: Workbook) -> Iterator[Edit]:
    """Write to the right of the last filled column, in the first and the last row."""
    for sheet in book.sheets:
        rows, columns = sheet.size
        for row in sorted({min((cell.row for cell in sheet.cells), default=1), max(rows, 1)}):
            if not sheet.is_merged(row, columns + 1, columns + 1):
                yield _write_text(sheet, row, columns + 1)


def _add_cells_below(book: Workbook) -> Iterator[Edit]:
    """Write below the last row, in the first and the last column, and far below."""
    for sheet in book.sheets:
        rows, columns = sheet.size
        for row, column in sorted({(rows + 1, 1), (rows + 2, max(columns, 1)), (rows + 50, 1)}):
            yield _write_text(sheet, row, column)


def _make_formulas_constant(book: Workbook) -> Iterator[Edit]:
    """Replace formulas by ones that refer to the same cells and have the value as a constant."""
    for sheet in book.sheets:
        for cell in sheet.cells:
            formula = cell.element.find(tag("f"))
            if formula is None or formula.get("t", "normal") != "normal" or not formula.text:
                continue
            constant = _constant_formula(cell, formula.text)
            if constant:
                yield Edit(f"{cell.place}, ={formula.text}", partial(setattr, formula, "text", constant))


def _merge_cells(book: Workbook) -> Iterator[Edit]:
    """Merge the last cell of a row with the empty one beside it."""
    for sheet in book.sheets:
        for row, last in sorted(sheet.row_ends.items()):
            if not sheet.is_merged(row, last, last + 1):
                area = f"{get_column_letter(last)}{row}:{get_column_letter(last + 1)}{row}"
                yield Edit(f"{sheet.place}, cells {area}", partial(_merge, sheet, area))


def _add_conditional_formats(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        yield Edit(f"{sheet.place}, cells {AREA}", partial(_add_conditional_format, book, sheet))


def _add_validations(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        for column in sorted({cell.column for cell in sheet.cells}):
            letter = get_column_letter(column)
            area = f"{letter}2:{letter}40"
            yield Edit(f"{sheet.place}, cells {area}", partial(_add_validation, sheet, area))


def _add_comments(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        paths = book.package.related(sheet.path, "comments")
        commented = {
            each.get("ref") for path in paths for each in book.package.root(path).iter(tag("comment"))
        }
        for cell in sheet.cells:
            if cell.element.get("r") not in commented:
                yield Edit(cell.place, partial(_add_comment, book, sheet, cell.element.get("r")))


def _add_links(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        linked = {each.get("ref") for each in sheet.root.iter(tag("hyperlink"))}
        for cell in sheet.cells:
            if (name := cell.element.get("r")) not in linked:
                yield Edit(cell.place, partial(_add_link, sheet, name))


def _add_filters(book: Workbook) -> Iterator[Edit]:
    """Filter by the headings of the data; a sheet with tables has filters of its own."""
    for sheet in book.sheets:
        rows, columns = sheet.size
        children = {local(child) for child in sheet.root}
        if sheet.cells and not children & {"autoFilter", "tableParts"}:
            first = min(cell.row for cell in sheet.cells)
            area = f"A{first}:{get_column_letter(columns)}{rows}"
            yield Edit(f"{sheet.place}, cells {area}", partial(_add_filter, book, sheet, area))


def _make_words_bold(book: Workbook) -> Iterator[Edit]:
    """Make the first word of a text of several bold."""
    for sheet in book.sheets:
        for cell in sheet.cells:
            first, space, rest = cell.text.partition(" ")
            is_text = cell.element.get("t") in ("s", "inlineStr")
            if is_text and space and not has_flag(book, cell.element, "b"):
                runs = f"<r><rPr><b/></rPr>{_text(first)}</r><r>{_text(space + rest)}</r>"
                yield Edit(cell.place, partial(_set_text, cell.element, runs))


def _write_text(sheet: Sheet, row: int, column: int) -> Edit:
    place = f"{sheet.place}, cell {get_column_letter(column)}{row}"
    return Edit(place, lambda: _set_text(sheet.cell_at(row, column), _text(_ADDED)))


def _set_text(cell: Element, content: str) -> None:
    del cell[:]
    cell.set("t", "inlineStr")
    cell.append(fragment(f"<is>{content}</is>"))


def _text(text: str) -> str:
    return f'<t xml:space="preserve">{escape(text)}</t>'


def _constant_formula(cell: Cell, formula: str) -> str:
    """Return a formula with the cell's value whatever it refers to; "" for an error."""
    kind = cell.element.get("t", "n")
    if kind == "n":
        return f"0*({formula})+{cell.value}"
    quoted = '"' + cell.value.replace('"', '""') + '"'
    value = {"str": quoted, "b": "TRUE()" if cell.value == "1" else "FALSE()"}.get(kind)
    return f"IF(TRUE(),{value},{formula})" if value else ""


def _merge(sheet: Sheet, area: str) -> None:
    merged = sheet.child("mergeCells")
    merged.append(fragment(f'<mergeCell ref="{area}"/>'))
    merged.set("count", str(len(merged)))


def _add_conditional_format(book: Workbook, sheet: Sheet) -> None:
    fill = '<fill><patternFill><bgColor rgb="FF92D050"/></patternFill></fill>'
    number = add_item(book.styles, "dxfs", fragment(f"<dxf>{fill}</dxf>"))
    priority = len(list(sheet.root.iter(tag("cfRule")))) + 1
    rule = (
        f'<cfRule type="expression" dxfId="{number}" priority="{priority}"><formula>TRUE</formula></cfRule>'
    )
    sheet.add(f'<conditionalFormatting sqref="{AREA}">{rule}</conditionalFormatting>')


def _add_validation(sheet: Sheet, area: str) -> None:
    validations = sheet.child("dataValidations")
    attributes = f'type="whole" allowBlank="1" showErrorMessage="1" sqref="{area}"'
    limits = "<formula1>0</formula1><formula2>9</formula2>"
    validations.append(fragment(f"<dataValidation {attributes}>{limits}</dataValidation>"))
    validations.set("count", str(len(validations)))


def _add_comment(book: Workbook, sheet: Sheet, cell: str) -> None:
    paths = book.package.related(sheet.path, "comments")
    if not paths:
        paths = [re.sub(r"[^/]+$", f"added_comments{sheet.element.get('sheetId')}.xml", book.path)]
        empty = f'<comments xmlns="{MAIN}"><authors><author>Added</author></authors><commentList/></comments>'
        book.package.add_related(sheet.path, "comments", paths[0], _COMMENTS, empty)
    comment = f'<comment ref="{cell}" authorId="0"><text><t>Please check this.</t></text></comment>'
    book.package.root(paths[0]).find(tag("commentList")).append(fragment(comment))


def _add_filter(book: Workbook, sheet: Sheet, area: str) -> None:
    """Add a filter with the name of its cells, without which LibreOffice does not read it."""
    sheet.child("autoFilter", ref=area)
    book.define_name(
        "_xlnm._FilterDatabase", f"{quote(sheet.name)}!{absolute_coordinate(area)}", sheet, hidden="1"
    )


def _add_link(sheet: Sheet, cell: str) -> None:
    link = f'<hyperlink ref="{cell}" location="{escape(quote(sheet.name))}!A1"/>'
    sheet.child("hyperlinks").append(fragment(link))


RULES: dict[str, Rule[Workbook]] = {
    "cell added beside": _add_cells_beside,
    "cell added below": _add_cells_below,
    "formula made constant": _make_formulas_constant,
    "cells merged": _merge_cells,
    "conditional format added": _add_conditional_formats,
    "validation added": _add_validations,
    "comment added": _add_comments,
    "link added": _add_links,
    "filter added": _add_filters,
    "word made bold": _make_words_bold,
}
