"""Edits of rows, columns, sheets and pages."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial

from openpyxl.utils import get_column_letter

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import Element, insert_child, set_child
from controller.proofs.mutants.additive.workbook.model import ON, Sheet, Workbook, fragment, tag

_VIEW = ("pane", "selection", "pivotSelection", "extLst")
_HEADER_FOOTER = ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter")
_WIDE, _HIGH = "45.5", "61.5"


def _hide_rows(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        for row in _filled_rows(sheet):
            if row.get("hidden") not in ON:
                yield Edit(f"{sheet.place}, row {row.get('r')}", partial(row.set, "hidden", "1"))


def _raise_rows(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        for row in _filled_rows(sheet):
            height = {"ht": _HIGH, "customHeight": "1"}
            yield Edit(f"{sheet.place}, row {row.get('r')}", partial(row.attrib.update, height))


def _hide_columns(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        for column in _filled_columns(sheet):
            if _column_width(sheet, column).get("hidden") not in ON:
                yield Edit(_column_place(sheet, column), partial(_set_column, sheet, column, hidden="1"))


def _widen_columns(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        for column in _filled_columns(sheet):
            change = partial(_set_column, sheet, column, width=_WIDE, customWidth="1")
            yield Edit(_column_place(sheet, column), change)


def _hide_sheets(book: Workbook) -> Iterator[Edit]:
    """Hide sheets; the one that is shown stays, as a workbook without a sheet to show is damaged."""
    for sheet in book.sheets:
        shown = book.index_of(sheet) == book.active
        if not shown and sheet.element.get("state", "visible") == "visible":
            yield Edit(sheet.place, partial(sheet.element.set, "state", "hidden"))


def _colour_tabs(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        yield Edit(sheet.place, partial(_colour_tab, sheet))


def _change_frozen_panes(book: Workbook) -> Iterator[Edit]:
    """Freeze the first row, or release what is frozen."""
    for sheet in book.sheets:
        yield Edit(sheet.place, partial(_change_panes, sheet))


def _hide_grid_lines(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        view = _view(sheet)
        if view.get("showGridLines", "1") in ON:
            yield Edit(sheet.place, partial(view.set, "showGridLines", "0"))


def _protect_sheets(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        protection = sheet.root.find(tag("sheetProtection"))
        if protection is None or protection.get("sheet") not in ON:
            yield Edit(sheet.place, partial(sheet.child, "sheetProtection", sheet="1"))


def _turn_pages(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        setup = sheet.root.find(tag("pageSetup"))
        turned = setup is not None and setup.get("orientation") == "landscape"
        orientation = "portrait" if turned else "landscape"
        yield Edit(sheet.place, partial(sheet.child, "pageSetup", orientation=orientation))


def _add_headers(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        yield Edit(sheet.place, partial(_append_line, sheet, "oddHeader"))


def _add_footers(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        yield Edit(sheet.place, partial(_append_line, sheet, "oddFooter"))


def _change_margins(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        margins = sheet.root.find(tag("pageMargins"))
        if margins is not None:
            left = str(float(margins.get("left")) + 0.8)
            yield Edit(sheet.place, partial(margins.set, "left", left))


def _filled_rows(sheet: Sheet) -> list[Element]:
    filled = {cell.row for cell in sheet.cells}
    return [row for number, row in sheet.rows.items() if number in filled]


def _filled_columns(sheet: Sheet) -> list[int]:
    return sorted({cell.column for cell in sheet.cells})


def _column_place(sheet: Sheet, column: int) -> str:
    return f"{sheet.place}, column {get_column_letter(column)}"


def _column_width(sheet: Sheet, column: int) -> Element:
    """Return the entry that holds for a column; an empty one if there is none."""
    columns = sheet.root.iterfind(f"{tag('cols')}/{tag('col')}")
    covering = (each for each in columns if int(each.get("min")) <= column <= int(each.get("max")))
    return next(covering, fragment("<col/>"))


def _set_column(sheet: Sheet, column: int, **attributes: str) -> None:
    """Set attributes of one column; an entry for several is split into up to three."""
    own = copy.deepcopy(_column_width(sheet, column))
    columns = sheet.child("cols")
    entries = [own]
    for former in list(columns):
        first, last = int(former.get("min")), int(former.get("max"))
        columns.remove(former)
        ranges = [(first, last)]
        if first <= column <= last:
            ranges = [(first, column - 1), (column + 1, last)]
        for low, high in ranges:
            if low <= high:
                entries.append(copy.deepcopy(former))
                entries[-1].attrib.update({"min": str(low), "max": str(high)})
    own.attrib.update({"width": "9.14", **own.attrib, **attributes, "min": str(column), "max": str(column)})
    columns.extend(sorted(entries, key=lambda entry: int(entry.get("min"))))


def _colour_tab(sheet: Sheet) -> None:
    properties = sheet.child("sheetPr")
    set_child(properties, "tabColor", ("tabColor", "outlinePr", "pageSetUpPr"), rgb="FFC2185B")


def _view(sheet: Sheet) -> Element:
    views = sheet.child("sheetViews")
    return set_child(views, "sheetView", ("sheetView", "extLst"), workbookViewId="0")


def _change_panes(sheet: Sheet) -> None:
    view = _view(sheet)
    pane = view.find(tag("pane"))
    for former in view.findall(tag("selection")):
        view.remove(former)
    if pane is not None:
        view.remove(pane)
        return
    frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    insert_child(view, fragment(frozen), _VIEW)
    insert_child(view, fragment('<selection pane="bottomLeft"/>'), _VIEW)


def _append_line(sheet: Sheet, part: str) -> None:
    line = set_child(sheet.child("headerFooter"), part, _HEADER_FOOTER)
    line.text = f"{line.text or '&C'} Draft"


RULES: dict[str, Rule[Workbook]] = {
    "row hidden": _hide_rows,
    "row height changed": _raise_rows,
    "column hidden": _hide_columns,
    "column width changed": _widen_columns,
    "sheet hidden": _hide_sheets,
    "tab colour added": _colour_tabs,
    "frozen panes changed": _change_frozen_panes,
    "grid lines hidden": _hide_grid_lines,
    "sheet protected": _protect_sheets,
    "page orientation changed": _turn_pages,
    "page margins changed": _change_margins,
    "page header changed": _add_headers,
    "page footer changed": _add_footers,
}
