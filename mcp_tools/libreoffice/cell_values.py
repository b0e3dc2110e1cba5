"""Cells' contents in bulk: what a range holds as plain data, and writing many cells in few calls.

A call over UNO that changes one cell costs a millisecond or more, whatever it changes; a range costs one call.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Annotated, Any

from pydantic import WithJsonSchema

from mcp_tools.libreoffice.cell_checks import (
    check_text,
    covered_cells,
    merged_areas,
    refuse_covered,
    refuse_part_of_array,
)
from mcp_tools.libreoffice.formulas import enter_formula
from mcp_tools.libreoffice.number_formats import format_key
from mcp_tools.libreoffice.ranges import cell_name
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

CellValue = Annotated[str | int | float | None, WithJsonSchema({"type": ["string", "number", "null"]})]

DATE, TIME, PERCENT, TEXT = 2, 4, 128, 256
"""Bits of com.sun.star.util.NumberFormat."""

_TYPED = -1
"""Instead of such a bit: Calc itself has to read the text."""

MAX_ERROR_TEXTS = 200
"""How many error values are read as the screen shows them; each is a call."""

_ERRORS = 4
"""com.sun.star.sheet.FormulaResult.ERROR."""

_FORMULA_CELLS = 16
"""com.sun.star.sheet.CellFlags.FORMULA."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(%?)", re.ASCII)
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")
_MEANT_AS_VALUES = re.compile(
    r"true|false|am|pm|e|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*", re.I
)


def value_of(raw: Any) -> CellValue:
    """A cell of getDataArray as plain data: None when empty (or an error), int for whole numbers."""
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() and abs(raw) < 1e15 else raw
    return str(raw) if raw not in ("", None) else None


def values_of(book: Any, cells: Any) -> list[list[CellValue]]:
    """A range's values: numbers, text, None for empty; dates and times in ISO form; errors such as "#DIV/0!"."""
    rows = [[value_of(raw) for raw in row] for row in cells.getDataArray()]
    origin = cells.getRangeAddress()
    zero = zero_date(book)
    for kind, address in areas_of_format(book, cells, DATE | TIME):
        for row in range(address.StartRow - origin.StartRow, address.EndRow - origin.StartRow + 1):
            for column in range(
                address.StartColumn - origin.StartColumn, address.EndColumn - origin.StartColumn + 1
            ):
                value = rows[row][column]
                if isinstance(value, (int, float)):
                    rows[row][column] = moment(value, kind, zero)
    count = 0
    for address in cells.queryFormulaCells(_ERRORS).getRangeAddresses():
        for row in range(address.StartRow - origin.StartRow, address.EndRow - origin.StartRow + 1):
            for column in range(
                address.StartColumn - origin.StartColumn, address.EndColumn - origin.StartColumn + 1
            ):
                count += 1
                rows[row][column] = (
                    str(cells.getCellByPosition(column, row).getString())
                    if count <= MAX_ERROR_TEXTS
                    else "#ERROR"
                )
    return rows


def formula_places(cells: Any) -> set[tuple[int, int]]:
    """Row and column, counted in a range, of each cell with a formula; that of an array counts for all its cells."""
    origin = cells.getRangeAddress()
    within = (origin.StartColumn, origin.StartRow, origin.EndColumn, origin.EndRow)
    areas = run_in_process(
        "used_cells.list_content_areas", sheet=cells.getSpreadsheet(), flags=_FORMULA_CELLS, within=within
    )
    return {
        (row - origin.StartRow, column - origin.StartColumn)
        for left, top, right, bottom in areas
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    }


def areas_of_format(book: Any, cells: Any, kinds: int) -> Iterable[tuple[int, Any]]:
    """The addresses within a range whose number format is of one of these kinds, each with its kind."""
    groups = cells.getUniqueCellFormatRanges()
    formats = book.getNumberFormats()
    for group in (groups.getByIndex(i) for i in range(groups.getCount())):
        kind = formats.getByKey(group.getPropertyValue("NumberFormat")).getPropertyValue("Type")
        if kind & kinds:
            for address in group.getRangeAddresses():
                yield kind, address


def zero_date(book: Any) -> date:
    """The day that the workbook counts from, 1899-12-30 unless a file says otherwise."""
    zero = book.getPropertyValue("NullDate")
    return date(zero.Year, zero.Month, zero.Day)


def moment(serial: float, kind: int, zero: date) -> str:
    """A serial number as ISO text: a date, a time (hours may exceed 24), or both, by its number format's kind."""
    seconds = round(serial * 86_400)
    if not kind & DATE:
        minutes, second = divmod(abs(seconds), 60)
        return f"{'-' if seconds < 0 else ''}{minutes // 60:02}:{minutes % 60:02}:{second:02}"
    try:
        at = datetime(zero.year, zero.month, zero.day) + timedelta(seconds=seconds)
    except OverflowError:  # the screen shows ### for such a number
        return f"{serial:g}"
    return at.isoformat(sep=" ") if kind & TIME and seconds % 86_400 else at.date().isoformat()


def write_column(book: Any, cells: Any, items: Sequence[str | float | bool | None]) -> None:
    """Fill a range of one column: numbers, text entered as if typed, None to empty a cell.

    A cell that holds its value already stays untouched, with its comment, link and formatted text.
    Raises ToolError when a cell behind merged ones or a part of an array formula would have to change.
    """
    zero, texts = zero_date(book), _rows_of_text_format(book, cells)
    formulas, present = cells.getFormulaArray(), cells.getDataArray()
    changes: dict[tuple[int, int], str | float | None] = {}
    kinds: list[int] = []
    typed: list[tuple[int, str]] = []
    for row, item in enumerate(items):
        value, kind = _to_cell_value(item, zero, as_text=row in texts)
        kinds.append(kind)
        if kind == _TYPED:
            typed.append((row, str(value)))
        elif formulas[row][0][:1] in ("=", "{") or present[row][0] != ("" if value is None else value):
            changes[row, 0] = value
    _refuse_unwritable(cells, formulas, [*(row for row, _ in changes), *(row for row, _ in typed)])
    write_changes(cells, changes)
    for kind, run in groupby(range(len(kinds)), key=kinds.__getitem__):
        if kind in (DATE, PERCENT):
            rows = list(run)
            _format_as(book, cells.getCellRangeByPosition(0, rows[0], 0, rows[-1]), kind)
    _enter_typed(book, cells, typed)
    _check_values(cells, changes)


def _to_cell_value(
    item: str | float | bool | None, zero: date, *, as_text: bool
) -> tuple[str | float | None, int]:
    """What an item becomes in a cell: its value, and the kind of number format or _TYPED when Calc must read it."""
    if isinstance(item, bool):
        return str(item).upper(), _TYPED
    if isinstance(item, str):
        text = check_text(item)
        if as_text or not text:
            return text or None, 0
        return (text, _TYPED) if _needs_typing(text) else _read(text, zero)
    return (None if item is None else float(item)), 0


def _rows_of_text_format(book: Any, cells: Any) -> set[int]:
    """The rows, counted in the range, whose number format is text, so that what is typed there stays text."""
    start = cells.getRangeAddress().StartRow
    return {
        row - start
        for _, address in areas_of_format(book, cells, TEXT)
        for row in range(address.StartRow, address.EndRow + 1)
    }


def _refuse_unwritable(cells: Any, formulas: Sequence[Sequence[str]], rows: Sequence[int]) -> None:
    """Raise ToolError when one of these rows of a column is behind merged cells or part of an array formula."""
    sheet, origin = cells.getSpreadsheet(), cells.getRangeAddress()
    covered = covered_cells(merged_areas(sheet, cells))
    for row in rows:
        if (origin.StartRow + row, origin.StartColumn) in covered:
            refuse_covered(sheet, cells.getCellByPosition(0, row))
    if rows:
        changing = cells.getCellRangeByPosition(0, min(rows), 0, max(rows))
        refuse_part_of_array(sheet, changing, formulas[min(rows) : max(rows) + 1])


def _check_values(cells: Any, changes: Mapping[tuple[int, int], str | float | None]) -> None:
    """Raise ToolError when a cell does not hold what was written."""
    data = cells.getDataArray()
    for (row, column), value in changes.items():
        if data[row][column] != ("" if value is None else value):
            origin = cells.getRangeAddress()
            name = cell_name(origin.StartColumn + column, origin.StartRow + row)
            shown = shorten(str(data[row][column]))
            raise ToolError(
                f"{name} shows {shown} instead of {shorten(str(value))}, so nothing was changed. "
                "Look at the cell's format and at what protects it."
            )


def _needs_typing(text: str) -> bool:
    """Whether only Calc can say what a text means when typed: a date in words, money, a time, a fraction."""
    text = text.strip()
    if _NUMBER.fullmatch(text) or _ISO_DATE.fullmatch(text):
        return False
    if text.startswith("'") or text.lower() in ("true", "false"):
        return True
    words = _WORD.findall(text)
    return any(letter.isdigit() for letter in text) and all(
        _MEANT_AS_VALUES.fullmatch(word) for word in words
    )


def _read(text: str, zero: date) -> tuple[str | float, int]:
    """The value and the kind of number format of a text as Calc would read it, for the plain forms."""
    plain = text.strip()
    if match := _NUMBER.fullmatch(plain):
        return (_number(plain[:-1]) / 100, PERCENT) if match[1] else (_number(plain), 0)
    if _ISO_DATE.fullmatch(plain):
        try:
            return float((date.fromisoformat(plain) - zero).days), DATE
        except ValueError:  # no day of the calendar, such as 2024-02-30: text for Calc too
            pass
    return text, 0


def _format_as(book: Any, cells: Any, kind: int) -> None:
    formats = book.getNumberFormats()
    present = formats.getByKey(cells.getPropertyValue("NumberFormat")).getPropertyValue("Type")
    if not present & kind:
        cells.setPropertyValue("NumberFormat", format_key(book, "YYYY-MM-DD" if kind == DATE else "0.00%"))


def write_changes(
    cells: Any, changes: Mapping[tuple[int, int], str | float | None], *, typed: bool = False
) -> None:
    """Write some cells of a range, by (row, column) in it: numbers, text as it is (or as if `typed`), None to empty.

    Comments and formats stay, also the other cells; each change is recorded for Undo.
    """
    origin = cells.getRangeAddress()
    entries = [
        (origin.StartColumn + column, origin.StartRow + row, value, typed)
        for (row, column), value in sorted(changes.items())
    ]
    if entries:
        run_in_process("cells.write", sheet=cells.getSpreadsheet(), entries=json.dumps(entries))


def _enter_typed(book: Any, cells: Any, items: Sequence[tuple[int, str]]) -> None:
    """Enter texts into a column as if typed; what may be no text without its apostrophe needs a look at each cell."""
    plain = {(row, 0): text for row, text in items if not text.startswith(("'", "="))}
    write_changes(cells, plain, typed=True)
    for row, text in items:
        if (row, 0) not in plain:
            enter(book, cells.getCellByPosition(0, row), text)


def enter(book: Any, cell: Any, text: str) -> None:
    """Put text into a cell as if it were typed: number, date, formula, or else text.

    A decimal point is one in every locale, and what follows an apostrophe is text. Raises ToolError for a
    formula that Calc cannot read.
    """
    text = check_text(text)
    commented = bool(text and cell.getAnnotation().getString())
    if commented or cell.getString().startswith("="):
        run_in_process("cells.keep_content", cell=cell, commented=commented)
    if text.startswith("=") and len(text) > 1:
        enter_formula(book, cell, text)
    elif text.startswith("'"):
        _enter_literal(book, cell, text)
    elif _NUMBER.fullmatch(text.strip()) and not text.endswith("%") and not _has_text_format(book, cell):
        cell.setValue(_number(text))
    else:
        cell.setPropertyValue("FormulaLocal", text)


def _enter_literal(book: Any, cell: Any, text: str) -> None:
    """Drop the apostrophe before what would else be no text, as in '007 or '=A1; keep one as in 'tis.

    Before apostrophes that are dropped another one is too, so that every text can be written.
    """
    rest = text.lstrip("'")
    special = rest.startswith("=") and len(rest) > 1
    if not special and not _has_text_format(book, cell):
        cell.setPropertyValue("FormulaLocal", f"'{rest}")
        special = cell.getString() == rest
    run_in_process("cells.set_text", cell=cell, text=text[1:] if special else text)


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ToolError(f"{shorten(text)} is too large for a cell: numbers end at 1.79E+308.")
    return number


def _has_text_format(book: Any, cell: Any) -> bool:
    key = cell.getPropertyValue("NumberFormat")
    return bool(key and book.getNumberFormats().getByKey(key).getPropertyValue("Type") & TEXT)
