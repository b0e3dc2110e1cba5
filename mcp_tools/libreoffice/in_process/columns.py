"""Columns of a sheet in another order: contents are cut and pasted, so that references follow them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from com.sun.star.sheet import ComplexReference, SingleReference
from com.sun.star.table import CellAddress, CellRangeAddress

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.cells import keep_number_format
from mcp_tools.libreoffice.in_process.chart_sources import restore_on_undo

FORMULAS = 16
"""com.sun.star.sheet.CellFlags.FORMULA."""

RELATIVE_COLUMN, RELATIVE_SHEET = 1, 16
"""com.sun.star.sheet.ReferenceFlags."""

LAST_ROW = 1_048_575

_NAME = re.compile(r"[^\W\d][\w.]*")
"""What may be a name in a formula."""


def arrange(book: Any, sheet: Any, order: str, spare: int) -> None:
    """Put columns in the order of a JSON list of their present numbers from 0, which starts at the first column.

    The column `spare` is empty and is used meanwhile.
    A reference to one column follows it; one to several keeps these columns. Raises Refusal when they would not stay
    side by side, before anything is changed.
    """
    columns: list[int] = json.loads(order)
    places = {column: place for place, column in enumerate(columns)}
    rewritten = [
        (cell, _with_columns(cell, token_columns))
        for cell, token_columns in _ranges_to_rewrite(book, sheet, places)
    ]
    lines = sheet.getColumns()
    sizes = [
        [lines.getByIndex(column).getPropertyValue(name) for name in ("Width", "IsVisible")]
        for column in columns
    ]
    referring = list(_referring(book, sheet))
    for cell in [*referring, *(cell for cell, _ in rewritten)]:
        keep_number_format(cell)
    for cell, tokens in rewritten:
        cell.setTokens(tokens)
    _record(referring)
    with restore_on_undo(book):
        for source, target in _moves(columns, spare):
            _move(sheet, source, target)
    _record(referring)
    for place, values in enumerate(sizes):
        line = lines.getByIndex(place)
        for name, value in zip(("Width", "IsVisible"), values, strict=True):
            if line.getPropertyValue(name) != value:
                line.setPropertyValue(name, value)


def _referring(book: Any, sheet: Any) -> Iterator[Any]:
    """Cells of any sheet whose formulas refer to the sheet, or to a name that may stand for its cells."""
    index = sheet.getRangeAddress().Sheet
    for other in (book.Sheets.getByIndex(i) for i in range(book.Sheets.getCount())):
        names = _names(book, other)
        for cell, text in _formulas(other):
            if _refers_to(cell, index) or _uses(text, names):
                yield cell


def _refers_to(cell: Any, index: int) -> bool:
    """Whether a formula refers to cells of the sheet with this index."""
    at = cell.getCellAddress()
    for token in cell.getTokens():
        first = token.Data.Reference1 if isinstance(token.Data, ComplexReference) else token.Data
        if isinstance(first, SingleReference) and _sheet(first, at) == index:
            return True
    return False


def _names(book: Any, sheet: Any) -> set[str]:
    """The names, in lower case, of cells that formulas on a sheet may use: named and database ranges."""
    holders = (book.NamedRanges, sheet.NamedRanges, book.DatabaseRanges)
    return {name.lower() for holder in holders for name in holder.getElementNames()}


def _uses(text: str, names: set[str]) -> bool:
    return bool(names) and not names.isdisjoint(_NAME.findall(text.lower()))


def _record(cells: Sequence[Any]) -> None:
    """Enter formulas again: Undo and Redo of moved cells leave those of other sheets as they are.

    A cell that was moved is the same object at its new place.
    """
    for cell in cells:
        if not cell.getArrayFormula():
            cell.setTokens(cell.getTokens())


def _formulas(sheet: Any) -> Iterator[tuple[Any, str]]:
    """The cells of a sheet with formulas, and these."""
    for address in sheet.queryContentCells(FORMULAS).getRangeAddresses():
        cells = sheet.getCellRangeByPosition(
            address.StartColumn, address.StartRow, address.EndColumn, address.EndRow
        )
        for row, line in enumerate(cells.getFormulaArray()):
            for column, text in enumerate(line):
                yield cells.getCellByPosition(column, row), text


def _moves(order: Sequence[int], spare: int) -> Iterator[tuple[int, int]]:
    """Moves from one column to another that is free by then; the column `spare` is used meanwhile."""
    done: set[int] = set()
    for start in range(len(order)):
        if start in done or order[start] == start:
            continue
        yield start, spare
        place = start
        while order[place] != start:
            yield order[place], place
            done.add(place)
            place = order[place]
        yield spare, place
        done.add(place)


def _move(sheet: Any, source: int, target: int) -> None:
    index = sheet.getRangeAddress().Sheet
    sheet.moveRange(CellAddress(index, target, 0), CellRangeAddress(index, source, 0, source, LAST_ROW))


def _ranges_to_rewrite(
    book: Any, sheet: Any, places: Mapping[int, int]
) -> Iterator[tuple[Any, dict[int, tuple[int, int]]]]:
    """Cells with references to several columns that will stand elsewhere: by token, the first and last new column."""
    for other in (book.Sheets.getByIndex(i) for i in range(book.Sheets.getCount())):
        for cell, text in _formulas(other):
            if ":" in text and (changed := _changed_ranges(cell, sheet, places, text)):
                yield cell, changed


def _changed_ranges(
    cell: Any, sheet: Any, places: Mapping[int, int], text: str
) -> dict[int, tuple[int, int]]:
    index = sheet.getRangeAddress().Sheet
    at = cell.getCellAddress()
    changed: dict[int, tuple[int, int]] = {}
    for number, token in enumerate(cell.getTokens()):
        if not isinstance(token.Data, ComplexReference):
            continue
        first, last = token.Data.Reference1, token.Data.Reference2
        if _sheet(first, at) != index or _column(first, at) == _column(last, at):
            continue
        present = range(_column(first, at), min(_column(last, at), len(places) - 1) + 1)
        beyond = _column(last, at) >= len(places)
        new = sorted(places[column] for column in present)
        if not new or new == list(present):
            continue
        if beyond or new[-1] - new[0] != len(new) - 1 or text.startswith("{"):
            name = cell.getPropertyValue("AbsoluteName").replace("$", "")
            raise Refusal(
                f"The formula {text[:80]} in {name} covers several columns that would not stay side by side, so "
                "nothing was moved. Choose an order that keeps them together, or change the formula first."
            )
        changed[number] = (new[0], new[-1])
    return changed


def _with_columns(cell: Any, changed: Mapping[int, tuple[int, int]]) -> tuple[Any, ...]:
    tokens = list(cell.getTokens())
    own = cell.getCellAddress().Column
    for number, (first, last) in changed.items():
        data = tokens[number].Data
        data.Reference1 = _at_column(data.Reference1, first, own)
        data.Reference2 = _at_column(data.Reference2, last, own)
        tokens[number].Data = data
    return tuple(tokens)


def _at_column(reference: Any, column: int, own: int) -> Any:
    reference.Column = column
    reference.RelativeColumn = column - own
    return reference


def _column(reference: Any, at: Any) -> int:
    if reference.Flags & RELATIVE_COLUMN:
        return int(at.Column + reference.RelativeColumn)
    return int(reference.Column)


def _sheet(reference: Any, at: Any) -> int:
    if reference.Flags & RELATIVE_SHEET:
        return int(at.Sheet + reference.RelativeSheet)
    return int(reference.Sheet)
