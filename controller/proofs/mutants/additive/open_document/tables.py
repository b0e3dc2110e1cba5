"""The sheets of a workbook of OpenDocument's form: entries stand for several equal rows, columns and cells."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from openpyxl.utils import get_column_letter

from controller.proofs.mutants.additive.edits import shorten
from controller.proofs.mutants.additive.open_document.model import OpenDocument, tag
from controller.proofs.mutants.additive.package import Element

_ROWS, _COLUMNS = "table:number-rows-repeated", "table:number-columns-repeated"
_CELLS = ("table:table-cell", "table:covered-table-cell")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is not empty; `element` may stand for several, of which it is the first."""

    row: int
    column: int
    element: Element
    place: str


class Table:
    """A sheet."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.name = str(element.get(tag("table:name")))
        self.place = f"sheet {self.name}"

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells that are not empty, before any edit."""
        return list(self._cells())

    @property
    def rows(self) -> list[int]:
        """The rows with a cell that is not empty."""
        return sorted({cell.row for cell in self.cells})

    @property
    def columns(self) -> list[int]:
        """The columns with a cell that is not empty."""
        return sorted({cell.column for cell in self.cells})

    def row_at(self, row: int) -> Element:
        """Return an entry for one row alone, made if there is none."""
        entries = list(self.element.iter(tag("table:table-row")))
        return _separate(entries, _ROWS, row)

    def column_at(self, column: int) -> Element:
        """Return an entry for one column alone."""
        entries = list(self.element.iter(tag("table:table-column")))
        return _separate(entries, _COLUMNS, column)

    def default_style(self, column: int) -> str | None:
        """Return the style of cells of a column that have none of their own."""
        last = 0
        for entry in self.element.iter(tag("table:table-column")):
            last += int(entry.get(tag(_COLUMNS), "1"))
            if column <= last:
                return entry.get(tag("table:default-cell-style-name"))  # type: ignore[no-any-return]
        return None

    def cell_at(self, row: int, column: int) -> Element:
        """Return an entry for one cell alone, made if there is none."""
        line = self.row_at(row)
        entries = list(line.iterchildren(*map(tag, _CELLS)))
        return _separate(entries, _COLUMNS, column)

    def _cells(self) -> Iterator[Cell]:
        row = 1
        for line in self.element.iter(tag("table:table-row")):
            column = 1
            for cell in line.iterchildren(*map(tag, _CELLS)):
                text = "".join("".join(each.itertext()) for each in cell.iterchildren(tag("text:p")))
                if text.strip():
                    place = f"{self.place}, cell {get_column_letter(column)}{row} {shorten(text)}"
                    yield Cell(row, column, cell, place)
                column += int(cell.get(tag(_COLUMNS), "1"))
            row += int(line.get(tag(_ROWS), "1"))


def tables(document: OpenDocument) -> list[Table]:
    """Return the sheets of a workbook."""
    return [Table(element) for element in document.body.iterchildren(tag("table:table"))]


def _separate(entries: Sequence[Element], repeated: str, number: int) -> Element:
    """Split the entry that stands for a row, column or cell and others, and return the one for it alone.

    Beyond the last entry, empty ones are added.
    """
    first = 1
    for entry in entries:
        count = int(entry.get(tag(repeated), "1"))
        if number < first + count:
            _repeat(entry, repeated, 1)
            for size, place in (
                (number - first, entry.addprevious),
                (first + count - number - 1, entry.addnext),
            ):
                if size:
                    other = copy.deepcopy(entry)
                    _repeat(other, repeated, size)
                    place(other)
            return entry
        first += count
    last = entries[-1]
    if number > first:
        last.addnext(last.makeelement(last.tag, {tag(repeated): str(number - first)}))
        last = last.getnext()
    last.addnext(last.makeelement(last.tag))
    return last.getnext()


def _repeat(entry: Element, repeated: str, count: int) -> None:
    entry.set(tag(repeated), str(count))
    if count == 1:
        del entry.attrib[tag(repeated)]
