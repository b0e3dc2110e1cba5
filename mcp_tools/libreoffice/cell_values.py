"""Cells' contents in bulk: what a range holds as plain data, and writing many cells in few calls.

A call over UNO that changes one cell costs a millisecond or more, whatever it changes; a range costs one call.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Annotated, Any

from pydantic import WithJsonSchema

from mcp_tools.libreoffice.number_formats import format_key
from mcp_tools.registry import ToolError

CellValue = Annotated[str | int | float | None, WithJsonSchema({"type": ["string", "number", "null"]})]

DATE, TIME, PERCENT = 2, 4, 128
"""Bits of com.sun.star.util.NumberFormat."""

MAX_ERROR_TEXTS = 200
"""How many error values are read as the screen shows them; each is a call."""

_ERRORS = 4
"""com.sun.star.sheet.FormulaResult.ERROR."""

_FORMULA_MISTAKES = {501, 502, 504, 507, 508, 509, 510, 511, 512, 514, 516, 517, 520, 525, 533}
"""Calc's error codes for a formula that is itself wrong, unlike one whose data are (#DIV/0!, #N/A)."""

_EXCEL_SHEET = re.compile(r"\$?(?:'((?:[^']|'')+)'|([\w.]+))!")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(%?)")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
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
    """Fill a range of one column: numbers, text entered as if typed, None to empty a cell."""
    zero = zero_date(book)
    data: list[str | float] = []
    kinds: list[int] = []
    typed: list[tuple[int, str]] = []
    for row, item in enumerate(items):
        kind: int = 0
        value: str | float = ""
        if isinstance(item, bool) or (isinstance(item, str) and _needs_typing(item)):
            typed.append((row, str(item).upper() if isinstance(item, bool) else str(item)))
        elif isinstance(item, (int, float)):
            value = float(item)
        elif item is not None:
            value, kind = _read(item, zero)
        data.append(value)
        kinds.append(kind)
    cells.setDataArray(tuple((value,) for value in data))
    for kind, run in groupby(range(len(kinds)), key=kinds.__getitem__):
        if kind:
            rows = list(run)
            _format_as(book, cells.getCellRangeByPosition(0, rows[0], 0, rows[-1]), kind)
    for row, text in typed:
        enter(cells.getCellByPosition(0, row), text)


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
        return (float(plain[:-1]) / 100, PERCENT) if match[1] else (float(plain), 0)
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


def write_changes(cells: Any, changes: Mapping[tuple[int, int], str | float]) -> None:
    """Write values into some cells of a range, by (row, column) in it, and leave its other cells as they are."""
    by_column: dict[int, list[int]] = {}
    for row, column in sorted(changes):
        by_column.setdefault(column, []).append(row)
    for column, rows in by_column.items():
        span = cells.getCellRangeByPosition(column, rows[0], column, rows[-1])
        formulas = span.getFormulaArray()
        if not any(text.startswith("=") for (text,) in formulas):
            data = [value for (value,) in span.getDataArray()]
            for row in rows:
                data[row - rows[0]] = changes[row, column]
            span.setDataArray(tuple((value,) for value in data))
            continue
        for _, group in groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0]):
            run = [row for _, row in group]
            part = cells.getCellRangeByPosition(column, run[0], column, run[-1])
            part.setDataArray(tuple((changes[row, column],) for row in run))


def enter(cell: Any, text: str) -> None:
    """Put text into a cell as if it were typed: number, date, formula, or else text.

    A formula that Calc cannot read leaves the cell as it was and raises ToolError.
    """
    before = cell.getFormula()
    cell.setPropertyValue("FormulaLocal", _calc_formula(text) if text.startswith("=") else text)
    code = cell.getError()
    if text.startswith("=") and code in _FORMULA_MISTAKES:
        displayed = cell.getString()
        cell.setFormula(before)
        raise ToolError(
            f"Calc cannot compute the formula {text} ({displayed or f'Err:{code}'}); the cell is as it was. "
            "Check function names, brackets and sheet names; arguments are separated by commas."
        )


def _calc_formula(text: str) -> str:
    """A formula with Excel's sheet references (Sheet2!A1) written as Calc's ($'Sheet2'.A1)."""
    parts = re.split(r'("[^"]*")', text)
    parts[::2] = [_EXCEL_SHEET.sub(r"$'\1\2'.", part) for part in parts[::2]]
    return "".join(parts)
