"""Calc's tools: looking at a workbook, entering and ordering data, sheets, saving."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office, saving
from mcp_tools.libreoffice.office import CALC, document, struct
from mcp_tools.libreoffice.ranges import Area, cell_name, column_letters, parse_cell
from mcp_tools.libreoffice.sheets import (
    CellValue,
    area_of,
    column_of,
    enter,
    sheet_named,
    used_area,
    values_of,
)
from mcp_tools.registry import ToolError, tool

MAX_ROWS = 300
MAX_COLUMNS = 60
"""How much of a sheet env_info reports."""

MAX_VALUES = 10_000
"""How many cells set_column_values fills in one call."""

_FORBIDDEN_IN_SHEET_NAMES = set("[]*?:/\\")

Column = Annotated[
    str,
    Field(
        description='Column letter such as "B", or the column\'s title in row 1 such as "Price". '
        "A letter of a used column is always taken as the letter.",
        min_length=1,
    ),
]
FirstRow = Annotated[
    int,
    Field(
        description="Row number of the first value, counted from 1 as on the screen. "
        "The default 2 leaves a header in row 1 alone.",
        ge=1,
    ),
]


class SheetContent(BaseModel):
    """A sheet as env_info reports it; lists are row by row from row 1 and column A."""

    document: str
    sheet: str
    used_range: str
    headers: list[CellValue] = Field(description="Row 1")
    data: list[list[CellValue]] = Field(description="Row 2 and below; dates as displayed, null when empty")
    formulas: dict[str, str] = Field(description="Formula by cell name")
    truncated: bool = Field(description="True when the sheet is larger than what is listed")


class WorkbookInfo(BaseModel):
    """A workbook as get_workbook_info reports it."""

    file_path: str = Field(description='"" when it was never saved')
    file_name: str
    sheets: list[str]
    active_sheet: str
    unsaved_changes: bool


@tool("osworld_mcp_libreoffice_calc.env_info", app="libreoffice_calc", read_only=True)
def env_info(
    sheet_name: Annotated[
        str | None, Field(description="Name of the sheet to read; without it, the active sheet.")
    ] = None,
) -> SheetContent:
    """Read a sheet of the open workbook: its name, used range, header row, data and formulas.

    Use it first, to learn which columns and rows there are. Reports up to 300 rows and 60 columns.
    """
    with document(CALC, reading=True) as book:
        sheet = sheet_named(book, sheet_name)
        used = used_area(sheet)
        last_row, last_column = min(used.last_row, MAX_ROWS - 1), min(used.last_column, MAX_COLUMNS - 1)
        cells = sheet.getCellRangeByPosition(0, 0, last_column, last_row)
        rows = values_of(book, cells)
        formulas = {}
        for row, line in enumerate(cells.getFormulaArray()):
            for column, text in enumerate(line):
                if text.startswith("="):
                    formulas[cell_name(column, row)] = text
                    if rows[row][column] is None:  # an error value such as #DIV/0!
                        rows[row][column] = cells.getCellByPosition(column, row).getString() or None
        return SheetContent(
            document=office.name_of(book),
            sheet=sheet.getName(),
            used_range=used.name,
            headers=rows[0],
            data=rows[1:],
            formulas=formulas,
            truncated=last_row < used.last_row or last_column < used.last_column,
        )


@tool("osworld_mcp_libreoffice_calc.get_workbook_info", app="libreoffice_calc", read_only=True)
def get_workbook_info() -> WorkbookInfo:
    """Get the open workbook's file path and name, the names of its sheets, and which sheet is active."""
    with document(CALC, reading=True) as book:
        return WorkbookInfo(
            file_path=office.path_of(book),
            file_name=office.name_of(book),
            sheets=list(book.getSheets().getElementNames()),
            active_sheet=sheet_named(book, None).getName(),
            unsaved_changes=book.isModified(),
        )


@tool("osworld_mcp_libreoffice_calc.set_cell_value", app="libreoffice_calc", idempotent=True)
def set_cell_value(
    cell: Annotated[
        str, Field(description='Cell of the active sheet, such as "B3"; "Sheet2.B3" names another sheet.')
    ],
    value: Annotated[
        str,
        Field(
            description='What to put in, as if typed: "12.5", "2024-03-01", "Total", or a formula such as '
            '"=SUM(B2:B9)". A leading apostrophe keeps digits as text: "\'007". "" empties the cell.'
        ),
    ],
) -> str:
    """Put a value or a formula into one cell of the open workbook. Does not save the file."""
    with document(CALC) as book:
        sheet, target = area_of(book, parse_cell(cell))
        target = target.getCellByPosition(0, 0)
        _refuse_protected(sheet, target)
        enter(target, value)
        place = f"{parse_cell(cell).name} of sheet {sheet.getName()}"
        return f"{place} now shows {target.getString()!r}." if value else f"{place} is now empty."


@tool("osworld_mcp_libreoffice_calc.set_column_values", app="libreoffice_calc", idempotent=True)
def set_column_values(
    column_name: Column,
    data: Annotated[
        list[str | float | bool | None],
        Field(
            description="Values from top to bottom: numbers, or text entered as if typed; null empties. "
            "No formulas.",
            min_length=1,
            max_length=MAX_VALUES,
        ),
    ],
    start_index: FirstRow = 2,
) -> str:
    """Fill a column of the active sheet downwards with a list of values. Does not save the file.

    Cannot set formulas (use set_cell_value). Cells below the last value keep their content.
    """
    formulas = [item for item in data if isinstance(item, str) and item.startswith("=")]
    if formulas:
        raise ToolError(
            f"{formulas[0]} is a formula, which this tool does not set; nothing was changed. "
            "Set formulas one by one with set_cell_value."
        )
    with document(CALC) as book:
        sheet = sheet_named(book, None)
        column = column_of(sheet, column_name)
        last = start_index + len(data) - 2
        area = Area(None, column, start_index - 1, column, last)
        _, cells = area_of(book, area)
        _refuse_protected(sheet, cells)
        for row, item in enumerate(data):
            _put(cells.getCellByPosition(0, row), item)
        return f"Set {len(data)} values in {area.name} of sheet {sheet.getName()}."


@tool("osworld_mcp_libreoffice_calc.sort_column", app="libreoffice_calc", idempotent=True)
def sort_column(
    column_name: Column,
    ascending: Annotated[
        bool, Field(description="True for smallest or A first, false for the reverse.")
    ] = True,
    start_index: FirstRow = 2,
) -> str:
    """Sort the rows of the active sheet by one column, in place. Does not save the file.

    Whole rows move, from row `start_index` (counted from 1) to the last used one, so that a row's cells stay
    together. Numbers come before text, upper and lower case count as equal, rows with an empty cell in the
    column go to the end.
    """
    with document(CALC) as book:
        sheet = sheet_named(book, None)
        column = column_of(sheet, column_name)
        used = used_area(sheet)
        if used.last_row < start_index:
            raise ToolError(
                f"Sheet {sheet.getName()} has nothing to sort from row {start_index} on. "
                f"Its last used row is {used.last_row + 1}."
            )
        area = Area(None, 0, start_index - 1, max(used.last_column, column), used.last_row)
        rows = sheet.getCellRangeByName(area.name)
        _refuse_protected(sheet, rows)
        if rows.getIsMerged():
            raise ToolError(f"{area.name} holds merged cells, which Calc cannot sort. Split them first.")
        field = struct(
            "com.sun.star.table.TableSortField", Field=column, IsAscending=ascending, IsCaseSensitive=False
        )
        fields = office.uno().Any("[]com.sun.star.table.TableSortField", (field,))
        office.uno().invoke(
            rows, "sort", ((_property("SortFields", fields), _property("ContainsHeader", False)),)
        )
        shown = [
            rows.getCellByPosition(column, row).getString()
            for row in range(min(5, area.last_row - area.first_row + 1))
        ]
        return (
            f"Sorted the rows {area.name} of sheet {sheet.getName()} by column {column_letters(column)}, "
            f"which now begins with {', '.join(shown)}."
        )


@tool("osworld_mcp_libreoffice_calc.rename_sheet", app="libreoffice_calc")
def rename_sheet(
    old_name: Annotated[str, Field(description="The sheet's present name.")],
    new_name: Annotated[str, Field(description="The name to give it.", min_length=1)],
) -> str:
    """Rename a sheet of the open workbook. Does not save the file."""
    with document(CALC) as book:
        sheet = sheet_named(book, old_name)
        was = sheet.getName()
        others = [name for name in book.getSheets().getElementNames() if name != was]
        if new_name.lower() in (name.lower() for name in others):
            raise ToolError(
                f'There is a sheet "{new_name}" already. The sheets are: {", ".join([was, *others])}.'
            )
        if _FORBIDDEN_IN_SHEET_NAMES & set(new_name) or new_name[0] == "'" or new_name[-1] == "'":
            raise ToolError(
                f'"{new_name}" cannot name a sheet: leave out [ ] * ? : / \\ and apostrophes at the ends.'
            )
        sheet.setName(new_name)
        return f"Sheet {was} is now called {sheet.getName()}."


@tool("osworld_mcp_libreoffice_calc.switch_active_sheet", app="libreoffice_calc", idempotent=True)
def switch_active_sheet(
    sheet_name: Annotated[
        str, Field(description="The sheet to show; created at the end if missing.", min_length=1)
    ],
) -> str:
    """Show a sheet of the open workbook and make it the active one; a missing sheet is created at the end."""
    with document(CALC) as book:
        sheets = book.getSheets()
        known = [name for name in sheets.getElementNames() if name.lower() == sheet_name.lower()]
        if not known:
            if _FORBIDDEN_IN_SHEET_NAMES & set(sheet_name):
                raise ToolError(f'"{sheet_name}" cannot name a new sheet: leave out [ ] * ? : / and \\.')
            sheets.insertNewByName(sheet_name, sheets.getCount())
        sheet = sheet_named(book, sheet_name)
        book.getCurrentController().setActiveSheet(sheet)
        return f"Sheet {sheet.getName()} is active" + ("." if known else "; it was created.")


@tool("osworld_mcp_libreoffice_calc.save", app="libreoffice_calc", idempotent=True)
def save() -> str:
    """Save the open workbook to its own file, in that file's format (xlsx stays xlsx).

    Text still being typed into a cell is not part of the workbook until Return is pressed.
    """
    with document(CALC, changing=False) as book:
        return f"Saved {saving.save(book)}."


def _put(cell: Any, item: str | float | bool | None) -> None:
    if item is None:
        cell.setFormula("")
    elif isinstance(item, bool):
        cell.setPropertyValue("FormulaLocal", str(item).upper())
    elif isinstance(item, (int, float)):
        cell.setValue(item)
    else:
        enter(cell, item)


def _refuse_protected(sheet: Any, cells: Any) -> None:
    if sheet.isProtected() and cells.getPropertyValue("CellProtection").IsLocked:
        raise ToolError(
            f"Sheet {sheet.getName()} is protected, so its cells cannot be changed. "
            "Unprotect it first with Tools > Protect Sheet."
        )


def _property(name: str, value: Any) -> Any:
    return struct("com.sun.star.beans.PropertyValue", Name=name, Value=value)
