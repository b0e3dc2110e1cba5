"""Workbooks read the same from xlsx and ods."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Alignment, Font, PatternFill

from checkers.evidence import Unusable
from checkers.spreadsheets import (
    column_claim,
    number,
    parse_workbook,
    read_workbook,
    same_values,
)
from checkers.workbook_model import Sheet, Workbook, cell_name, column_number
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import edited, saved, zipped

TASKS = Path(__file__).parents[2] / "tasks"

ODS = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">
<office:automatic-styles>
 <number:percentage-style style:name="N1"><number:number number:decimal-places="1"/></number:percentage-style>
 <style:style style:name="head" style:family="table-cell">
  <style:text-properties fo:font-weight="bold" fo:color="#0000ff"/>
 </style:style>
 <style:style style:name="ce1" style:family="table-cell" style:parent-style-name="head"
   style:data-style-name="N1"><style:table-cell-properties fo:background-color="#ffff00"/>
  <style:paragraph-properties fo:text-align="end"/></style:style>
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Data">
 <table:table-row><table:table-cell table:style-name="ce1" office:value-type="string"><text:p>Name</text:p>
  </table:table-cell><table:table-cell office:value-type="float" office:value="2.5"/></table:table-row>
 <table:table-row table:number-rows-repeated="2" table:visibility="collapse">
  <table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="3"/></table:table-row>
 <table:table-row><table:table-cell office:value-type="date" office:date-value="2025-03-04"/>
  <table:table-cell table:formula="of:=SUM([.B1:.B3])" office:value-type="float" office:value="8.5"/>
  <table:table-cell table:formula="=[.A1:.A2]=3" office:value-type="boolean" office:boolean-value="true"/>
 </table:table-row><table:table-row table:number-rows-repeated="1048570"><table:table-cell table:style-name="ce1"
  table:number-columns-repeated="1024"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def workbook() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Data"
    for row in (("Name", "Price"), ("Pen", 1.5), ("Cup", 7), ("Sum", "=SUM(B2:B3)")):
        sheet.append(row)
    sheet["A1"].font = Font(bold=True, color="FF0000FF")
    sheet["A1"].fill = PatternFill("solid", fgColor="FFFFFF00")
    sheet["A1"].alignment = Alignment(horizontal="center")
    sheet["B2"].number_format = "#,##0.00 [$€-407]"
    sheet["B3"].number_format = "0.0%"
    sheet["C2"] = datetime(2025, 3, 4)
    sheet.row_dimensions[3].hidden = True
    chart = BarChart()
    chart.title = "Prices"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "E2")
    book.create_sheet("Notes").sheet_state = "hidden"
    return book


@pytest.fixture
def xlsx() -> Workbook:
    return parse_workbook(saved(workbook().save), "a.xlsx")


@pytest.fixture
def ods() -> Sheet:
    return parse_workbook(zipped({"content.xml": ODS.encode()}), "a.ods").sheet("Data")


def test_xlsx_values_and_formulas(xlsx: Workbook) -> None:
    sheet = xlsx.sheet("Data")
    assert xlsx.sheet_names == ["Data", "Notes"]
    assert xlsx.sheet("Notes").hidden
    assert sheet.column("price", first=2) == [1.5, 7]
    assert sheet.column("A") == ["Pen", "Cup", "Sum"]
    assert sheet.rows(2)[0] == ["Pen", 1.5, datetime(2025, 3, 4)]
    assert sheet["B4"].formula == "=SUM(B2:B3)"
    assert sheet["Z99"].value is None
    assert sheet.hidden_rows == {3}


def test_xlsx_looks(xlsx: Workbook) -> None:
    sheet = xlsx.sheet("Data")
    head = sheet["A1"]
    assert (head.bold, head.fill, head.font_colour, head.alignment) == (True, 0xFFFF00, 0x0000FF, "center")
    assert (sheet["B2"].format_kind, sheet["B2"].decimals) == ("currency", 2)
    assert (sheet["B3"].format_kind, sheet["B3"].decimals) == ("percent", 1)
    assert sheet["C2"].format_kind == "date"
    assert [(chart.kind, chart.title) for chart in sheet.charts] == [("bar", "Prices")]
    assert sheet.charts[0].ranges == ("'Data'!$B$2:$B$3",)


def test_ods_values_and_formulas(ods: Sheet) -> None:
    assert ods.rows() == [
        ["Name", 2.5, None],
        [3, 3, None],
        [3, 3, None],
        [datetime(2025, 3, 4), 8.5, True],
    ]
    assert ods["B4"].formula == "=SUM([.B1:.B3])"
    assert ods["C4"].formula == "=[.A1:.A2]=3"
    assert ods.hidden_rows == {2, 3}


def test_ods_looks(ods: Sheet) -> None:
    head = ods["A1"]
    assert (head.bold, head.fill, head.font_colour, head.alignment) == (True, 0xFFFF00, 0x0000FF, "right")
    assert (head.format_kind, head.decimals) == ("percent", 1)


def test_a_real_ods_file() -> None:
    path = TASKS / "libreoffice_calc" / "fill_reorder" / "files" / "inventory.ods"
    sheet = parse_workbook(path.read_bytes(), path.name).sheet("Stock")
    assert sheet.column("Stock")[:3] == [12, 2, 4]
    assert sheet["A1"].bold


def test_missing_things_are_named(xlsx: Workbook) -> None:
    with pytest.raises(Unusable, match=r"there is a sheet \"Q3\".*Notes"):
        xlsx.sheet("Q3")
    with pytest.raises(Unusable, match="column titled"):
        xlsx.sheet("Data").column("Weight")
    with pytest.raises(Unusable, match=r"/a\.xlsx exists"):
        read_workbook(FileGuest(), "/a.xlsx")
    with pytest.raises(KeyError):
        xlsx.sheet("Data")["first"]


@pytest.mark.parametrize("name", ["a.xlsx", "a.ods"])
@pytest.mark.parametrize("data", [b"", b"junk", zipped({"content.xml": b"<a>", "xl/workbook.xml": b"<a>"})])
def test_files_that_are_no_workbooks(name: str, data: bytes) -> None:
    with pytest.raises(Unusable):
        parse_workbook(data, name)


def test_a_broken_part_of_a_workbook() -> None:
    broken = edited(saved(workbook().save), "xl/worksheets/sheet1.xml", lambda data: data[:200])
    with pytest.raises(Unusable, match="readable document"):
        parse_workbook(broken, "a.xlsx")


def test_an_ods_that_repeats_cells_without_end() -> None:
    long_row = ODS.replace('table:number-columns-repeated="2"', 'table:number-columns-repeated="900000"')
    with pytest.raises(Unusable, match="usual length"):
        parse_workbook(zipped({"content.xml": long_row.encode()}), "a.ods")
    many_rows = ODS.replace('number-rows-repeated="2"', 'number-rows-repeated="1048576"')
    many_rows = many_rows.replace('table:number-columns-repeated="2"', 'table:number-columns-repeated="3"')
    with pytest.raises(Unusable, match="usual size"):
        parse_workbook(zipped({"content.xml": many_rows.encode()}), "a.ods")


def test_comparing_values() -> None:
    assert number(3, 3.0) and not number("3", 3) and not number(True, 1) and not number(None, 0)
    assert same_values([1.0, " a ", datetime(2025, 1, 1)], [1, "a", datetime(2025, 1, 1).date()])
    assert not same_values([1], [1, 2])
    assert not same_values(["1"], [1])


def test_column_claim_says_what_it_found(xlsx: Workbook) -> None:
    claim = column_claim(xlsx.sheet("Data"), "Price", [1.5, 8])
    assert not claim.holds
    assert claim.found == "[1.5, 7]"


def test_cells_have_names() -> None:
    for column in (1, 26, 27, 52, 702, 703):
        name = cell_name(3, column)
        assert (column_number(name.rstrip("3")), name[-1]) == (column, "3")
