"""What Calc's tools share: the workbook to change, its sheets, columns and used areas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice import office, utf16
from mcp_tools.libreoffice.cell_checks import holds
from mcp_tools.libreoffice.cell_values import value_of
from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.office import struct, uno
from mcp_tools.libreoffice.ranges import LAST_COLUMN, LAST_ROW, Area, column_index, column_letters
from mcp_tools.libreoffice.undo import one_undo_step
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

Column = Annotated[
    str,
    Field(
        description='Letter such as "B", or title in row 1 such as "Price".',
        min_length=1,
    ),
]
Range = Annotated[str, Field(description='Cells such as "A1:D9", "B3", "C:C" or "1:1".')]

MAX_CELLS = 500_000
"""How many cells a tool reads in one call."""

LONGEST_NAME, LONGEST_ODS_NAME = 31, 255
"""Characters of a sheet's name: Excel's formats cut longer ones."""

TEXT_FILES = (".csv", ".tsv", ".tab", ".txt")

CONTENT = 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING, FORMULA."""

MAX_RANGES = 1_000
"""Among how many ranges of filled cells blocks are looked for."""

MAX_LISTED = 40
"""How many sheets or columns an error lists."""

MAX_LISTED_CHARACTERS = 40
"""Longer names and texts are cut in messages."""

_SMALLER = "Name a smaller range, or empty stray cells far away from the data."

_LETTERS = re.compile(r"[A-Za-z]{1,3}")
_FORBIDDEN_IN_NAMES = re.compile(r"[\[\]*?:/\\\x00-\x1f]")


@contextmanager
def workbook(*, same_view: bool = False) -> Iterator[Any]:
    """The open workbook, to be changed; what happens inside is painted at the end. Raises ToolError.

    `same_view`: it shows and selects at the end what it did before, not only when the block raises.
    """
    with document(CALC, undo=False) as book:
        view_of(book)
        book.lockControllers()  # outside the step of Undo, which would not be empty with it
        try:
            with _keep_view(book, always=same_view), one_undo_step(book):
                yield book
        finally:
            book.unlockControllers()


@contextmanager
def _keep_view(book: Any, *, always: bool) -> Iterator[None]:
    """Show again what is shown now when the block raises: taking its changes back shows what they were in."""
    show_again = _view_restorer(view_of(book))
    try:
        yield
    except BaseException:
        show_again()
        raise
    if always:
        show_again()


def view_of(book: Any) -> Any:
    """The window's view of the sheets. Raises ToolError when it shows the page preview instead."""
    view = book.getCurrentController()
    if not hasattr(view, "getActiveSheet"):
        raise ToolError("The page preview is shown, which has no cells. Close it first (Ctrl+Shift+O).")
    return view


def _view_restorer(view: Any) -> Callable[[], None]:
    """What shows again what the view shows now; to select cells scrolls to them."""
    sheet, selected = view.getActiveSheet(), view.getSelection()
    corner = view.getFirstVisibleColumn(), view.getFirstVisibleRow()

    def show_again() -> None:
        view.setActiveSheet(sheet)
        view.select(selected)
        if (view.getFirstVisibleColumn(), view.getFirstVisibleRow()) != corner:
            view.setFirstVisibleColumn(corner[0])
            view.setFirstVisibleRow(corner[1])

    return show_again


def place(book: Any, sheet: Any) -> str:
    """How results name a sheet: `sheet Sales of report.xlsx`."""
    return f"sheet {sheet.getName()} of {office.name_of(book)}"


def sheet_named(book: Any, name: str | None) -> Any:
    """The sheet of this name, upper or lower case, or the active sheet for None. Raises ToolError."""
    if name is None:
        return _active_sheet(book)
    names = book.getSheets().getElementNames()
    same = [item for item in names if item == name] or [i for i in names if i.lower() == name.lower()]
    if not same:
        raise ToolError(f"There is no sheet {shorten(name)}. The sheets are: {list_names(names)}.")
    return book.getSheets().getByName(same[0])


def _active_sheet(book: Any) -> Any:
    view = book.getCurrentController()
    if hasattr(view, "getActiveSheet"):
        return view.getActiveSheet()
    window = book.getViewData().getByIndex(0)  # the page preview remembers the sheet that it was opened from
    name = next(item.Value for item in window if item.Name == "ActiveTable")
    return book.getSheets().getByName(name)


def unused_sheet_name(book: Any, name: str, *, instead_of: str | None = None) -> str:
    """The name, when a new sheet (or the one called `instead_of`) can have it. Raises ToolError."""
    names = book.getSheets().getElementNames()
    if name.lower() in (item.lower() for item in names if item != instead_of):
        raise ToolError(f"There is a sheet {shorten(name)} already. The sheets are: {list_names(names)}.")
    if not name.strip() or _FORBIDDEN_IN_NAMES.search(name) or name[0] == "'" or name[-1] == "'":
        raise ToolError(
            f"{shorten(name)} cannot name a sheet: leave out [ ] * ? : / \\, line breaks, "
            "and apostrophes at the ends."
        )
    limit = LONGEST_ODS_NAME if office.path_of(book).endswith(".ods") else LONGEST_NAME
    if utf16.length(name) > limit:
        raise ToolError(
            f"{shorten(name)} is too long to name a sheet: the limit is {limit} characters in this file's "
            "format, where an emoji counts as two."
        )
    return name


def refuse_single_sheet(book: Any) -> None:
    """Raise ToolError when the workbook's file is a text file, which holds one sheet and not its name."""
    if office.path_of(book).lower().endswith(TEXT_FILES):
        raise ToolError(
            f"{office.name_of(book)} is a text file: it holds one sheet, and neither its name nor others. "
            "Save it as .xlsx or .ods first with File > Save As (Ctrl+Shift+S)."
        )


def refuse_protected_structure(book: Any) -> None:
    """Raise ToolError when the workbook's protection keeps its sheets from being added, named or moved."""
    if book.isProtected():
        raise ToolError(
            f"The structure of {office.name_of(book)} is protected, so its sheets cannot be changed. "
            "Unprotect it first with Tools > Protect Spreadsheet Structure."
        )


def list_names(names: Sequence[str]) -> str:
    """Names in a row for a message, bounded."""
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(cut(name) for name in names[:MAX_LISTED]) + more


def cut(text: str) -> str:
    """The beginning of a cell's text or a name, on one line, for a message."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_LISTED_CHARACTERS else f"{line[:MAX_LISTED_CHARACTERS]}…"


def area_of(book: Any, area: Area) -> tuple[Any, Any]:
    """The sheet and the cell range that an area names; whole columns and rows end with the sheet's used area."""
    sheet = sheet_named(book, area.sheet)
    last_row, last_column = area.last_row, area.last_column
    if (area.first_row, area.last_row) == (0, LAST_ROW):
        last_row = used_area(sheet).last_row
    if (area.first_column, area.last_column) == (0, LAST_COLUMN):
        last_column = used_area(sheet).last_column
    return sheet, sheet.getCellRangeByPosition(area.first_column, area.first_row, last_column, last_row)


def used_area(sheet: Any) -> Area:
    """From A1 to the last row and column that hold data; cells of blanks alone, or with formats only, do not count."""
    column, row = run_in_process("used_cells.end", sheet=sheet)
    return Area(None, 0, 0, column, row)


def reached_area(sheet: Any) -> Area:
    """From A1 to the last cell with any content or a format that shows."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    address = cursor.getRangeAddress()
    return Area(None, 0, 0, address.EndColumn, address.EndRow)


def blocks_of(sheet: Any) -> list[Any]:
    """The addresses of the first blocks of filled cells, which empty rows and columns part, from the top down."""
    corners = run_in_process("used_cells.first_corners", sheet=sheet, limit=MAX_RANGES)
    blocks: list[Any] = []
    for column, row in corners:
        if not any(holds(block, row, column) for block in blocks):
            cell = sheet.getCellByPosition(column, row)
            cursor = sheet.createCursorByRange(cell)
            cursor.collapseToCurrentRegion()
            blocks.append(cursor.getRangeAddress())
    return blocks


def refuse_enormous(cells: Any, limit: int = MAX_CELLS, *, remedy: str = _SMALLER) -> None:
    """Raise ToolError for a range with more cells than can be read within a call's time; `remedy` is the way out."""
    address = cells.getRangeAddress()
    count = (address.EndColumn - address.StartColumn + 1) * (address.EndRow - address.StartRow + 1)
    if count > limit:
        area = Area(None, address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)
        raise ToolError(
            f"{area.name} of sheet {cells.getSpreadsheet().getName()} has {count:,} cells; the limit is "
            f"{limit:,}. {remedy}"
        )


def refuse_protected(sheet: Any, cells: Any) -> None:
    """Raise ToolError when the sheet's protection keeps these cells from being changed."""
    if not sheet.isProtected():
        return
    mixed = cells.getPropertyState("CellProtection") == uno().Enum(
        "com.sun.star.beans.PropertyState", "AMBIGUOUS_VALUE"
    )
    if mixed or cells.getPropertyValue("CellProtection").IsLocked:
        refuse_protected_sheet(sheet)


def refuse_protected_sheet(sheet: Any) -> None:
    """Raise ToolError when the sheet is protected."""
    if sheet.isProtected():
        raise ToolError(
            f"Sheet {sheet.getName()} is protected, so its cells cannot be changed. "
            "Unprotect it first with Tools > Protect Sheet."
        )


def column_of(sheet: Any, name: str, used: Area | None = None) -> int:
    """The number, from 0, of a column named by its letters or by the title in row 1. Raises ToolError.

    `used` is the sheet's used area where it is known already.
    """
    return columns_called(sheet, [name], used)[0]


def columns_called(sheet: Any, names: Sequence[str], used: Area | None = None) -> list[int]:
    """The numbers of several columns; see `column_of`."""
    titles = row_texts(sheet, 0, (used or used_area(sheet)).last_column)
    return [column_among(titles, name, sheet) for name in names]


def column_among(titles: Sequence[str], name: str, sheet: Any, first: int = 0) -> int:
    """The number of the column so named among titles that stand in columns `first` and on. Raises ToolError."""
    name = name.strip()
    by_letter = column_index(name) if _LETTERS.fullmatch(name) and len(name) < 3 else None
    if by_letter is not None and first <= by_letter < first + len(titles):
        return by_letter
    titles = [title.strip() for title in titles]
    for candidates, target in ((titles, name), ([title.lower() for title in titles], name.lower())):
        if target and candidates.count(target) > 1:
            raise ToolError(
                f"Several columns are titled {shorten(name)}. Name the one you mean by its letter."
            )
        if target and target in candidates:
            return first + candidates.index(target)
    if _LETTERS.fullmatch(name) and not first:
        return column_index(name)
    known = [f"{column_letters(first + i)}={title}" for i, title in enumerate(titles) if title]
    raise ToolError(
        f"There is no column {shorten(name)} in sheet {shorten(sheet.getName())}. "
        f"Give a column letter or a title of its first row: {list_names(known) or 'that row is empty'}."
    )


def columns_of(sheet: Any, text: str) -> list[tuple[int, int]]:
    """Columns such as "B", "A:C", "A,D:F" or titles, as pairs of first and last counted from 0. Raises ToolError."""
    titles = row_texts(sheet, 0, used_area(sheet).last_column)
    if text.strip() in (title.strip() for title in titles):
        return [(column_among(titles, text, sheet),) * 2]
    columns = []
    for part in text.split(","):
        ends = [column_among(titles, end.strip().lstrip("$"), sheet) for end in part.split(":")]
        if not part.strip() or len(ends) > 2:
            raise ToolError(
                f'{shorten(text)} names no columns. Write a letter such as "B", or "A:C", or "A,D:F".'
            )
        columns.append((min(ends), max(ends)))
    return columns


def row_texts(sheet: Any, row: int, last_column: int) -> list[str]:
    """The cells of a row, from column A, as text."""
    data = sheet.getCellRangeByPosition(0, row, last_column, row).getDataArray()[0]
    return [str(value_of(cell) if value_of(cell) is not None else "") for cell in data]


def cell_address(sheet: Any, column: int, row: int) -> Any:
    """UNO's address of a cell, counted from 0."""
    return struct(
        "com.sun.star.table.CellAddress", Sheet=sheet.getRangeAddress().Sheet, Column=column, Row=row
    )


def ranges_of(book: Any, sheet: Any, areas: Sequence[tuple[int, int, int, int]]) -> Any:
    """Several areas of a sheet as one object; each is first column, first row, last column, last row from 0."""
    index = sheet.getRangeAddress().Sheet
    address = uno().getClass("com.sun.star.table.CellRangeAddress")
    addresses = tuple(address(index, *area) for area in areas)
    ranges = book.createInstance("com.sun.star.sheet.SheetCellRanges")
    sequence = uno().Any("[]com.sun.star.table.CellRangeAddress", addresses)
    uno().invoke(ranges, "addRangeAddresses", (sequence, False))
    return ranges
