"""Calc's tools for looks and layout, charts and pivot tables: each effect is looked up in the saved file."""

from __future__ import annotations

from datetime import datetime

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import SALES, effect, error, open_workbook, saved, values

pytestmark = pytest.mark.guest


@effect("format_range", "highlight_range")
def test_formats(office: Office) -> None:
    open_workbook(office)
    office.call(
        "calc.format_range",
        range_str="A1:C1",
        bold=True,
        background_color="yellow",
        font_color="#0000FF",
        alignment="center",
    )
    office.call("calc.highlight_range", range_str="B:B", color=0x00FF00)
    office.call("calc.highlight_range", range_str="3:3")
    sheet = saved(office)["Sales"]
    for cell in (sheet["A1"], sheet["C1"]):
        assert cell.font.bold and cell.alignment.horizontal == "center"
        assert cell.fill.fgColor.rgb == "FFFFFF00" and cell.font.color.rgb == "FF0000FF"
    assert [sheet[name].fill.fgColor.rgb for name in ("B1", "B2", "B3", "A3", "C3")] == [
        "FF00FF00",
        "FF00FF00",
        "FFFFFF00",
        "FFFFFF00",
        "FFFFFF00",
    ]
    assert not sheet["A2"].font.bold and sheet["A2"].fill.fill_type is None


@effect("set_number_format")
def test_number_formats(office: Office) -> None:
    open_workbook(office, [(1234.5, 0.256)] * 9)
    shown = {
        ("A1", "currency", None): "$1,234.50",
        ("A2", "EUR", 0): "€1,235",
        ("A3", "scientific", 1): "1.2E+03",
        ("A4", "number", 3): "1234.500",
        ("A5", "thousands", None): "1,234.50",
        ("A6", "date", None): "1903-05-18",
        ("A7", "JPY", None): "¥1,235",
        ("A8", "DD/MM/YY", None): "18/05/03",
        ("B1:B9", "percent", 1): "25.6%",
    }
    for (cells, kind, decimals), text in shown.items():
        extra = {} if decimals is None else {"decimal_places": decimals}
        result = office.call("calc.set_number_format", range_str=cells, format_type=kind, **extra).text
        assert f"'{text}'" in result
    sheet = saved(office)["Sales"]
    assert [sheet[f"B{row}"].number_format for row in (1, 9)] == ["0.0%", "0.0%"]
    assert "€" in sheet["A2"].number_format and sheet["A3"].number_format == "0.0E+00"
    assert isinstance(sheet["A6"].value, datetime)
    assert sheet["A1"].value == 1234.5


@effect("merge_cells")
def test_merging(office: Office) -> None:
    open_workbook(office)
    office.call("calc.merge_cells", range_str="A6:C7")
    assert "2 other cells" in office.call("calc.merge_cells", range_str="A1:C1").text
    sheet = saved(office)["Sales"]
    assert {str(area) for area in sheet.merged_cells.ranges} == {"A1:C1", "A6:C7"}
    assert sheet["A1"].value == "Item"


@effect("adjust_column_width", "adjust_row_height")
def test_sizes(office: Office) -> None:
    open_workbook(office, [*SALES, ("A rather long name of an item", 1, "North")])
    office.call("calc.adjust_column_width", columns="B:C", width=5)
    office.call("calc.adjust_column_width", columns="Item", autofit=True)
    office.call("calc.adjust_row_height", rows="2,4:5", height=1.5)
    office.call("calc.adjust_row_height", rows="5", autofit=True)
    sheet = saved(office)["Sales"]
    heights = [sheet.row_dimensions[row].height for row in range(1, 6)]
    point = 2.54 / 72
    assert [heights[1], heights[3]] == pytest.approx([1.5 / point] * 2, abs=0.5)
    assert max(heights[0], heights[2], heights[4]) < 0.6 / point
    width = {letter: sheet.column_dimensions[letter].width for letter in "AB"}
    assert width["B"] == pytest.approx(5 / 0.19, rel=0.1)
    assert 20 < width["A"] < 32


@effect("freeze_panes", "set_zoom_level")
def test_views(office: Office) -> None:
    open_workbook(office, [(i, i) for i in range(200)])
    office.key("ctrl", "End")
    office.call("calc.freeze_panes", rows=1)
    office.call("calc.freeze_panes", rows=2, columns=1)
    office.call("calc.set_zoom_level", zoom_percentage=150)
    sheet = saved(office)["Sales"]
    pane = sheet.sheet_view.pane
    assert pane is not None and (pane.state, pane.ySplit, pane.xSplit) == ("frozen", 2, 1)
    assert sheet.sheet_view.zoomScale == 150
    office.call("calc.freeze_panes")
    office.call("calc.set_zoom_level", zoom_percentage=90)
    sheet = saved(office)["Sales"]
    assert sheet.sheet_view.pane is None
    assert sheet.sheet_view.zoomScale == 90


@effect("create_chart")
def test_charts(office: Office) -> None:
    open_workbook(office)
    for kind in ("column", "line", "pie"):
        axes = {} if kind == "pie" else {"x_axis_title": "Item", "y_axis_title": "Euro"}
        office.call(
            "calc.create_chart", chart_type=kind, data_range="A1:B4", title=f"{kind} of prices", **axes
        )
    charts = saved(office)["Sales"]._charts
    assert [type(chart).__name__ for chart in charts] == ["BarChart", "LineChart", "PieChart"]
    bar = charts[0]
    assert bar.title.tx.rich.p[0].r[0].t == "column of prices"
    assert bar.y_axis.title.tx.rich.p[0].r[0].t == "Euro"
    assert bar.series[0].val.numRef.f == "Sales!$B$2:$B$4"
    rows = [chart.anchor._from.row for chart in charts]
    assert rows == sorted(set(rows)) and all(chart.anchor._from.col >= 3 for chart in charts)


@effect("create_pivot_table")
def test_a_live_pivot_table(office: Office) -> None:
    open_workbook(office, [*SALES, ("Cup", 8, "East")], "Pivot")
    office.call("calc.switch_active_sheet", sheet_name="Pivot")
    office.call(
        "calc.create_pivot_table",
        source_sheet="Sales",
        table_name="ByRegion",
        row_fields=["Region"],
        col_fields=["Item"],
        value_fields=["Price"],
    )
    office.call(
        "calc.create_pivot_table",
        source_sheet="Sales",
        table_name="Counts",
        row_fields=["Item"],
        value_fields=["Item", "Region"],
        aggregation_function="count",
        target_cell="A20",
    )
    book = saved(office)
    rows = values(book["Pivot"])
    assert ("East", 30, 8, 2, 40) in [row[:5] for row in rows]
    assert ("West", None, 7.5, None, 7.5) in [row[:5] for row in rows]
    assert ("Cup", 2, 2) in [row[:3] for row in rows]
    first, second = sorted(book["Pivot"]._pivots, key=lambda pivot: pivot.name)
    assert (first.name, second.name) == ("ByRegion", "Counts")
    assert first.cache.cacheSource.worksheetSource.ref == "A1:C5"
    assert [field.subtotal for field in first.dataFields] == ["sum"]
    office.script(
        "sheets = document.getSheets(); sheets.getByName('Sales').getCellRangeByName('B2').setValue(100);"
        "sheets.getByName('Pivot').getDataPilotTables().getByName('ByRegion').refresh()"
    )
    assert ("East", 30, 8, 100, 138) in [row[:5] for row in values(saved(office)["Pivot"])]


@error(
    "format_range",
    "highlight_range",
    "set_number_format",
    "merge_cells",
    "adjust_column_width",
    "adjust_row_height",
    "freeze_panes",
    "set_zoom_level",
    "create_chart",
    "create_pivot_table",
)
def test_looks_tools_say_what_is_wrong(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet.merge_cells("E1:F2")

    open_workbook(office, SALES, "Notes", change=prepare)
    refusal = office.refusal
    assert "no colour" in refusal("calc.format_range", range_str="A1", background_color="reddish")
    assert "Nothing to do" in refusal("calc.format_range", range_str="A1")
    assert "Sales, Notes" in refusal("calc.highlight_range", range_str="Q3.A1")
    assert "color" in refusal("calc.highlight_range", range_str="A1", color=1 << 24)
    assert "percent" in refusal("calc.set_number_format", range_str="A1", format_type="money")
    assert "#,##0.00" in refusal("calc.set_number_format", range_str="A1", format_type="[[0")
    assert "one cell" in refusal("calc.merge_cells", range_str="A1")
    assert "E1:G3" in refusal("calc.merge_cells", range_str="F2:G3")
    assert "either" in refusal("calc.adjust_column_width", columns="A")
    assert "A=Item" in refusal("calc.adjust_column_width", columns="Weight", width=2)
    assert "either" in refusal("calc.adjust_row_height", rows="1", height=1, autofit=True)
    assert "rows" in refusal("calc.adjust_row_height", rows="A:C", height=1)
    assert "rows" in refusal("calc.freeze_panes", rows=-1)
    assert "20" in refusal("calc.set_zoom_level", zoom_percentage=5)
    assert "no numbers" in refusal("calc.create_chart", chart_type="bar", data_range="A1:A4")
    assert "no axes" in refusal("calc.create_chart", chart_type="pie", data_range="A1:B4", x_axis_title="x")

    def pivot(**changes: object) -> str:
        wanted = {
            "source_sheet": "Sales",
            "table_name": "P",
            "row_fields": ["Region"],
            "value_fields": ["Price"],
        }
        return refusal("calc.create_pivot_table", **{**wanted, **changes})

    assert "Sales, Notes" in pivot(source_sheet="Q3")
    assert "no block of data" in pivot(source_sheet="Notes")
    assert "B=Price" in pivot(row_fields=["Weight"])
    assert "count" in pivot(value_fields=["Item"])
    assert "free place" in pivot(target_cell="B2")
    assert "named twice" in pivot(col_fields=["Region"])
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]
