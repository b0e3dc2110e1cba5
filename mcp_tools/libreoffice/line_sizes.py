"""Setting columns' widths and rows' heights, or fitting them to their content."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from mcp_tools.libreoffice.ranges import LAST_COLUMN, LAST_ROW
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.registry import ToolError

Lines = Literal["Columns", "Rows"]
Spans = Sequence[tuple[int, int]]

_SIZES = {"Columns": "Width", "Rows": "Height"}
TOLERANCE = 10
"""1/100 mm by which a size differs at most from the one that was set: LibreOffice counts in 1/20 pt."""


def resize(sheet: Any, lines: Lines, spans: Spans, centimetres: float | None) -> str:
    """Set the size of columns or rows (spans from 0), or fit the visible ones for None.

    Returns what to add to the answer about hidden ones, which stay hidden. Raises ToolError when all are hidden
    and were to be fitted, and when LibreOffice did not set the size.
    """
    visible = list(_visible(sheet, lines, spans))
    hidden = sum(last - first + 1 for first, last in _join(spans))
    hidden -= sum(last - first + 1 for first, last in visible)
    noun = lines.lower()
    if centimetres is None:
        if not visible:
            raise ToolError(
                f"These {noun} are hidden, so their content is not measured. Show them first "
                f"(Format > {lines} > Show)."
            )
        _set(sheet, lines, visible, f"Optimal{_SIZES[lines]}", True)
        return f" {hidden} hidden {noun} stay as they are." if hidden else ""
    size = round(centimetres * 1000)
    _set(sheet, lines, spans, _SIZES[lines], size)
    ends = json.dumps(sorted({end for span in spans for end in span}))
    for now in run_in_process("sheets.sizes", sheet=sheet, lines=lines, places=ends, name=_SIZES[lines]):
        if abs(now - size) > TOLERANCE:
            raise ToolError(f"LibreOffice made them {now / 1000:.2f} cm, not {centimetres:g} cm.")
    return f" {hidden} of them are hidden and stay so." if hidden else ""


def _set(sheet: Any, lines: Lines, spans: Spans, name: str, value: Any) -> None:
    run_in_process(
        "sheets.set_sizes", sheet=sheet, lines=lines, spans=json.dumps(spans), name=name, value=value
    )


def _visible(sheet: Any, lines: Lines, spans: Spans) -> Iterator[tuple[int, int]]:
    """Those of the columns or rows that are not hidden, as spans."""
    columns = lines == "Columns"
    for first, last in _join(spans):
        cells = (
            sheet.getCellRangeByPosition(first, 0, last, LAST_ROW)
            if columns
            else sheet.getCellRangeByPosition(0, first, LAST_COLUMN, last)
        )
        addresses = cells.queryVisibleCells().getRangeAddresses()
        yield from _join(
            (item.StartColumn, item.EndColumn) if columns else (item.StartRow, item.EndRow)
            for item in addresses
        )


def _join(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch or overlap as one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
