"""Calc's tools on a sheet of 100,000 rows, and on right-to-left sheets."""

from __future__ import annotations

import pytest

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import open_workbook

pytestmark = pytest.mark.guest

ROWS = 100_000
FILL = f"""
rows = [("Id", "Region", "State", *"abcde")]
rows += [(float(i), "East" if i % 20 == 0 else "" if i % 20 == 1 else "West", "N/A" if i % 100 == 3 else "ok",
          *[float(i % 7)] * 5) for i in range({ROWS - 1})]
document.Sheets[0].getCellRangeByPosition(0, 0, 7, {ROWS - 1}).setDataArray(tuple(rows))
"""
PLACES = """[
    [item.Position.X, item.Position.X + item.Size.Width]
    for sheet in document.Sheets for item in [sheet.DrawPage.getByIndex(0), sheet.getCellRangeByName("A1:C4")]
]"""


def test_100_000_rows(office: Office) -> None:
    open_workbook(office)
    office.script(FILL, seconds=60)
    office.call("calc.fill_blank_down", columns=["Region"])
    assert office.look("document.Sheets[0].getCellRangeByName('B2:B4').getDataArray()") == [
        ["East"],
        ["East"],
        ["West"],
    ]
    assert "1000 rows" in office.call("calc.hide_row_data", value="N/A").text
    office.call(
        "calc.create_pivot_table",
        source_sheet="Sales",
        table_name="p",
        value_fields=["Id"],
        row_fields=["Region"],
    )
    assert office.look("document.Sheets[0].getCellRangeByName('J2:K2').getDataArray()")[0][0] == "East"
    office.script(f"document.Sheets[0].getCellByPosition(39, {ROWS - 1}).Value = 1")
    assert "print range" in office.refusal("calc.export_to_pdf")


def test_ten_thousand_typed_dates(office: Office) -> None:
    open_workbook(office)
    days = [f"{1 + i % 12}/{1 + i % 28}/2024" for i in range(10_000)]
    office.call("calc.set_column_values", column_name="E", data=days)
    assert office.look("document.Sheets[0].getCellRangeByName('E3').Value") == 45_324
    assert office.look("document.Sheets[0].getCellRangeByName('E10001').Value") == 45_386


def test_a_chart_stands_beside_the_data_of_a_right_to_left_sheet(office: Office) -> None:
    open_workbook(office)
    office.script("document.Sheets[0].TableLayout = 1")
    office.call("calc.create_chart", chart_type="column", data_range="A1:B4")
    office.call("calc.freeze_panes", columns=1)
    (_, chart_right), (data_left, _) = office.look(PLACES)
    assert chart_right < data_left
