"""Workbooks for tests of Calc's tools: made with openpyxl, opened in Calc, read back from the saved file."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence

import openpyxl
import pytest
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import PREFIX, Office

SALES = (("Item", "Price", "Region"), ("Pen", 2, "East"), ("Cup", 7.5, "West"), ("Bag", 30, "East"))


def effect(*names: str) -> pytest.MarkDecorator:
    """Mark a test that shows the effect of these tools of Calc."""
    return pytest.mark.effect(*(f"{PREFIX}calc.{name}" for name in names))


def error(*names: str) -> pytest.MarkDecorator:
    """Mark a test that shows errors of these tools of Calc."""
    return pytest.mark.error(*(f"{PREFIX}calc.{name}" for name in names))


def workbook(rows: Iterable[Sequence[object]] = SALES, *others: str, title: str = "Sales") -> Workbook:
    """A workbook whose first sheet holds these rows; further sheets are empty."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for other in others:
        book.create_sheet(other)
    return book


def open_workbook(
    office: Office,
    rows: Iterable[Sequence[object]] = SALES,
    *others: str,
    change: Callable[[Worksheet], object] | None = None,
    name: str = "sales.xlsx",
) -> None:
    """Open a workbook in Calc, after a `change` of its first sheet."""
    book = workbook(rows, *others)
    if change:
        change(book.worksheets[0])
    office.open("libreoffice_calc", name, book.save)


def saved(office: Office, name: str = "sales.xlsx") -> Workbook:
    """The workbook as its file is after saving it in Calc."""
    office.call("calc.save")
    return openpyxl.load_workbook(io.BytesIO(office.file(name)))


def values(sheet: Worksheet) -> list[tuple[object, ...]]:
    """A sheet's values or formulas, row by row."""
    return list(sheet.iter_rows(values_only=True))


def column(sheet: Worksheet, letter: str) -> list[object]:
    """A column's values from row 1."""
    return [cell.value for cell in sheet[letter]]
