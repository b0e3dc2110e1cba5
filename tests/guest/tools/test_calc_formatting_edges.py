"""Calc's tools for looks, charts and pivot tables on difficult workbooks: the effect and nothing else, or an error."""

from __future__ import annotations

import io
from datetime import datetime

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import SALES, open_workbook, saved, values

pytestmark = pytest.mark.guest

UNDO = "document.getUndoManager().undo()"
PIVOT: dict[str, object] = {
    "source_sheet": "Sales",
    "table_name": "P",
    "row_fields": ["Region"],
    "value_fields": ["Price"],
}


def merged(sheet: Worksheet) -> set[str]:
    return {str(area) for area in sheet.merged_cells.ranges}


def test_merging_over_merged_cells_is_one_step_of_undo(office: Office) -> None:
    open_workbook(office, change=lambda sheet: sheet.merge_cells("B6:C7"))
    office.call("calc.merge_cells", range_str="A6:D8")
    assert merged(saved(office)["Sales"]) == {"A6:D8"}
    office.script(UNDO)
    sheet = saved(office)["Sales"]
    assert merged(sheet) == {"B6:C7"} and values(sheet)[:4] == list(SALES)


def test_merging_refuses_what_it_would_lose(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["E1"] = ArrayFormula("E1:E3", "=B2:B4*2")
        sheet["B2"].comment = Comment("mind", "me")
        sheet.merge_cells("A8:B9")

    open_workbook(office, change=prepare)
    for area in ("E1:E2", "E3:F4", "D1:E3"):
        assert "array formula" in office.refusal("calc.merge_cells", range_str=area)
    assert "comment of B2" in office.refusal("calc.merge_cells", range_str="A1:C3")
    assert "cuts through" in office.refusal("calc.merge_cells", range_str="B8:C8")
    assert "one cell" in office.refusal("calc.merge_cells", range_str="D5:D5")
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]
    office.call("calc.merge_cells", range_str="B2:C2")
    sheet = saved(office)["Sales"]
    assert merged(sheet) == {"A8:B9", "B2:C2"} and sheet["B2"].comment.text == "mind"


def test_a_format_reaches_all_of_a_cells_text(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["A2"] = CellRichText("plain ", TextBlock(InlineFont(b=True, color="FFFF0000"), "red"))
        sheet["A3"].value, sheet["A3"].hyperlink = "site", "https://example.org/"
        sheet["A4"] = "数量"
        sheet.merge_cells("B6:C7")

    open_workbook(office, change=prepare)
    before = office.look("document.getCurrentSelection().AbsoluteName")
    answer = office.call("calc.format_range", range_str="A:A", bold=True, font_color="#0000FF").text
    assert "A1:A4" in answer
    assert "merged cell B6" in office.refusal("calc.format_range", range_str="C7", bold=True)
    assert office.look("document.getCurrentSelection().AbsoluteName") == before
    sheet = rich(office)
    fonts = [part.font for part in sheet["A2"].value if isinstance(part, TextBlock)]
    assert fonts and all(font.b and font.color.rgb == "FF0000FF" for font in fonts)
    assert sheet["A4"].font.b and sheet["A3"].hyperlink.target == "https://example.org/"
    office.script(UNDO)
    sheet = rich(office)
    assert [str(part) for part in sheet["A2"].value] == ["plain ", "red"]
    assert not sheet["A1"].font.b and not sheet["A4"].font.b
    assert sheet["A3"].hyperlink.target == "https://example.org/"


def test_what_is_no_number_format_is_refused(office: Office) -> None:
    open_workbook(office)
    for text in ("foo bar 0", "price 0", '"x"', '0"open', "TT.MM.JJJJ", "[blau]0", "0\n0", "0" * 256, "0\\"):
        refused = office.refusal("calc.set_number_format", range_str="B2:B4", format_type=text)
        assert "number format" in refused or "too long" in refused
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]
    for text, shown in {'0.0 "kg"': "2.0 kg", "[HH]:MM": "48:00", "YYYY": "1900", ";;;": ""}.items():
        answer = office.call("calc.set_number_format", range_str="B2", format_type=text).text
        assert f"shows '{shown}'" in answer


def test_format_codes_mean_the_same_with_a_decimal_comma(office: Office) -> None:
    locale = (
        "node = struct('com.sun.star.beans.PropertyValue', Name='nodepath', Value='/org.openoffice.Setup/L10N')\n"
        "settings = context.ServiceManager.createInstanceWithContext("
        "'com.sun.star.configuration.ConfigurationProvider', context).createInstanceWithArguments("
        "'com.sun.star.configuration.ConfigurationUpdateAccess', (node,))\n"
        "settings.ooSetupSystemLocale = {!r}\nsettings.commitChanges()"
    )
    open_workbook(office, [(1234.5, 45_000, 0.5)])
    office.script(locale.format("de-DE"))
    try:
        for cell, text, shown in (
            ("A1", "number", "1234,50"),
            ("A1", "#,##0.0", "1.234,5"),
            ("B1", "date", "2023-03-15"),
            ("C1", "0.0%", "50,0%"),
            ("A1", "general", "1234,5"),
        ):
            answer = office.call("calc.set_number_format", range_str=cell, format_type=text).text
            assert f"shows '{shown}'" in answer
        sheet = saved(office)["Sales"]
    finally:
        office.script(locale.format(""))
    assert isinstance(sheet["B1"].value, datetime) and sheet["C1"].number_format == "0.0%"


def test_hidden_rows_and_columns_stay_hidden(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[3].hidden = True

    open_workbook(office, change=prepare)
    office.call("calc.adjust_column_width", columns="A:C", autofit=True)
    office.call("calc.adjust_row_height", rows="1:4", autofit=True)
    office.call("calc.adjust_column_width", columns="B", width=4)
    assert "Show them first" in office.refusal("calc.adjust_column_width", columns="B", autofit=True)
    assert "Show them first" in office.refusal("calc.adjust_row_height", rows="3", autofit=True)
    assert "0.05" in office.refusal("calc.adjust_row_height", rows="1", height=0.001)
    office.script("document.CurrentController.select(document.Sheets[0].getCellRangeByName('C2:C4'))")
    office.call("calc.hide_row_data", value="Bag")
    assert "no row was hidden" in office.refusal("calc.hide_row_data", value="3_0")
    assert office.look("document.getCurrentSelection().AbsoluteName") == "$Sales.$C$2:$C$4"
    sheet = saved(office)["Sales"]
    assert sheet.column_dimensions["B"].hidden and not sheet.column_dimensions["A"].hidden
    assert [row for row in range(1, 5) if sheet.row_dimensions[row].hidden] == [3, 4]
    office.script(UNDO)
    assert not saved(office)["Sales"].row_dimensions[4].hidden


def test_a_chart_beside_charts_of_other_sheets(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        notes = sheet.parent["Notes"]
        for row in (("n", "v"), ("a", 1), ("b", 2)):
            notes.append(row)
        for place in ("D2", "D20"):
            chart = BarChart()
            chart.add_data(Reference(notes, min_col=2, min_row=1, max_row=3), titles_from_data=True)
            notes.add_chart(chart, place)

    open_workbook(office, SALES, "Notes", change=prepare)
    for title in ("x" * 1_001, "x" * 1_000_000, "a\x01", "  "):
        refused = office.refusal("calc.create_chart", chart_type="bar", data_range="A1:B4", title=title)
        assert "title" in refused and len(refused) < 400
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]
    office.call("calc.create_chart", chart_type="line", data_range="A1:B4", title="two\nlines")
    answer = office.call("calc.create_chart", chart_type="pie", data_range="Notes.A1:B3").text
    assert "of sheet Notes into sheet Sales" in answer
    book = saved(office)
    assert [type(chart).__name__ for chart in book["Sales"]._charts] == ["LineChart", "PieChart"]
    assert book["Sales"]._charts[1].series[0].val.numRef.f == "Notes!$B$2:$B$3"
    assert len(book["Notes"]._charts) == 2
    office.script(UNDO)
    assert [type(chart).__name__ for chart in saved(office)["Sales"]._charts] == ["LineChart"]


def test_a_pivot_table_that_cannot_be_made_leaves_nothing(office: Office) -> None:
    open_workbook(office, SALES, "Other", change=lambda sheet: sheet.parent["Other"].merge_cells("F3:G4"))
    for changes, reason in (
        ({"target_cell": "XFD1048576"}, "does not fit"),
        ({"target_cell": "Other.E1"}, "merged cells"),
        ({"table_name": "a\x01"}, "cannot name"),
        ({"table_name": " "}, "cannot name"),
        ({"table_name": "x" * 256}, "cannot name"),
    ):
        assert reason in office.refusal("calc.create_pivot_table", **{**PIVOT, **changes})
    tables = "[list(sheet.getDataPilotTables().ElementNames) for sheet in document.Sheets]"
    assert office.look(tables) == [[], []]
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]
    office.call("calc.create_pivot_table", **PIVOT)
    again = {**PIVOT, "target_cell": "Other.A1"}
    assert "already in sheet Sales" in office.refusal("calc.create_pivot_table", **again)
    office.script(UNDO)
    assert office.look(tables) == [[], []] and values(saved(office)["Sales"]) == list(SALES)


def rich(office: Office) -> Worksheet:
    """The saved first sheet, its text with the formats of its parts."""
    office.call("calc.save")
    return openpyxl.load_workbook(io.BytesIO(office.file("sales.xlsx")), rich_text=True)["Sales"]


def test_what_does_not_fit_into_the_window_is_not_frozen(office: Office) -> None:
    open_workbook(office)
    office.call("calc.freeze_panes", rows=2, columns=1)
    for size in ({"rows": 1_000}, {"columns": 1_000}):
        assert "do not fit" in office.refusal("calc.freeze_panes", **size)
    assert saved(office)["Sales"].freeze_panes == "B3"


def test_hidden_rows_and_columns_after_the_frozen_ones_are_not_frozen(office: Office) -> None:
    def hide(sheet: Worksheet) -> None:
        sheet.column_dimensions["B"].hidden = True
        for row in (3, 4):
            sheet.row_dimensions[row].hidden = True

    open_workbook(office, change=hide)
    office.call("calc.freeze_panes", rows=2, columns=1)
    pane = saved(office)["Sales"].sheet_view.pane
    assert pane is not None and (pane.state, pane.ySplit, pane.xSplit) == ("frozen", 2, 1)
