"""Formulas as people and Excel write them, entered into cells of Calc."""

from __future__ import annotations

import re
from typing import Any

from mcp_tools.messages import shortened
from mcp_tools.registry import ToolError

_MISTAKES = {501, 504, 507, 508, 509, 510, 511, 512, 516, 517, 520, 525, 533}
"""Calc's error codes for a formula that is itself wrong, unlike one whose data are (#DIV/0!, #N/A)."""

_BAD = 14
"""Calc's token for a name that it does not know; IFERROR and IF can hide it in a result."""

_EXCEL_SHEET = re.compile(r"\$?(?:'((?:[^']|'')+)'|([\w.]+))!")


def enter_formula(cell: Any, text: str) -> None:
    """Put a formula into a cell. Raises ToolError for one that Calc cannot read; the caller takes the change back."""
    cell.setPropertyValue("FormulaLocal", _calc_formula(text))
    code = cell.getError()
    unknown = [str(token.Data) for token in cell.getTokens() if token.OpCode == _BAD]
    if code in _MISTAKES or unknown:
        shown = f"it does not know {shortened(unknown[0])}" if unknown else cell.getString() or f"Err:{code}"
        raise ToolError(
            f"Calc cannot compute the formula {shortened(text)} ({shown}); the cell is as it was. "
            "Check function names, brackets and sheet names; arguments are separated by commas."
        )


def _calc_formula(text: str) -> str:
    """A formula with Excel's sheet references (Sheet2!A1) written as Calc's ($'Sheet2'.A1)."""
    parts = re.split(r'("[^"]*")', text)
    parts[::2] = [_EXCEL_SHEET.sub(r"$'\1\2'.", part) for part in parts[::2]]
    return "".join(parts)
