"""What a window shows: changes of it after each of which LibreOffice would paint."""

from __future__ import annotations

import re
from typing import Any

BY_VALUE = 3
"""com.sun.star.view.DocumentZoomType.BY_VALUE."""
_FROZEN = "2"
"""How view data says that a split is frozen; its place is then a number of columns or rows."""

_COLUMNS, _ROWS = 8, 10
"""Where a sheet's view data has these numbers, separators counted."""


def freeze(view: Any, columns: int, rows: int) -> bool:
    """Keep so many columns and rows of the sheet shown in view, which then starts with them; 0 and 0 ends that.

    Returns False, with the view as it was, when they do not fit into the window.
    """
    before = view.getViewData()
    _freeze(view, columns, rows)
    if _frozen_counts(view) != (columns, rows) and _hidden_follow(view, columns, rows):
        _freeze_exactly(view, columns, rows)
    if _frozen_counts(view) == (columns, rows):
        return True
    view.restoreViewData(before)
    return False


def _freeze(view: Any, columns: int, rows: int) -> None:
    view.splitAtPosition(0, 0)  # removes a split; freezeAtPosition(0, 0) would freeze at the cursor
    if rows:
        view.setFirstVisibleRow(0)
    if columns:
        view.setFirstVisibleColumn(0)
    if rows or columns:
        view.freezeAtPosition(columns, rows)


def _frozen_counts(view: Any) -> tuple[int, int]:
    """How many columns and rows are frozen: what does not fit, LibreOffice freezes at the cursor or not at all."""
    _zoom, active, _scrollbar, *sheets = view.getViewData().split(";")
    _x, _y, across, down, columns, rows, *_ = re.split("[/+]", sheets[int(active)])
    return int(columns) if across == _FROZEN else 0, int(rows) if down == _FROZEN else 0


def _hidden_follow(view: Any, columns: int, rows: int) -> bool:
    """Whether what LibreOffice froze besides so many columns and rows is hidden."""
    frozen_columns, frozen_rows = _frozen_counts(view)
    if bool(frozen_columns) != bool(columns) or bool(frozen_rows) != bool(rows):
        return False
    sheet = view.getActiveSheet()
    beyond = [
        *(sheet.getColumns().getByIndex(index) for index in range(columns, frozen_columns)),
        *(sheet.getRows().getByIndex(index) for index in range(rows, frozen_rows)),
    ]
    return not any(item.getPropertyValue("IsVisible") for item in beyond)


def _freeze_exactly(view: Any, columns: int, rows: int) -> None:
    """Freeze so many columns and rows alone, where LibreOffice froze the hidden ones that follow, too."""
    zoom, active, scrollbar, *sheets = view.getViewData().split(";")
    fields = re.split("([/+])", sheets[int(active)])
    fields[_COLUMNS], fields[_ROWS] = str(columns), str(rows)
    sheets[int(active)] = "".join(fields)
    view.restoreViewData(";".join((zoom, active, scrollbar, *sheets)))


def zoom(view: Any, percent: int) -> int:
    """Show the sheets at so many percent; returns at how many the one in view is shown."""
    _visit_unknown_sheets(view)
    view.setPropertyValue("ZoomType", BY_VALUE)
    view.setPropertyValue("ZoomValue", percent)
    return int(view.getPropertyValue("ZoomValue"))


def _visit_unknown_sheets(view: Any) -> None:
    """Show the sheets that the window knows nothing of, and then that in view again.

    Undo and Redo make such sheets. They are shown in the window's zoom, but saved with 100 percent.
    """
    sheets = view.getModel().getSheets()
    _zoom, _active, _scrollbar, *known = view.getViewData().split(";")
    known += [""] * (sheets.getCount() - len(known))
    unknown = [sheet for sheet, data in zip(_all(sheets), known, strict=False) if not data]
    if not unknown:
        return
    active, selected = view.getActiveSheet(), view.getSelection()
    for sheet in unknown:
        if sheet.getPropertyValue("IsVisible"):
            view.setActiveSheet(sheet)
    view.setActiveSheet(active)
    view.select(selected)


def _all(sheets: Any) -> list[Any]:
    return [sheets.getByIndex(i) for i in range(sheets.getCount())]
