"""Formulas as people and Excel write them, entered into cells of Calc."""

from __future__ import annotations

import re
from typing import Any

from mcp_tools.libreoffice import office
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

_MISTAKES = {501, 504, 507, 508, 509, 510, 511, 512, 516, 517, 520, 525, 533}
"""Calc's error codes for a formula that is itself wrong, unlike one whose data are (#DIV/0!, #N/A)."""

_BAD = 14
"""Calc's token for a name that it does not know; IFERROR and IF can hide it in a result."""

_EXCEL_SHEET = re.compile(r"\$?(?:'((?:[^']|'')+)'|([\w.]+))!")


def enter_formula(book: Any, cell: Any, text: str) -> None:
    """Put a formula into a cell. Raises ToolError for one that Calc cannot read; the caller takes the change back."""
    formula = _calc_formula(text)
    if _decimal_sign(book) == ".":
        cell.setPropertyValue("FormulaLocal", formula)
    else:
        cell.setFormula(with_semicolons(formula))
    code = cell.getError()
    unknown = [str(token.Data) for token in cell.getTokens() if token.OpCode == _BAD]
    if code in _MISTAKES or unknown:
        shown = f"it does not know {shorten(unknown[0])}" if unknown else cell.getString() or f"Err:{code}"
        raise ToolError(
            f"Calc cannot compute the formula {shorten(text)} ({shown}); the cell is as it was. "
            "Check function names, brackets and sheet names; arguments are separated by commas."
        )


def _calc_formula(text: str) -> str:
    """A formula with Excel's sheet references (Sheet2!A1) written as Calc's ($'Sheet2'.A1)."""
    parts = re.split(r'("[^"]*")', text)
    parts[::2] = [_EXCEL_SHEET.sub(r"$'\1\2'.", part) for part in parts[::2]]
    return "".join(parts)


def with_semicolons(formula: str) -> str:
    """A formula with commas between arguments as UNO reads it in every locale: f(1;2), and {1;2|3;4} for {1,2;3,4}."""
    parts = re.split(r"""("[^"]*"|'[^']*'|\{[^{}]*\})""", formula)
    parts[::2] = [part.replace(",", ";") for part in parts[::2]]
    parts[1::2] = [
        part.replace(";", "|").replace(",", ";") if part.startswith("{") else part for part in parts[1::2]
    ]
    return "".join(parts)


def _decimal_sign(book: Any) -> str:
    formatter = office.service("com.sun.star.util.NumberFormatter")
    formatter.attachNumberFormatsSupplier(book)
    shown = formatter.convertNumberToPreviewString(
        "0.0", 1.5, office.struct("com.sun.star.lang.Locale"), True
    )
    return str(shown)[1]
