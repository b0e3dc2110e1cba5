"""Calc's tools for a workbook's sheets: showing, naming, copying, ordering them, copying cells between them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice import utf16
from mcp_tools.libreoffice.cell_checks import refuse_cut_merged, refuse_filtered, refuse_part_of_array
from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.office import name_of
from mcp_tools.libreoffice.ranges import LAST_COLUMN, LAST_ROW, Area, parse_cell, parse_range
from mcp_tools.libreoffice.sheets import (
    LONGEST_NAME,
    Range,
    area_of,
    cell_address,
    cut,
    list_names,
    place,
    refuse_protected,
    refuse_protected_structure,
    refuse_single_sheet,
    sheet_named,
    unused_sheet_name,
    view_of,
    workbook,
)
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

SheetName = Annotated[str, Field(description="Name of a sheet.", min_length=1)]


@tool("osworld_mcp_libreoffice_calc.rename_sheet", app="libreoffice_calc")
def rename_sheet(
    old_name: SheetName, new_name: Annotated[str, Field(description="The name to give it.", min_length=1)]
) -> str:
    """Rename a sheet of the open workbook."""
    with workbook() as book:
        sheet = sheet_named(book, old_name)
        was = sheet.getName()
        refuse_protected_structure(book)
        refuse_single_sheet(book)
        sheet.setName(unused_sheet_name(book, new_name, instead_of=was))
        _check_name(sheet, new_name)
        return f"Sheet {was} of {name_of(book)} is now called {sheet.getName()}."


@tool("osworld_mcp_libreoffice_calc.switch_active_sheet", app="libreoffice_calc", idempotent=True)
def switch_active_sheet(
    sheet_name: Annotated[str, Field(description="The sheet to show; created if missing.", min_length=1)],
) -> str:
    """Show a sheet of the open workbook and make it the active one; a missing sheet is created at the end."""
    with document(CALC, changing=False) as book:
        view = view_of(book)
        sheets = book.getSheets()
        known = sheet_name.lower() in (name.lower() for name in sheets.getElementNames())
        if not known:
            with workbook():
                refuse_protected_structure(book)
                refuse_single_sheet(book)
                sheets.insertNewByName(unused_sheet_name(book, sheet_name), sheets.getCount())
        sheet = sheet_named(book, sheet_name)
        if not sheet.getPropertyValue("IsVisible"):
            raise ToolError(f"Sheet {cut(sheet.getName())} is hidden. Show it first with Sheet > Show Sheet.")
        message = f"Sheet {sheet.getName()} of {name_of(book)} is active" + (
            "." if known else "; it was created."
        )
        view.setActiveSheet(sheet)
        return message


@tool("osworld_mcp_libreoffice_calc.copy_sheet", app="libreoffice_calc")
def copy_sheet(
    source_sheet: SheetName,
    new_sheet_name: Annotated[
        str | None, Field(description='Name of the copy; default: "<source>_2" or the next free number.')
    ] = None,
) -> str:
    """Copy a sheet of the open workbook, with everything in it, to the place right after it."""
    with workbook(same_view=True) as book:
        sheets = book.getSheets()
        sheet = sheet_named(book, source_sheet)
        refuse_protected_structure(book)
        refuse_single_sheet(book)
        name = _free_name(book, sheet) if new_sheet_name is None else unused_sheet_name(book, new_sheet_name)
        sheets.copyByName(sheet.getName(), name, sheet.getRangeAddress().Sheet + 1)
        copy = sheets.getByIndex(sheet.getRangeAddress().Sheet + 1)
        _check_name(copy, name)
        visible = sheet.getPropertyValue("IsVisible")
        if copy.getPropertyValue("IsVisible") != visible:
            copy.setPropertyValue("IsVisible", visible)
        return f"Copied {place(book, sheet)} to the new sheet {name}, right after it."


@tool("osworld_mcp_libreoffice_calc.reorder_sheets", app="libreoffice_calc", idempotent=True)
def reorder_sheets(
    sheet_name: SheetName,
    position: Annotated[int, Field(description="Its new place, from 1 (the leftmost tab).", ge=1)],
) -> str:
    """Move a sheet to another place in the workbook's order of sheets."""
    with workbook(same_view=True) as book:
        sheets = book.getSheets()
        sheet = sheet_named(book, sheet_name)
        if position > sheets.getCount():
            raise ToolError(
                f"There is no place {shorten(str(position))}: the sheets are 1 to {sheets.getCount()} "
                f"({list_names(sheets.getElementNames())})."
            )
        before = position - 1
        if before > sheet.getRangeAddress().Sheet:
            before += 1  # UNO counts the sheet itself among those it passes
        refuse_protected_structure(book)
        sheets.moveByName(sheet.getName(), before)
        return f"The sheets of {name_of(book)} are now in this order: {list_names(sheets.getElementNames())}."


@tool("osworld_mcp_libreoffice_calc.copy_cells_between_sheets", app="libreoffice_calc", idempotent=True)
def copy_cells_between_sheets(
    source_range: Range,
    target_sheet_name: SheetName,
    target_start_cell: Annotated[str, Field(description='Where the upper left cell goes, such as "A1".')],
) -> str:
    """Copy cells with values, formulas and formats to another sheet, as pasting does; overwrites what is there.

    "Sheet2.A1:C5" as source_range copies from another sheet than the active one.
    """
    area, start = parse_range(source_range), parse_cell(target_start_cell)
    with workbook() as book:
        source_sheet, cells = area_of(book, area)
        source = cells.getRangeAddress()
        target_sheet = sheet_named(book, target_sheet_name)
        if start.sheet and sheet_named(book, start.sheet).getName() != target_sheet.getName():
            raise ToolError(
                f"target_start_cell {shorten(target_start_cell)} is not in {cut(target_sheet.getName())}: "
                'give the sheet as target_sheet_name alone, and a cell such as "A1".'
            )
        last_column = start.first_column + source.EndColumn - source.StartColumn
        last_row = start.first_row + source.EndRow - source.StartRow
        if last_column > LAST_COLUMN or last_row > LAST_ROW:
            raise ToolError(
                f"{area.name} does not fit at {start.name}: it would reach beyond the sheet's end."
            )
        corners = (start.first_column, start.first_row, last_column, last_row)
        target_cells = target_sheet.getCellRangeByPosition(*corners)
        refuse_protected(target_sheet, target_cells)
        for part_sheet, part in ((source_sheet, cells), (target_sheet, target_cells)):
            refuse_cut_merged(part_sheet, part)
            refuse_part_of_array(part_sheet, part)
        refuse_filtered(cells, "copy all of")
        source_sheet.copyRange(cell_address(target_sheet, start.first_column, start.first_row), source)
        target = Area(None, *corners).name
        return f"Copied {area.name} of sheet {source_sheet.getName()} to {target} of {place(book, target_sheet)}."


def _free_name(book: Any, sheet: Any) -> str:
    """The sheet's name with the lowest free number, as short as the file's format needs it."""
    existing = {item.lower() for item in book.getSheets().getElementNames()}
    numbered = (
        (utf16.start(sheet.getName(), LONGEST_NAME - len(f"_{i}")), i) for i in range(2, len(existing) + 3)
    )
    return next(name for start, i in numbered if (name := f"{start}_{i}").lower() not in existing)


def _check_name(sheet: Any, name: str) -> None:
    """Raise ToolError when LibreOffice did not give a sheet this name."""
    if sheet.getName() != name:
        raise ToolError(
            f"LibreOffice did not take the name {shorten(name)} for the sheet {cut(sheet.getName())}. "
            "Choose another one."
        )
