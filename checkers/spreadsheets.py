"""Spreadsheets (xlsx and ods): values, formulas, formats, charts.

@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, "/home/user/sales.xlsx").sheet("Sales")
    return Score.all_of(claim("B7 is the total", number(sheet["B7"].value, 1250), sheet["B7"].value))
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from checkers.base import Claim, GuestView, claim
from checkers.evidence import fetch
from checkers.parsers import parse_apart
from checkers.workbook_model import Sheet, Value, Workbook


def read_workbook(guest: GuestView, path: str) -> Workbook:
    """Read a workbook from the guest. Raises Unusable if it is missing, damaged or hostile."""
    return parse_workbook(fetch(guest, path), path)


def parse_workbook(data: bytes, name: str) -> Workbook:
    """Parse a workbook; the name's ending gives its file type. Raises Unusable."""
    if name.lower().endswith((".xlsx", ".xlsm")):
        return cast(Workbook, parse_apart("xlsx", data, name))
    if name.lower().endswith(".ods"):
        return cast(Workbook, parse_apart("ods", data, name))
    raise ValueError(f"{name} is neither .xlsx nor .ods")


def number(value: Value, expected: float, tolerance: float = 0.005) -> bool:
    """Test whether a cell's value is a number within `tolerance` of the expected one; text never is."""
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value - expected) <= tolerance
    )


def same_values(actual: Sequence[Value], expected: Sequence[Value], tolerance: float = 0.005) -> bool:
    """Test whether lists of values are equal: numbers within `tolerance`, text apart from outer spaces."""
    return len(actual) == len(expected) and all(
        number(a, b, tolerance)
        if isinstance(b, (int, float)) and not isinstance(b, bool)
        else _plain(a) == _plain(b)
        for a, b in zip(actual, expected, strict=True)
    )


def column_claim(sheet: Sheet, name: str, expected: Sequence[Value], text: str = "") -> Claim:
    """Claim that a column has these values, in this order, below its header."""
    values = sheet.column(name)
    return claim(
        text or f"column {name} of {sheet.name} is {list(expected)}", same_values(values, expected), values
    )


def _plain(value: Value) -> Value:
    if isinstance(value, datetime):
        return value.date() if (value.hour, value.minute, value.second) == (0, 0, 0) else value
    return value.strip() if isinstance(value, str) else value
