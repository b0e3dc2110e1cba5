"""What a file format cannot hold, which LibreOffice cuts or leaves out without a word when it saves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mcp_tools.libreoffice import utf16
from mcp_tools.libreoffice.documents import CALC
from mcp_tools.libreoffice.ranges import cell_name, column_letters
from mcp_tools.libreoffice.sheets import reached_area
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_TEXT = 32_767
MAX_SHEET_NAME = 31
"""Characters of a cell and of a sheet's name in Excel's formats."""
XLS_ROWS, XLS_COLUMNS = 65_536, 256

_ONE_SHEET = {
    "Text - txt - csv (StarCalc)": "CSV",
    "dBase": "dBase",
    "DIF": "DIF",
    "SYLK": "SYLK",
}
_EXCEL = ("Calc MS Excel 2007", "Calc Office Open XML", "MS Excel 97", "MS Excel 95")
_OTHER = "save elsewhere as .ods with File > Save As (Ctrl+Shift+S)"


def refuse_losses(target: Any) -> None:
    """Raise ToolError when saving a workbook in its file's format would lose something of its content."""
    if not target.supportsService(CALC.service):
        return
    filter_name = next((str(item.Value) for item in target.getArgs() if item.Name == "FilterName"), "")
    sheets = [target.getSheets().getByIndex(i) for i in range(target.getSheets().getCount())]
    if filter_name in _ONE_SHEET and len(sheets) > 1:
        raise ToolError(
            f"A {_ONE_SHEET[filter_name]} file holds one sheet, and this workbook has {len(sheets)}: nothing was "
            f"saved. Delete the others, or {_OTHER}."
        )
    if filter_name.startswith(_EXCEL):
        for sheet in sheets:
            _refuse_excel_limits(sheet, xls=filter_name.startswith("MS Excel"))


def _cells(ranges: Any) -> Iterator[Any]:
    cells = ranges.getCells().createEnumeration()
    while cells.hasMoreElements():
        yield cells.nextElement()


def _refuse_excel_limits(sheet: Any, *, xls: bool) -> None:
    name = sheet.getName()
    if utf16.length(name) > MAX_SHEET_NAME:
        raise ToolError(
            f"The sheet {shorten(name)} has a name of {utf16.length(name)} characters, and Excel's formats hold "
            f"{MAX_SHEET_NAME}: nothing was saved. Rename it, or {_OTHER}."
        )
    search = sheet.createSearchDescriptor()
    search.setPropertyValue("SearchRegularExpression", True)
    search.setSearchString(
        f"(?s).{{{MAX_TEXT // 2 + 1}}}"
    )  # counts characters, of which each may be two units
    found = sheet.findAll(search)
    for longer in _cells(found) if found is not None else ():
        if utf16.length(longer.getString()) <= MAX_TEXT:
            continue
        at = longer.getRangeAddress()
        raise ToolError(
            f"{cell_name(at.StartColumn, at.StartRow)} of sheet {name} holds more than {MAX_TEXT:,} characters, which "
            f"Excel's formats cannot: nothing was saved. Shorten it, or {_OTHER}."
        )
    if not xls:
        return
    used = reached_area(sheet)
    if used.last_row >= XLS_ROWS or used.last_column >= XLS_COLUMNS:
        raise ToolError(
            f"Sheet {name} reaches {cell_name(used.last_column, used.last_row)}, and an .xls file ends at "
            f"{column_letters(XLS_COLUMNS - 1)}{XLS_ROWS}: nothing was saved. {_OTHER.capitalize()}."
        )
