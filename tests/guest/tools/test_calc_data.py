"""Calc's tools for values and data: each effect is looked up in the saved file."""

from __future__ import annotations

from datetime import datetime

import pytest
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import column, effect, error, open_workbook, saved, values

pytestmark = pytest.mark.guest


@pytest.mark.core
@effect("env_info", "get_workbook_info", "get_column_data", "save")
def test_what_a_workbook_holds(office: Office) -> None:
    rows = (
        ("Item", "Day", "Sum"),
        ("Pen", datetime(2024, 3, 1), "=1+1"),
        ("Cup", None, "=1/0"),
        ("", datetime(2024, 3, 2, 6, 30), None),
    )
    open_workbook(office, rows, "Notes")
    seen = office.data("calc.env_info")
    assert (seen["document"], seen["sheet"], seen["used_range"]) == ("sales.xlsx", "Sales", "A1:C4")
    assert seen["headers"] == ["Item", "Day", "Sum"]
    assert seen["data"] == [
        ["Pen", "2024-03-01", 2],
        ["Cup", None, "#DIV/0!"],
        [None, "2024-03-02 06:30:00", None],
    ]
    assert seen["formulas"] == {"C2": "=1+1", "C3": "=1/0"}
    assert seen["left_out"] == ""
    assert office.data("calc.env_info", sheet_name="notes")["used_range"] == "A1"
    day = office.data("calc.get_column_data", column_name="Day")
    assert (day["column"], day["header"], day["left_out"]) == ("B", "Day", "")
    assert day["data"] == ["2024-03-01", None, "2024-03-02 06:30:00"]
    info = office.data("calc.get_workbook_info")
    assert info == {
        "file_path": "/home/user/office-tests/sales.xlsx",
        "file_name": "sales.xlsx",
        "sheets": ["Sales", "Notes"],
        "active_sheet": "Sales",
        "unsaved_changes": False,
    }
    office.call("calc.set_cell_value", cell="A4", value="Bag")
    assert office.data("calc.get_workbook_info")["unsaved_changes"]
    assert saved(office)["Sales"]["A4"].value == "Bag"
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]


@pytest.mark.core
@effect("set_cell_value")
def test_values_are_entered_as_typed(office: Office) -> None:
    open_workbook(office, (("Item", "Price"), ("Pen", 2), ("Cup", 7.5)), "Notes")
    for cell, value in {
        "B4": "=SUM(Sales!B2:B3)",
        "Notes.A1": "2025-03-04",
        "C1": "12.5",
        "C2": "'007",
        "C3": "",
        "D1": '=IF(B2>1,"yes, it is","no")',
    }.items():
        result = office.call("calc.set_cell_value", cell=cell, value=value).text
        assert "sales.xlsx" in result
    book = saved(office)
    sheet = book["Sales"]
    assert str(sheet["B4"].value).startswith("=SUM(")
    assert (sheet["C1"].value, sheet["C2"].value, sheet["C3"].value) == (12.5, "007", None)
    assert "yes, it is" in str(sheet["D1"].value)
    assert book["Notes"]["A1"].value == datetime(2025, 3, 4)
    assert office.data("calc.env_info")["data"][2][1] == 9.5


@effect("set_column_values")
def test_a_column_of_values(office: Office) -> None:
    open_workbook(office)
    entered = ["Stock", 1, 2.5, None, "12.5", "12.5%", "2024-03-01", "Item 7", True, "'007", "$5", "Grüße"]
    office.call("calc.set_column_values", column_name="D", data=entered, start_index=1)
    office.call("calc.set_column_values", column_name="Price", data=[3, 4])
    sheet = saved(office)["Sales"]
    assert column(sheet, "D") == [
        "Stock",
        1,
        2.5,
        None,
        12.5,
        0.125,
        datetime(2024, 3, 1),
        "Item 7",
        True,
        "007",
        5,
        "Grüße",
    ]
    assert "%" in sheet["D6"].number_format
    assert column(sheet, "B")[:4] == ["Price", 3, 4, 30]


@pytest.mark.core
@effect("sort_column")
def test_sorting_moves_whole_rows(office: Office) -> None:
    open_workbook(office, change=lambda sheet: setattr(sheet["A2"], "font", Font(bold=True)))
    office.call("calc.sort_column", column_name="Price", ascending=False)
    sheet = saved(office)["Sales"]
    assert values(sheet)[1:] == [("Bag", 30, "East"), ("Cup", 7.5, "West"), ("Pen", 2, "East")]
    assert sheet["A4"].font.bold


@effect("reorder_columns")
def test_columns_move_whole(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["D1"], sheet["D2"] = "Twice", "=B2*2"
        sheet["C2"].font = Font(bold=True)
        sheet.column_dimensions["C"].width = 40

    open_workbook(office, change=prepare)
    office.call("calc.reorder_columns", column_order=["Region", "D", "Item"])
    sheet = saved(office)["Sales"]
    assert values(sheet)[0] == ("Region", "Twice", "Item", "Price")
    assert values(sheet)[1] == ("East", "=D2*2", "Pen", 2)
    assert sheet["A2"].font.bold and not sheet["C2"].font.bold
    assert sheet.column_dimensions["A"].width == pytest.approx(40, abs=2)


@effect("transpose_range")
def test_transposing(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["B2"].number_format = "0.00%"
        sheet["A1"].font = Font(bold=True)
        sheet["C4"] = "=B4+1"

    open_workbook(office, change=prepare)
    office.call("calc.transpose_range", source_range="A1:C4", target_cell="F2")
    sheet = saved(office)["Sales"]
    shown = [[cell.value for cell in row] for row in sheet["F2:I4"]]
    assert shown == [["Item", "Pen", "Cup", "Bag"], ["Price", 2, 7.5, 30], ["Region", "East", "West", 31]]
    assert sheet["F2"].font.bold and sheet["G3"].number_format == "0.00%"
    assert sheet["A4"].value == "Bag"


@effect("fill_blank_down")
def test_filling_blanks(office: Office) -> None:
    rows = (
        ("Region", "Day", "Code", "Note"),
        (None, datetime(2024, 3, 1), "007", "=1+1"),
        ("East", None, None, None),
        (None, None, None, "x"),
        ("West", datetime(2024, 4, 1), "8", None),
        (None, None, None, None),
        (None, None, None, "end"),
    )
    open_workbook(office, rows)
    office.call("calc.fill_blank_down", columns=["Region", "B", "Code"])
    sheet = saved(office)["Sales"]
    assert column(sheet, "A") == ["Region", None, "East", "East", "West", "West", "West"]
    march, april = datetime(2024, 3, 1), datetime(2024, 4, 1)
    assert column(sheet, "B") == ["Day", march, march, march, april, april, april]
    assert column(sheet, "C") == ["Code", "007", "007", "007", "8", "8", "8"]
    assert column(sheet, "D") == ["Note", "=1+1", None, "x", None, None, "end"]
    office.call("calc.fill_blank_down")
    assert column(saved(office)["Sales"], "D") == ["Note", "=1+1", 2, "x", "x", "x", "end"]


@effect("format_numbers_to_human_readable")
def test_short_numbers(office: Office) -> None:
    numbers = (1_234_567, 3_400_000_000, 999_999, "text", "=2*1000000", -5_550_000, None)
    open_workbook(office, [("Users", "Day")] + [(number, datetime(2024, 3, 1)) for number in numbers])
    office.call("calc.format_numbers_to_human_readable", cell_range="A2:B8")
    sheet = saved(office)["Sales"]
    assert column(sheet, "A") == ["Users", "1.2M", "3.4B", 999_999, "text", "2.0M", "-5.6M", None]
    assert set(column(sheet, "B")[1:]) == {datetime(2024, 3, 1)}


@effect("hide_row_data")
def test_hiding_rows(office: Office) -> None:
    rows = [("Name", "State")] + [(f"p{i}", "N/A" if i % 3 == 0 else i) for i in range(1, 31)]
    open_workbook(office, rows)
    office.call("calc.set_cell_value", cell="B3", value="=NA()")
    office.call("calc.hide_row_data")
    office.call("calc.hide_row_data", value="4")
    sheet = saved(office)["Sales"]
    hidden = {row for row, dimension in sheet.row_dimensions.items() if dimension.hidden}
    assert hidden == {3, 5} | {i + 1 for i in range(3, 31, 3)}


@pytest.mark.core
@error(
    "env_info",
    "get_column_data",
    "set_cell_value",
    "set_column_values",
    "sort_column",
    "reorder_columns",
    "transpose_range",
    "fill_blank_down",
    "format_numbers_to_human_readable",
    "hide_row_data",
)
def test_data_tools_say_what_is_wrong(office: Office) -> None:
    open_workbook(office, (("Item", "Price", "Item"), ("Pen", 2, None)), "Notes")
    refusal = office.refusal
    assert "Sales, Notes" in refusal("calc.env_info", sheet_name="Q3")
    assert "A=Item, B=Price" in refusal("calc.get_column_data", column_name="Weight")
    assert "Several columns" in refusal("calc.get_column_data", column_name="Item")
    assert "cannot compute" in refusal("calc.set_cell_value", cell="A9", value="=FOO(1)")
    assert "more than one cell" in refusal("calc.set_cell_value", cell="A1:B2", value="1")
    assert "set_cell_value" in refusal("calc.set_column_values", column_name="A", data=["=1"])
    assert "do not fit" in refusal(
        "calc.set_column_values", column_name="A", data=[1, 2], start_index=1_048_576
    )
    assert "B=Price" in refusal("calc.sort_column", column_name="Weight")
    assert "nothing to sort" in refusal("calc.sort_column", column_name="Price", start_index=9)
    assert "once" in refusal("calc.reorder_columns", column_order=["B", "Price"])
    assert "B=Price" in refusal("calc.reorder_columns", column_order=["Weight"])
    assert "overlaps" in refusal("calc.transpose_range", source_range="A1:B2", target_cell="B2")
    assert "does not fit" in refusal("calc.transpose_range", source_range="A1:B2", target_cell="XFD1")
    assert "B=Price" in refusal("calc.fill_blank_down", columns=["Weight"])
    assert "million" in refusal("calc.format_numbers_to_human_readable", cell_range="A1:C2")
    assert "'N/A'" in refusal("calc.hide_row_data")
    assert office.data("calc.env_info")["data"] == [["Pen", 2, None]]
