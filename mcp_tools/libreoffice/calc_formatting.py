"""Calc's tools for how cells look: colours, fonts, number formats, merged cells."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.cell_ranges import actual_area, covering_cell, has_array_formula, is_merged
from mcp_tools.libreoffice.characters import character_properties
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.number_formats import MAX_DECIMALS, format_code, format_key
from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.ranges import Area, cell_name, parse_range
from mcp_tools.libreoffice.sheets import (
    Range,
    area_of,
    place,
    reached_area,
    refuse_enormous,
    refuse_protected_sheet,
    workbook,
)
from mcp_tools.libreoffice.uno_bridge import named_values, run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

Colour = Annotated[str | None, Field(description='Hexadecimal such as "#FF0000", or a name such as "red".')]


@tool("osworld_mcp_libreoffice_calc.format_range", app="libreoffice_calc", idempotent=True)
def format_range(
    range_str: Range,
    background_color: Colour = None,
    font_color: Colour = None,
    bold: Annotated[bool | None, Field(description="True for bold, false for not bold.")] = None,
    alignment: Annotated[
        Literal["left", "center", "right", "justify"] | None, Field(description="Horizontal alignment.")
    ] = None,
) -> str:
    """Format cells of the active sheet: fill colour, text colour, bold, alignment.

    What is left out stays as it is; give at least one.
    """
    characters = character_properties(
        bold=bold, colour=None if font_color is None else parse_colour(font_color)
    )
    changes: dict[str, Any] = dict(characters)
    if background_color is not None:
        changes["CellBackColor"] = parse_colour(background_color)
    if alignment is not None:
        name = "BLOCK" if alignment == "justify" else alignment.upper()
        changes["HoriJustify"] = uno().Enum("com.sun.star.table.CellHoriJustify", name)
    if not changes:
        raise ToolError("Nothing to do: give background_color, font_color, bold or alignment.")
    area = parse_range(range_str)
    with workbook() as book:
        sheet, cells = _to_format(book, area)
        _set(cells, changes)
        if characters:
            run_in_process("cell_runs.format_runs", cells=cells, properties=named_values(**characters))
        return f"Formatted {actual_area(cells).name} of {place(book, sheet)}."


@tool("osworld_mcp_libreoffice_calc.highlight_range", app="libreoffice_calc", idempotent=True)
def highlight_range(
    range_str: Range,
    color: Annotated[
        int, Field(description="Red*65536 + green*256 + blue; 16776960 is yellow.", ge=0, le=0xFFFFFF)
    ] = 0xFFFF00,
) -> str:
    """Fill cells of the active sheet with a colour given as a number (format_range takes colour names)."""
    area = parse_range(range_str)
    with workbook() as book:
        sheet, cells = _to_format(book, area)
        _set(cells, {"CellBackColor": color})
        return f"Filled {actual_area(cells).name} of {place(book, sheet)} with #{color:06X}."


@tool("osworld_mcp_libreoffice_calc.merge_cells", app="libreoffice_calc", idempotent=True)
def merge_cells(range_str: Range) -> str:
    """Merge cells of the active sheet into one, which shows the upper left cell's content."""
    area = parse_range(range_str)
    with workbook() as book:
        sheet, cells = area_of(book, area)
        merged = actual_area(cells)
        if ":" not in merged.name:
            raise ToolError(f'{shorten(range_str)} is one cell. Give the range to merge, such as "A1:C1".')
        refuse_protected_sheet(sheet)
        refuse_enormous(cells)
        cursor = sheet.createCursorByRange(cells)
        cursor.collapseToMergedArea()
        if (whole := actual_area(cursor)) != merged:
            raise ToolError(
                f"{merged.name} cuts through merged cells. Merge {whole.name}, or split them first "
                "with Format > Merge and Unmerge Cells."
            )
        hidden = _merge_note(sheet, cells, merged)
        if not is_merged(cells):
            if cells.getIsMerged():
                cells.merge(False)
            cells.merge(True)
        if not is_merged(cells):
            raise ToolError(f"LibreOffice did not merge {merged.name} of {place(book, sheet)}.")
        return f"Merged {merged.name} of {place(book, sheet)}.{hidden}"


@tool("osworld_mcp_libreoffice_calc.set_number_format", app="libreoffice_calc", idempotent=True)
def set_number_format(
    range_str: Range,
    format_type: Annotated[
        str,
        Field(
            description='"general", "number", "thousands", "percent", "scientific", "fraction", "date", "time", '
            '"datetime", "text", "currency" (dollars), "accounting", a currency code such as "EUR", or a format code '
            'such as "DD/MM/YYYY".',
            min_length=1,
        ),
    ],
    decimal_places: Annotated[
        int | None, Field(description="Default 2 (yen and the like 0).", ge=0, le=MAX_DECIMALS)
    ] = None,
) -> str:
    """Set how cells of the active sheet show their numbers; the values stay as they are."""
    area, code = parse_range(range_str), format_code(format_type, decimal_places)
    with workbook() as book:
        sheet, cells = _to_format(book, area)
        _set(cells, {"NumberFormat": format_key(book, code)})
        first, name = cells.getCellByPosition(0, 0).getString(), actual_area(cells).name
        return (
            f"{name} of {place(book, sheet)} has the number format {code}; "
            f"its first cell shows {shorten(first)}."
        )


def _to_format(book: Any, area: Area) -> tuple[Any, Any]:
    """The sheet and the cells to format. Raises ToolError when they may not be changed or none of them shows."""
    sheet, cells = area_of(book, area)
    refuse_protected_sheet(sheet)
    if (cell := covering_cell(sheet, cells)) is not None:
        raise ToolError(
            f"{actual_area(cells).name} is covered by the merged cell {cell}: name {cell} instead, or split it first "
            "with Format > Merge and Unmerge Cells."
        )
    _allocate_columns(book, sheet, cells)
    return sheet, cells


def _allocate_columns(book: Any, sheet: Any, cells: Any) -> None:
    """Let LibreOffice allocate all columns up to these cells: in others Undo does not restore formats."""
    last = cells.getRangeAddress().EndColumn
    if last <= reached_area(sheet).last_column:
        return
    manager = book.getUndoManager()
    manager.lock()
    try:
        sheet.getCellByPosition(last, 0).setFormula("")
    finally:
        manager.unlock()


def _set(cells: Any, changes: dict[str, Any]) -> None:
    """Set properties of cells. Raises ToolError when they do not have them afterwards."""
    names = tuple(sorted(changes))
    values = tuple(changes[name] for name in names)
    cells.setPropertyValues(names, values)
    if tuple(cells.getPropertyValues(names)) != values:
        raise ToolError(f"LibreOffice did not change the format of {actual_area(cells).name}.")


def _merge_note(sheet: Any, cells: Any, area: Area) -> str:
    """What to add to the answer about content that merging hides. Raises ToolError where it would be lost."""
    if has_array_formula(cells):
        raise ToolError(
            f"{area.name} of sheet {sheet.getName()} holds an array formula, and merged cells cannot. "
            "Merge cells beside it, or empty it first."
        )
    first = (area.first_column, area.first_row)
    for note in sheet.getAnnotations():
        at = note.getPosition()
        inside = (
            area.first_column <= at.Column <= area.last_column and area.first_row <= at.Row <= area.last_row
        )
        if inside and (at.Column, at.Row) != first:
            raise ToolError(
                f"Merging {area.name} would delete the comment of {cell_name(at.Column, at.Row)}. "
                "Delete that comment first, or merge other cells."
            )
    filled = sum(1 for row in cells.getFormulaArray() for text in row if text)
    filled -= bool(cells.getCellByPosition(0, 0).getFormula())
    return f" The content of {filled} other cells is hidden behind it." if filled else ""
