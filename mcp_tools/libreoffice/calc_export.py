"""Calc's tools that write a workbook to files of other formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.export import export, open_pdf
from mcp_tools.libreoffice.export import output_path as export_path
from mcp_tools.libreoffice.office import name_of
from mcp_tools.libreoffice.ranges import cell_name
from mcp_tools.libreoffice.sheets import place, reached_area, sheet_named, used_area, view_of, workbook
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.registry import ToolError, tool

PdfPath = Annotated[
    str,
    Field(
        description='The file to write, ending in ".pdf"; relative to the workbook\'s folder.', min_length=1
    ),
]

Pages = Annotated[
    int, Field(description="Pages side by side (x) or below each other (y); 0: any.", ge=0, le=1000)
]

_CSV = "Text - txt - csv (StarCalc)"
_CSV_OPTIONS = "44,34,76,1,,0,false,true,true"
"""Commas, double quotes, UTF-8, from row 1; 7: quotes where needed only, 8: numbers unquoted, 9: cells as shown."""

_PDF = "calc_pdf_Export"

MAX_PRINTED = 3_000_000
"""How many cells are written to a PDF in one call; LibreOffice needs ten seconds for a million."""

MANY_CELLS = 10_000_000
"""A sheet that reaches so far is printed down to the end of its data only."""


@tool("osworld_mcp_libreoffice_calc.export_to_csv", app="libreoffice_calc", destructive=True, idempotent=True)
def export_to_csv() -> str:
    """Write the active sheet to a CSV file beside the workbook, sales.xlsx to sales.csv, replacing that file.

    UTF-8, commas, cells as shown. The workbook stays open as it is and is not saved.
    """
    with document(CALC, changing=False) as book:
        view_of(book)  # in the page preview LibreOffice would write the first sheet
        path = export_path(book, None, ".csv")
        export(book, path, _CSV, options=_CSV_OPTIONS)
        return f"Wrote {place(book, sheet_named(book, None))} to {path}."


@tool(
    "osworld_mcp_libreoffice_calc.export_to_pdf",
    app="libreoffice_calc",
    destructive=True,
    idempotent=True,
    seconds=60,
)
def export_to_pdf(
    file_path: Annotated[
        PdfPath | None,
        Field(description='The file to write, ending in ".pdf"; default: beside the workbook.'),
    ] = None,
    sheets: Annotated[list[str] | None, Field(description="Names of sheets; default: all.")] = None,
    open_after_export: Annotated[bool, Field(description="True shows the PDF in a window.")] = False,
) -> str:
    """Write the open workbook, or some of its sheets, to a PDF file, replacing a file of that name."""
    with document(CALC, changing=False) as book:
        path = export_path(book, file_path, ".pdf")
        if "" in (sheets or ()):
            raise ToolError('"" names no sheet. Leave sheets out to export all of them.')
        chosen = [sheet_named(book, name) for name in sheets or ()]
        visible = _visible(book)
        _refuse_too_many_pages(chosen or visible)
        if chosen or any(map(_reaches_far, visible)):
            export(book, path, _PDF, Selection=_print_ranges(book, chosen or visible))
        else:
            export(book, path, _PDF)
        what = f"sheets {', '.join(sheet.getName() for sheet in chosen)}" if chosen else "all sheets"
        result = f"Wrote {what} of {name_of(book)} to {path}."
    if open_after_export:
        open_pdf(path)
    return result


@tool(
    "osworld_mcp_libreoffice_calc.scale_first_sheet_and_export_pdf",
    app="libreoffice_calc",
    destructive=True,
    idempotent=True,
    seconds=60,
)
def scale_first_sheet_and_export_pdf(output_path: PdfPath, pages_x: Pages = 1, pages_y: Pages = 1) -> str:
    """Scale the first sheet so that it prints on so many pages, and write that sheet to a PDF file.

    An existing file is replaced. The workbook keeps the scale (not saved). Other sheets: export_to_pdf.
    """
    if not pages_x and not pages_y:
        raise ToolError("Give pages_x or pages_y above 0: with both 0 there is nothing to scale to.")
    with workbook() as book:
        path = export_path(book, output_path, ".pdf")
        sheet = book.getSheets().getByIndex(0)
        _refuse_too_many_pages([sheet])
        selection = _print_ranges(book, [sheet])
        run_in_process("page_styles.scale", book=book, sheet=sheet, pages_x=pages_x, pages_y=pages_y)
        export(book, path, _PDF, Selection=selection)
        return f"Scaled {place(book, sheet)} to {pages_x or 'any'} x {pages_y or 'any'} pages and wrote it to {path}."


def _print_ranges(book: Any, sheets: Sequence[Any]) -> Any:
    """What is printed of sheets: their print ranges, or else all that they hold. Raises ToolError for nothing."""
    ranges = book.createInstance("com.sun.star.sheet.SheetCellRanges")
    for sheet in sheets:
        areas = sheet.getPrintAreas() or (_content(sheet),)
        for address in areas:
            if address is not None:
                ranges.addRangeAddress(address, False)
    if not ranges.getCount():
        raise ToolError(
            f"There is nothing to print: {', '.join(s.getName() for s in sheets)} of {name_of(book)} is empty."
        )
    return ranges


def _refuse_too_many_pages(sheets: Sequence[Any]) -> None:
    """Raise ToolError for so many cells that LibreOffice would write pages for longer than the call's time."""
    count = 0
    for sheet in sheets:
        used = used_area(sheet)
        areas = sheet.getPrintAreas()
        count += sum(
            (area.EndColumn - area.StartColumn + 1) * (area.EndRow - area.StartRow + 1) for area in areas
        )
        count += 0 if areas else (used.last_column + 1) * (used.last_row + 1)
    if count > MAX_PRINTED:
        raise ToolError(
            f"{count:,} cells would be printed, and one call writes at most {MAX_PRINTED:,}: nothing was written. Name "
            "fewer sheets (export_to_pdf), or set a print range first: select the cells, then Format > Print Ranges > "
            "Define."
        )


def _visible(book: Any) -> list[Any]:
    sheets = (book.getSheets().getByIndex(i) for i in range(book.getSheets().getCount()))
    return [sheet for sheet in sheets if sheet.getPropertyValue("IsVisible")]


def _reaches_far(sheet: Any) -> bool:
    """Whether blanks or formats far from the data would keep LibreOffice busy for minutes with empty pages.

    Raises ToolError when there are also pictures or charts, of which only LibreOffice knows the pages.
    """
    reached, used = reached_area(sheet), used_area(sheet)
    if sheet.getPrintAreas() or (reached.last_row + 1) * (reached.last_column + 1) < MANY_CELLS:
        return False
    if reached == used:
        return False
    if sheet.getDrawPage().getCount():
        end = cell_name(reached.last_column, reached.last_row)
        raise ToolError(
            f"Sheet {sheet.getName()} has blanks or formats down to {end}, so that LibreOffice would lay out "
            "pages for minutes. Delete these cells, or set a print range with Format > Print Ranges first."
        )
    return True


def _content(sheet: Any) -> Any | None:
    used = used_area(sheet)
    cells = sheet.getCellRangeByPosition(0, 0, used.last_column, used.last_row)
    if used.name == "A1" and not cells.getFormulaArray()[0][0] and not sheet.getDrawPage().getCount():
        return None
    return cells.getRangeAddress()
