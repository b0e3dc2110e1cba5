"""Calc's tools for how cells look: colours, fonts, number formats, merged cells."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.characters import BOLD, NOT_BOLD
from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.number_formats import MAX_DECIMALS, format_code, format_key
from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.ranges import parse_range
from mcp_tools.libreoffice.sheets import (
    Range,
    area_of,
    place,
    refuse_enormous,
    refuse_protected_sheet,
    workbook,
)
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
    changes: dict[str, Any] = {}
    if background_color is not None:
        changes["CellBackColor"] = parse_colour(background_color)
    if font_color is not None:
        changes["CharColor"] = parse_colour(font_color)
    if bold is not None:
        changes["CharWeight"] = BOLD if bold else NOT_BOLD
    if alignment is not None:
        name = "BLOCK" if alignment == "justify" else alignment.upper()
        changes["HoriJustify"] = uno().Enum("com.sun.star.table.CellHoriJustify", name)
    if not changes:
        raise ToolError("Nothing to do: give background_color, font_color, bold or alignment.")
    area = parse_range(range_str)
    with workbook() as book:
        sheet, cells = area_of(book, area)
        refuse_protected_sheet(sheet)
        for name, value in changes.items():
            cells.setPropertyValue(name, value)
        return f"Formatted {area.name} of {place(book, sheet)}."


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
        sheet, cells = area_of(book, area)
        refuse_protected_sheet(sheet)
        cells.setPropertyValue("CellBackColor", color)
        return f"Filled {area.name} of {place(book, sheet)} with #{color:06X}."


@tool("osworld_mcp_libreoffice_calc.merge_cells", app="libreoffice_calc", idempotent=True)
def merge_cells(range_str: Range) -> str:
    """Merge cells of the active sheet into one, which shows the upper left cell's content."""
    area = parse_range(range_str)
    if area.first_column == area.last_column and area.first_row == area.last_row:
        raise ToolError(f'"{range_str}" is one cell. Give the range to merge, such as "A1:C1".')
    with workbook() as book:
        sheet, cells = area_of(book, area)
        refuse_protected_sheet(sheet)
        refuse_enormous(cells)
        cursor = sheet.createCursorByRange(cells)
        cursor.collapseToMergedArea()
        if cursor.getRangeAddress() != cells.getRangeAddress():
            whole = str(cursor.getPropertyValue("AbsoluteName")).rsplit(".", 1)[-1].replace("$", "")
            raise ToolError(
                f"{area.name} cuts through merged cells. Merge {whole}, or split them first "
                "with Format > Merge and Unmerge Cells."
            )
        filled = sum(1 for row in cells.getFormulaArray() for text in row if text)
        filled -= bool(cells.getCellByPosition(0, 0).getFormula())
        cells.merge(True)
        hidden = f" The content of {filled} other cells is hidden behind it." if filled else ""
        return f"Merged {area.name} of {place(book, sheet)}.{hidden}"


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
        sheet, cells = area_of(book, area)
        refuse_protected_sheet(sheet)
        cells.setPropertyValue("NumberFormat", format_key(book, code))
        first = cells.getCellByPosition(0, 0).getString()
        return f"{area.name} of {place(book, sheet)} has the number format {code}; its first cell shows {first!r}."
