"""Edits of tables."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm
from docx.table import Table

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.text_document.places import Document, tables

_AFTER_SHADING = ("w:noWrap", "w:tcMar", "w:textDirection", "w:tcFitText", "w:vAlign", "w:hideMark")
_SIDES = ("top", "left", "bottom", "right")


def _shade_cells(document: Document) -> Iterator[Edit]:
    for place, cell in _cells(document):
        yield Edit(place, partial(_shade, cell))


def _frame_cells(document: Document) -> Iterator[Edit]:
    for place, cell in _cells(document):
        yield Edit(place, partial(_frame, cell))


def _change_widths(document: Document) -> Iterator[Edit]:
    """Make columns narrower by a third."""
    for place, table in tables(document):
        for number in range(len(table.columns)):
            yield Edit(f"{place}, column {number + 1}", partial(_narrow, table, number))


def _change_heights(document: Document) -> Iterator[Edit]:
    for place, table in tables(document):
        for number, row in enumerate(table.rows, 1):
            yield Edit(f"{place}, row {number}", partial(setattr, row, "height", Cm(2.7)))


def _add_rows(document: Document) -> Iterator[Edit]:
    for place, table in tables(document):
        yield Edit(f"{place}, the end", partial(_append_row, table))


def _cells(document: Document) -> Iterator[tuple[str, Any]]:
    for place, table in tables(document):
        for number, row in enumerate(table._tbl.iterchildren(qn("w:tr")), 1):
            for column, cell in enumerate(row.iterchildren(qn("w:tc")), 1):
                yield f"{place}, row {number}, cell {column}", cell


def _shade(cell: Any) -> None:
    properties = cell.get_or_add_tcPr()
    for former in properties.findall(qn("w:shd")):
        properties.remove(former)
    attributes = {qn("w:val"): "clear", qn("w:color"): "auto", qn("w:fill"): "C2F18B"}
    properties.insert_element_before(OxmlElement("w:shd", attrs=attributes), *_AFTER_SHADING)


def _frame(cell: Any) -> None:
    properties = cell.get_or_add_tcPr()
    for former in properties.findall(qn("w:tcBorders")):
        properties.remove(former)
    borders = OxmlElement("w:tcBorders")
    line = {qn("w:val"): "double", qn("w:sz"): "18", qn("w:space"): "0", qn("w:color"): "C2185B"}
    for side in _SIDES:
        borders.append(OxmlElement(f"w:{side}", attrs=line))
    properties.insert_element_before(borders, "w:shd", *_AFTER_SHADING)


def _narrow(table: Table, number: int) -> None:
    for element in (table._tbl.tblGrid.gridCol_lst[number], *_widths(table, number)):
        key = qn("w:w")
        if element.get(key, "0").isdigit():
            element.set(key, str(int(element.get(key, "0")) * 2 // 3))


def _widths(table: Table, number: int) -> list[Any]:
    """Return the widths of the cells in a column, without those of cells over several columns."""
    cells = [list(row.iterchildren(qn("w:tc"))) for row in table._tbl.iterchildren(qn("w:tr"))]
    found = (
        row[number].find(f"{qn('w:tcPr')}/{qn('w:tcW')}") for row in cells if len(row) == len(table.columns)
    )
    return [width for width in found if width is not None]


def _append_row(table: Table) -> None:
    rows = list(table._tbl.iterchildren(qn("w:tr")))
    added = copy.deepcopy(rows[-1])
    for number, text in enumerate(added.iter(qn("w:t"))):
        text.text = "" if number else "Added"
    rows[-1].addnext(added)


RULES: dict[str, Rule[Document]] = {
    "cell shaded": _shade_cells,
    "cell border added": _frame_cells,
    "column width changed": _change_widths,
    "row height changed": _change_heights,
    "table row added": _add_rows,
}
