"""The layout of a workbook's sheets."""

from __future__ import annotations

from random import Random

import openpyxl
import pytest

from checkers.evidence import Unusable
from checkers.office_parts import MAX_PART
from checkers.sheet_layout import CM_PER_DIGIT, SheetLayout, read_layout
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import edited, saved

PATH = "/home/user/rota.xlsx"
CELLS = "xl/worksheets/sheet1.xml"
LARGE = Random(0).randbytes(MAX_PART // 2).hex().encode()


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Rota"
    sheet["A1"] = "Duties"
    sheet.merge_cells("A1:C1")
    sheet.freeze_panes = "B3"
    sheet.sheet_view.zoomScale = 150
    sheet.column_dimensions["B"].width = 20
    sheet.row_dimensions[2].height = 36
    book.create_sheet("Names")
    return saved(book.save)


def layout(data: bytes, sheet: str = "Rota") -> SheetLayout:
    return read_layout(FileGuest({PATH: data}), PATH, sheet)


def test_what_is_set() -> None:
    rota = layout(workbook())
    assert (rota.frozen_rows, rota.frozen_columns, rota.zoom) == (2, 1, 150)
    assert rota.merged == {"A1:C1"}
    assert rota.width(2) == pytest.approx(20 * CM_PER_DIGIT)
    assert rota.height(2) == pytest.approx(36 / 72 * 2.54)
    assert rota.height(1) is None


def test_a_sheet_in_which_nothing_is_set() -> None:
    names = layout(workbook(), "Names")
    assert (names.frozen_rows, names.frozen_columns, names.zoom, names.merged) == (0, 0, 100, frozenset())
    assert names.width(1) is None and names.height(1) is None


def test_a_split_window_is_not_frozen() -> None:
    split = edited(workbook(), CELLS, lambda xml: xml.replace(b'state="frozen"', b'state="split"'))
    assert layout(split).frozen_rows == 0


def test_no_such_sheet() -> None:
    with pytest.raises(Unusable, match="Plan"):
        layout(workbook(), "Plan")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'zoomScale="150"', b'zoomScale="large"', "readable document"),
        (b'ySplit="2"', b'ySplit="nan"', "readable document"),
        (b"<sheetData>", b"<!--" + LARGE + b"--><sheetData>", "usual size"),
        (b"</worksheet>", b"", "well-formed"),
    ],
)
def test_damaged_sheets(old: bytes, new: bytes, message: str) -> None:
    damaged = edited(workbook(), CELLS, lambda xml: xml.replace(old, new))
    with pytest.raises(Unusable, match=message):
        layout(damaged)


def test_the_cells_are_missing() -> None:
    without = edited(
        workbook(), "xl/_rels/workbook.xml.rels", lambda xml: xml.replace(b"sheet1.xml", b"sheet9.xml")
    )
    with pytest.raises(Unusable, match="sheet9"):
        layout(without)
