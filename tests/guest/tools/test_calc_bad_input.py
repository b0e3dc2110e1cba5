"""Calc's tools on what goes wrong: not running, dialogs, protection, odd names, an enormous sheet."""

from __future__ import annotations

import io
import re

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.workbooks import SALES, error, open_workbook, saved, values, workbook

pytestmark = pytest.mark.guest

EDITS: dict[str, dict[str, object]] = {
    "set_cell_value": {"cell": "A1", "value": "x"},
    "set_column_values": {"column_name": "A", "data": ["x"]},
    "sort_column": {"column_name": "A"},
    "reorder_columns": {"column_order": ["B", "A"]},
    "transpose_range": {"source_range": "B1:C2", "target_cell": "F1"},
    "copy_cells_between_sheets": {
        "source_range": "A1",
        "target_sheet_name": "Sales",
        "target_start_cell": "F1",
    },
    "fill_blank_down": {},
    "format_numbers_to_human_readable": {"cell_range": "A1:B4"},
    "hide_row_data": {"value": "Pen"},
    "format_range": {"range_str": "A1", "bold": True},
    "highlight_range": {"range_str": "A1"},
    "merge_cells": {"range_str": "A1:B1"},
    "set_number_format": {"range_str": "A1", "format_type": "percent"},
    "adjust_column_width": {"columns": "A", "width": 5},
    "adjust_row_height": {"rows": "1", "height": 2},
    "create_chart": {"chart_type": "bar", "data_range": "A1:B4"},
    "create_pivot_table": {
        "source_sheet": "Sales",
        "table_name": "P",
        "value_fields": ["Price"],
        "row_fields": ["Item"],
    },
}
"""Calls that change the sheet Sales."""

EDITS_OF_SHEETS: dict[str, dict[str, object]] = {
    "rename_sheet": {"old_name": "Sales", "new_name": "x"},
    "copy_sheet": {"source_sheet": "Sales"},
    "reorder_sheets": {"sheet_name": "Sales", "position": 1},
    "switch_active_sheet": {"sheet_name": "a new one"},
}


@error("get_workbook_info", *EDITS)
def test_without_libreoffice_the_remedy_is_named(office: Office) -> None:
    office.quit()
    assert "testbed-open" in office.refusal("calc.get_workbook_info")
    for name, arguments in {"save": {}, **EDITS}.items():
        assert "not running" in office.refusal(f"calc.{name}", **arguments)


def test_with_another_kind_of_document_in_front(office: Office) -> None:
    office.launch("libreoffice_writer")
    office.wait_for_window(lambda titles: any("Writer" in title for title in titles[:1]))
    refusal = office.refusal("calc.env_info")
    assert "No spreadsheet is open" in refusal and "Untitled 1 (text document)" in refusal


def test_an_open_dialog_is_named(office: Office) -> None:
    open_workbook(office)
    office.key("ctrl", "1")
    office.wait_for_window(lambda titles: "Format Cells" in titles)
    assert "Format Cells" in office.refusal("calc.set_cell_value", cell="A1", value="1")
    assert office.data("calc.env_info")["sheet"] == "Sales"
    office.key("Escape")
    office.wait_for_window(lambda titles: "Format Cells" not in titles)
    office.call("calc.set_cell_value", cell="A1", value="1")


def test_the_connection_survives_a_restart(office: Office) -> None:
    open_workbook(office)
    office.call("calc.env_info")
    office.quit()
    open_workbook(office)
    office.call("calc.env_info")


def test_a_read_only_document_is_read_and_exported_but_not_changed(office: Office) -> None:
    stream = io.BytesIO()
    workbook().save(stream)
    office.write("fixed.xlsx", stream.getvalue())
    office.guest.run(["chown", "root:root", f"{FOLDER}/fixed.xlsx"])
    office.guest.run(["chmod", "444", f"{FOLDER}/fixed.xlsx"])
    office.show("libreoffice_calc", "fixed.xlsx")
    for name, arguments in {**EDITS, **EDITS_OF_SHEETS}.items():
        assert "fixed.xlsx is open read-only" in office.refusal(f"calc.{name}", **arguments)
    assert "read-only" in office.refusal("calc.save")
    assert office.data("calc.get_column_data", column_name="Item")["data"] == ["Pen", "Cup", "Bag"]
    office.call("calc.freeze_panes", rows=1)
    office.call("calc.set_zoom_level", zoom_percentage=90)
    office.call("calc.export_to_csv")
    assert office.file("fixed.csv").startswith(b"Item,Price,Region\n")


def test_a_protected_sheet_is_not_changed(office: Office) -> None:
    def protect(sheet: Worksheet) -> None:
        sheet.protection.sheet = True

    open_workbook(office, SALES, "Notes", change=protect)
    for name, arguments in EDITS.items():
        assert "protected" in office.refusal(f"calc.{name}", **arguments)
    office.call(
        "calc.copy_cells_between_sheets",
        source_range="A1:C4",
        target_sheet_name="Notes",
        target_start_cell="A1",
    )
    book = saved(office)
    assert values(book["Sales"]) == list(SALES) == values(book["Notes"])


def test_a_password_is_asked_for_and_named(office: Office) -> None:
    open_workbook(office)
    office.script(
        "pv = lambda **k: tuple(struct('com.sun.star.beans.PropertyValue', Name=n, Value=v) for n, v in k.items())\n"
        f"document.storeToURL('file://{FOLDER}/secret.ods', pv(FilterName='calc8', Password='key'))"
    )
    office.close()
    office.launch("libreoffice_calc", f"{FOLDER}/secret.ods")
    office.wait_for_window(lambda titles: any("Password" in title for title in titles))
    assert "Password" in office.refusal("calc.set_cell_value", cell="A1", value="x")
    office.tools.guest.call_tool("computer.type", {"text": "key"})
    office.key("Return")
    office.wait_for_window(lambda titles: any(title.startswith("secret.ods ") for title in titles[:1]))
    assert office.data("calc.env_info")["headers"] == ["Item", "Price", "Region"]
    office.call("calc.set_cell_value", cell="A1", value="Thing")
    office.call("calc.save")
    assert b"Thing" not in office.file("secret.ods")


@pytest.mark.parametrize(
    "name", ["My notes", 'It\'s "quoted"', "Größe 数量 اسم", "Q1.2024", "$x & <y>", "=1+1"]
)
def test_odd_sheet_names(office: Office, name: str) -> None:
    open_workbook(office, SALES)
    office.call("calc.switch_active_sheet", sheet_name=name)
    quoted = name.replace("'", "''")
    office.call("calc.set_cell_value", cell=f"'{quoted}'!B2", value="=Sales!B2*2")
    office.call(
        "calc.copy_cells_between_sheets",
        source_range="Sales.A1:A2",
        target_sheet_name=name,
        target_start_cell="A1",
    )
    office.call("calc.highlight_range", range_str=f"'{quoted}'.B2")
    assert office.data("calc.env_info", sheet_name=name)["data"] == [["Pen", 4]]
    assert saved(office)[name]["A2"].value == "Pen"


def test_odd_file_names(office: Office) -> None:
    name = "It's 50% #1 & 数量 [new].xlsx"
    open_workbook(office, name=name)
    assert office.data("calc.get_workbook_info")["file_path"] == f"{FOLDER}/{name}"
    office.call("calc.set_cell_value", cell="A1", value="Thing")
    assert saved(office, name)["Sales"]["A1"].value == "Thing"
    office.call("calc.export_to_pdf", file_path="50% #2 & 数量.pdf")
    assert office.file("50% #2 & 数量.pdf").startswith(b"%PDF")


@error("set_cell_value", "format_range", "highlight_range", "merge_cells", "transpose_range", "create_chart")
@pytest.mark.parametrize("text", ["", "A", "1A", "A0", "A1:", "A1:B", "XFE1", "A1048577", "A1;B2", "R1C1"])
def test_malformed_ranges(office: Office, text: str) -> None:
    if not office.is_running():
        open_workbook(office)
    for name, arguments in {
        "set_cell_value": {"cell": text, "value": "x"},
        "format_range": {"range_str": text, "bold": True},
        "highlight_range": {"range_str": text},
        "merge_cells": {"range_str": text},
        "set_number_format": {"range_str": text, "format_type": "percent"},
        "transpose_range": {"source_range": text, "target_cell": "F1"},
        "create_chart": {"chart_type": "bar", "data_range": text},
        "format_numbers_to_human_readable": {"cell_range": text},
    }.items():
        refusal = office.refusal(f"calc.{name}", **arguments)
        assert any(part in refusal for part in ("no cell reference", "There is no column", "There is no row"))


def test_an_enormous_sheet_is_reported_in_part(office: Office) -> None:
    rows = [[f"title {column}" for column in range(100)]]
    rows += [[f"r{row} c{column}" for column in range(100)] for row in range(500)]
    open_workbook(office, rows, name="big.xlsx")
    office.call("calc.set_cell_value", cell="XFD1048576", value="far away")
    office.call("calc.set_cell_value", cell="A2", value="x" * 30_000)
    seen = office.call("calc.env_info")
    assert len(seen.text) < 80_000 and seen.structured is not None
    assert seen.structured["used_range"] == "A:XFD"
    assert "to 1048576" in seen.structured["left_out"] and "columns BI to XFD" in seen.structured["left_out"]
    listed = len(seen.structured["data"]) + 1
    assert f"rows {listed + 1} " in seen.structured["left_out"]
    read = office.data("calc.get_column_data", column_name="B")
    assert read["data"][499] == "r499 c1" and len(read["data"]) == 500
    whole = "A1:XFD1048576"
    for name, arguments in {
        "fill_blank_down": {},
        "hide_row_data": {},
        "merge_cells": {"range_str": whole},
        "transpose_range": {"source_range": whole, "target_cell": "B1"},
        "format_numbers_to_human_readable": {"cell_range": whole},
        "create_chart": {"chart_type": "bar", "data_range": whole},
        "create_pivot_table": {
            "source_sheet": "Sales",
            "table_name": "P",
            "value_fields": ["title 1"],
            "aggregation_function": "count",
        },
    }.items():
        refusal = office.refusal(f"calc.{name}", **arguments)
        assert re.search(r"limit is [\d,]+,000|More than 60,000 cells|used up to its last column", refusal)
    office.call("calc.format_range", range_str="C:C", bold=True)
    office.call("calc.set_cell_value", cell="XFD1048576", value="")
    assert saved(office, "big.xlsx").worksheets[0]["C501"].font.bold


def test_many_sheets_are_listed_in_part(office: Office) -> None:
    open_workbook(office, SALES, *(f"s{number}" for number in range(100)))
    refusal = office.refusal("calc.env_info", sheet_name="Q3")
    assert refusal.endswith("and 61 more.") and len(refusal) < 400
