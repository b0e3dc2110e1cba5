"""Edits of workbooks of OpenDocument's form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from xml.sax.saxutils import quoteattr

from openpyxl.utils import get_column_letter

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule
from controller.proofs.mutants.additive.open_document import drawings, pages, texts
from controller.proofs.mutants.additive.open_document.model import OpenDocument, fragment, tag
from controller.proofs.mutants.additive.open_document.tables import Cell, Table, tables
from controller.proofs.mutants.additive.package import Element

_COMMENT = "<office:annotation><text:p>Please check this.</text:p></office:annotation>"
_SHEET = (
    '<table:table table:name="Added"><table:table-column/><table:table-row>'
    '<table:table-cell office:value-type="string"><text:p>added</text:p></table:table-cell>'
    "</table:table-row></table:table>"
)
_FILL = {"fo:background-color": "#c2f18b"}
_BORDER = {"fo:border": "1.5pt dashed #c2185b"}


def _format_cells(values: Mapping[str, str], properties: str) -> Rule[OpenDocument]:
    """Format cells that have not the first of the values yet."""
    name, value = next(iter(values.items()))

    def edits(document: OpenDocument) -> Iterator[Edit]:
        for table in tables(document):
            for cell in table.cells:
                if document.value_of(cell.element, name) != value:
                    change = partial(_format_cell, document, table, cell.row, cell.column, values, properties)
                    yield Edit(cell.place, change)

    return edits


def _fill_empty_cells(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for row in table.rows:
            column = max(cell.column for cell in table.cells if cell.row == row) + 1
            change = partial(_format_cell, document, table, row, column, _FILL, "table-cell")
            yield Edit(f"{table.place}, cell {get_column_letter(column)}{row}", change)


def _hide_rows(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for row in table.rows:
            yield Edit(f"{table.place}, row {row}", partial(_collapse, table.row_at, row))


def _hide_columns(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for column in table.columns:
            change = partial(_collapse, table.column_at, column)
            yield Edit(f"{table.place}, column {get_column_letter(column)}", change)


def _raise_rows(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for row in table.rows:
            yield Edit(f"{table.place}, row {row}", partial(_raise, document, table, row))


def _widen_columns(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for column in table.columns:
            change = partial(_widen, document, table, column)
            yield Edit(f"{table.place}, column {get_column_letter(column)}", change)


def _hide_sheets(document: OpenDocument) -> Iterator[Edit]:
    """Hide sheets but the first."""
    for table in tables(document)[1:]:
        if document.value_of(table.element, "table:display") != "false":
            change = partial(document.restyle, table.element, "table", {"table:display": "false"})
            yield Edit(table.place, change)


def _colour_tabs(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        colour = {"table:tab-color": texts.COLOUR}
        yield Edit(table.place, partial(document.restyle, table.element, "table", colour))


def _protect_sheets(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        if table.element.get(tag("table:protected")) != "true":
            yield Edit(table.place, partial(table.element.set, tag("table:protected"), "true"))


def _add_cells_beside(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for row in sorted({*table.rows[:1], *table.rows[-1:]}):
            yield _write_text(table, row, max(table.columns) + 1)


def _add_cells_below(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        last = max(table.rows, default=0)
        for row, column in ((last + 1, 1), (last + 50, 1)):
            yield _write_text(table, row, column)


def _add_sheet(document: OpenDocument) -> Iterator[Edit]:
    last = tables(document)[-1]
    yield Edit(f"after {last.place}", partial(last.element.addnext, fragment(_SHEET)))


def _merge_cells(document: OpenDocument) -> Iterator[Edit]:
    """Merge the last cell of a row with the empty one beside it."""
    for table in tables(document):
        for row in table.rows:
            last = max(cell.column for cell in table.cells if cell.row == row)
            place = f"{table.place}, cells {get_column_letter(last)}{row}:{get_column_letter(last + 1)}{row}"
            yield Edit(place, partial(_merge, table, row, last))


def _add_comments(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        for cell in table.cells:
            if cell.element.find(tag("office:annotation")) is None:
                yield Edit(cell.place, partial(_add_comment, table, cell))


def _add_conditional_formats(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document):
        yield Edit(f"{table.place}, cells A1:Z40", partial(_add_conditional_format, document, table))


def _make_formulas_constant(document: OpenDocument) -> Iterator[Edit]:
    """Replace formulas of numbers by ones that refer to the same cells and have the number as a constant."""
    for table in tables(document):
        for cell in table.cells:
            formula, value = cell.element.get(tag("table:formula")), cell.element.get(tag("office:value"))
            if formula and value:
                prefix, _, rest = formula.partition("=")
                constant = f"{prefix}=0*({rest})+{value}"
                yield Edit(cell.place, partial(cell.element.set, tag("table:formula"), constant))


def _define_names(document: OpenDocument) -> Iterator[Edit]:
    for table in tables(document)[:1]:
        yield Edit(f"{table.place}, cells A1:B2", partial(_define_name, document, table))


def _format_cell(
    document: OpenDocument, table: Table, row: int, column: int, values: Mapping[str, str], properties: str
) -> None:
    cell = table.cell_at(row, column)
    own = cell.get(tag("table:style-name")) or table.default_style(column)
    if own:
        cell.set(tag("table:style-name"), own)
    document.restyle(cell, "table-cell", values, properties)


def _collapse(entry_at: Callable[[int], Element], number: int) -> None:
    entry_at(number).set(tag("table:visibility"), "collapse")


def _raise(document: OpenDocument, table: Table, row: int) -> None:
    height = {"style:row-height": "2.17cm", "style:use-optimal-row-height": "false"}
    document.restyle(table.row_at(row), "table-row", height)


def _widen(document: OpenDocument, table: Table, column: int) -> None:
    document.restyle(table.column_at(column), "table-column", {"style:column-width": "9.3cm"})


def _write_text(table: Table, row: int, column: int) -> Edit:
    return Edit(f"{table.place}, cell {get_column_letter(column)}{row}", lambda: _fill_in(table, row, column))


def _fill_in(table: Table, row: int, column: int) -> None:
    cell = table.cell_at(row, column)
    cell.set(tag("office:value-type"), "string")
    cell.append(fragment("<text:p>added</text:p>"))


def _merge(table: Table, row: int, column: int) -> None:
    first, second = table.cell_at(row, column), table.cell_at(row, column + 1)
    first.set(tag("table:number-columns-spanned"), "2")
    first.set(tag("table:number-rows-spanned"), "1")
    second.tag = tag("table:covered-table-cell")


def _add_comment(table: Table, cell: Cell) -> None:
    table.cell_at(cell.row, cell.column).insert(0, fragment(_COMMENT))


def _add_conditional_format(document: OpenDocument, table: Table) -> None:
    """Let a style of cells of the document hold where a formula is true, which it is everywhere."""
    common = document.styles.find(tag("office:styles"))
    style = fragment('<style:style style:name="Added" style:family="table-cell"/>')
    document.set_properties(style, "table-cell", _FILL)
    common.append(style)
    area = quoteattr(f"{_quote(table.name)}.A1:{_quote(table.name)}.Z40")
    base = quoteattr(f"{_quote(table.name)}.A1")
    condition = (
        f'<calcext:condition calcext:apply-style-name="Added" calcext:value="formula-is(TRUE())" '
        f"calcext:base-cell-address={base}/>"
    )
    formats = table.element.find(tag("calcext:conditional-formats"))
    if formats is None:
        formats = fragment("<calcext:conditional-formats/>")
        table.element.append(formats)
    xml = f"<calcext:conditional-format calcext:target-range-address={area}>{condition}</calcext:conditional-format>"
    formats.append(fragment(xml))


def _define_name(document: OpenDocument, table: Table) -> None:
    names = document.body.find(tag("table:named-expressions"))
    if names is None:
        names = fragment("<table:named-expressions/>")
        tables(document)[-1].element.addnext(names)
    area = f"${_quote(table.name)}.$A$1:.$B$2"
    base = f"${_quote(table.name)}.$A$1"
    addresses = f"table:base-cell-address={quoteattr(base)} table:cell-range-address={quoteattr(area)}"
    names.append(fragment(f'<table:named-range table:name="added_range" {addresses}/>'))


def _quote(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


RULES: dict[str, Rule[OpenDocument]] = {
    "bold added": _format_cells(texts.BOLD, "text"),
    "italic added": _format_cells(texts.ITALIC, "text"),
    "underline added": _format_cells(texts.UNDERLINE, "text"),
    "colour added": _format_cells({"fo:color": texts.COLOUR}, "text"),
    "size changed": _format_cells(texts.SIZE, "text"),
    "fill added": _format_cells(_FILL, "table-cell"),
    "border added": _format_cells(_BORDER, "table-cell"),
    "alignment changed": _format_cells({"fo:text-align": "center"}, "paragraph"),
    "empty cell filled": _fill_empty_cells,
    "row hidden": _hide_rows,
    "row height changed": _raise_rows,
    "column hidden": _hide_columns,
    "column width changed": _widen_columns,
    "sheet hidden": _hide_sheets,
    "tab colour added": _colour_tabs,
    "sheet protected": _protect_sheets,
    "cell added beside": _add_cells_beside,
    "cell added below": _add_cells_below,
    "sheet added": _add_sheet,
    "cells merged": _merge_cells,
    "comment added": _add_comments,
    "conditional format added": _add_conditional_formats,
    "formula made constant": _make_formulas_constant,
    "name defined": _define_names,
    **pages.RULES,
    **drawings.RULES,
}
WORKBOOKS = Editor(open=OpenDocument, save=lambda document: document.package.pack(), rules=RULES)
