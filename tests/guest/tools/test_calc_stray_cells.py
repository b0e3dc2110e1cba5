"""Calc's tools on sheets with blanks or formats far away from the data."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import column, open_workbook, saved

pytestmark = pytest.mark.guest

ROWS = 50
TABLE = [("Name", "Count", "Region")] + [
    (f"n{i}", (i * 17) % ROWS, "N/A" if i % 7 == 0 else "r") for i in range(ROWS)
]


def bold_far_down(sheet: Worksheet) -> None:
    sheet["Z1048576"].font = Font(bold=True)


def yellow_far_down(sheet: Worksheet) -> None:
    sheet["Z1048576"].fill = PatternFill("solid", fgColor="FFFF00")


def space_in_the_last_cell(sheet: Worksheet) -> None:
    sheet["XFD1048576"] = " "


@pytest.mark.parametrize("change", [bold_far_down, yellow_far_down, space_in_the_last_cell])
def test_tools_work_on_the_rows_that_hold_data(office: Office, change: Callable[[Worksheet], None]) -> None:
    open_workbook(office, TABLE, change=change)
    content = office.data("calc.env_info")
    assert (content["used_range"], content["left_out"]) == ("A1:C51", "")
    assert len(content["data"]) == ROWS
    counts = office.data("calc.get_column_data", column_name="Count")
    assert (len(counts["data"]), counts["left_out"]) == (ROWS, "")
    assert "8 rows" in office.call("calc.hide_row_data").text
    office.call("calc.adjust_column_width", columns="A:C", autofit=True)
    office.call("calc.adjust_row_height", rows="1:51", autofit=True)
    office.call("calc.reorder_columns", column_order=["Count", "Name"])
    assert "A2:C51" in office.call("calc.sort_column", column_name="Count").text
    assert (
        "A1:C51"
        in office.call(
            "calc.create_pivot_table",
            source_sheet="Sales",
            table_name="Sums",
            value_fields=["Count"],
            row_fields=["Region"],
        ).text
    )
    assert office.look("document.Sheets.getByIndex(0).getCellRangeByName('A1:B3').DataArray") == [
        ["Count", "Name"],
        [0, "n0"],
        [1, "n3"],
    ]


def test_the_column_used_meanwhile_keeps_its_blank(office: Office) -> None:
    def change(sheet: Worksheet) -> None:
        sheet["D9"] = " "

    open_workbook(office, TABLE, change=change)
    office.call("calc.reorder_columns", column_order=["Count", "Name"])
    sheet = saved(office)["Sales"]
    assert sheet["D9"].value == " "
    assert column(sheet, "A")[:3] == ["Count", 0, 17]


def test_a_pdf_ends_with_the_data(office: Office) -> None:
    open_workbook(office, TABLE, change=space_in_the_last_cell)
    office.call("calc.export_to_pdf")
    assert office.file("sales.pdf").count(b"/Type/Page/") in (1, 2)


def test_billions_of_cells_are_not_sorted(office: Office) -> None:
    def change(sheet: Worksheet) -> None:
        sheet["XFD1048576"] = "x"

    open_workbook(office, TABLE, change=change)
    assert "limit" in office.refusal("calc.sort_column", column_name="Count")
    assert office.is_running()
