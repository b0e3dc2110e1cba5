"""Cells of CSV files that people open in a spreadsheet."""

from __future__ import annotations

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def csv_cell(value: object) -> object:
    """The value; a text that a spreadsheet would calculate, such as an agent's answer, begins with an apostrophe.

    Source: OWASP, "CSV Injection".
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_SIGNS) else value
