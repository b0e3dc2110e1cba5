"""Calc's tools on difficult workbooks: the whole effect or an error, nothing else changed, one step of Undo."""

from __future__ import annotations

import io

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import SALES, column, effect, error, open_workbook, saved, values

pytestmark = pytest.mark.guest

TITLES = "list(document.UndoManager.getAllUndoActionTitles())"


def difficult(sheet: Worksheet) -> None:
    """An array formula in E2:E4, merged cells G2:H3, a comment, a link, formatted text, a blank with a comment."""
    sheet["E2"] = ArrayFormula("E2:E4", "=B2:B4*2000000")
    sheet.merge_cells("G2:H3")
    sheet["A2"].comment = Comment("of the pen", "author")
    sheet["A3"].hyperlink = "https://example.org/"
    sheet["A4"] = CellRichText("a ", TextBlock(InlineFont(b=True), "bag"))
    sheet["C3"] = None
    sheet["C3"].comment = Comment("of a blank", "author")


@error(
    "set_cell_value",
    "set_column_values",
    "sort_column",
    "reorder_columns",
    "transpose_range",
    "copy_cells_between_sheets",
    "format_numbers_to_human_readable",
)
def test_parts_of_arrays_and_covered_cells_are_refused(office: Office) -> None:
    open_workbook(office, SALES, "Notes", change=difficult)
    copy = {"source_range": "A1:A2", "target_sheet_name": "Sales"}
    for name, arguments, cause in (
        ("set_cell_value", {"cell": "E3", "value": "1"}, "part of the array formula in E2:E4"),
        ("set_cell_value", {"cell": "H3", "value": "1"}, "behind the merged cells G2:H3"),
        ("set_column_values", {"column_name": "E", "data": [1, 2]}, "array formula in E2:E4"),
        ("set_column_values", {"column_name": "G", "data": [1, 2]}, "G3 lies behind"),
        ("sort_column", {"column_name": "B"}, "array formula in E2:E4"),
        ("reorder_columns", {"column_order": ["B"]}, "array formula in E2:E4"),
        ("transpose_range", {"source_range": "A1:B2", "target_cell": "E4"}, "array formula"),
        ("transpose_range", {"source_range": "A1:B2", "target_cell": "H3"}, "merged cells"),
        ("copy_cells_between_sheets", {**copy, "target_start_cell": "E4"}, "array formula"),
        ("copy_cells_between_sheets", {**copy, "target_start_cell": "G3"}, "cuts through merged cells"),
        ("copy_cells_between_sheets", {**copy, "target_start_cell": "Notes.A1"}, "is not in Sales"),
        ("format_numbers_to_human_readable", {"cell_range": "E2:E3"}, "array formula in E2:E4"),
    ):
        assert cause in office.refusal(f"calc.{name}", **arguments)
    assert office.look(TITLES) == [] and not office.data("calc.get_workbook_info")["unsaved_changes"]
    office.call("calc.set_column_values", column_name="E", data=[1, 2, 3])
    assert column(saved(office)["Sales"], "E")[1:] == [1, 2, 3]


@effect("set_column_values", "fill_blank_down", "format_numbers_to_human_readable")
def test_cells_that_need_no_change_keep_all_they_hold(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        difficult(sheet)
        sheet["B2"] = 2_500_000
        sheet["D2"] = "=B2/2"

    open_workbook(office, SALES, change=prepare)
    office.call("calc.set_column_values", column_name="A", data=["Pen", "Cup", "a bag", "new"])
    office.call("calc.fill_blank_down", columns=["C"])
    office.call("calc.format_numbers_to_human_readable", cell_range="A1:C9")
    office.call("calc.save")
    sheet = openpyxl.load_workbook(io.BytesIO(office.file("sales.xlsx")), rich_text=True)["Sales"]
    assert column(sheet, "A")[:3] == ["Item", "Pen", "Cup"] and sheet["A5"].value == "new"
    assert isinstance(sheet["A4"].value, CellRichText) and sheet["A3"].hyperlink is not None
    assert sheet["A2"].comment is not None and sheet["A2"].comment.text == "of the pen"
    assert (sheet["C3"].value, sheet["C3"].comment and sheet["C3"].comment.text) == ("East", "of a blank")
    assert sheet["B2"].value == "2.5M" and sheet["G2"].value is None


@error("set_cell_value", "set_column_values", "rename_sheet", "copy_sheet", "switch_active_sheet")
def test_what_a_file_cannot_hold_is_refused(office: Office) -> None:
    open_workbook(office)
    long = "x" * 32_768
    for call in (
        office.refusal("calc.set_cell_value", cell="A1", value=long),
        office.refusal("calc.set_column_values", column_name="A", data=["a", long]),
    ):
        assert "at most 32,767 characters" in call and len(call) < 400
    assert "U+0001" in office.refusal("calc.set_cell_value", cell="A1", value="a\x01b")
    for name, arguments in (
        ("rename_sheet", {"old_name": "Sales", "new_name": "x" * 32}),
        ("copy_sheet", {"source_sheet": "Sales", "new_sheet_name": "x" * 32}),
        ("switch_active_sheet", {"sheet_name": "x" * 32}),
    ):
        assert "limit is 31 characters" in office.refusal(f"calc.{name}", **arguments)
    assert values(saved(office)["Sales"]) == list(SALES)
    office.close()
    office.write("plain.csv", b"Item,Price\nPen,2\n")
    office.launch("libreoffice_calc", "/home/user/office-tests/plain.csv")
    office.wait_for_window(lambda titles: any("Text Import" in title for title in titles))
    office.key("Return")
    office.wait_for_window(lambda titles: any(title.startswith("plain.csv ") for title in titles[:1]))
    for name, arguments in (
        ("rename_sheet", {"old_name": "plain", "new_name": "x"}),
        ("copy_sheet", {"source_sheet": "plain"}),
        ("switch_active_sheet", {"sheet_name": "second"}),
    ):
        assert "is a text file" in office.refusal(f"calc.{name}", **arguments)


@effect("set_cell_value")
@error("set_cell_value")
def test_every_text_can_be_written_and_every_formula_is_read(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["D2"].number_format = "@"
        sheet["D3"].number_format = "@"

    open_workbook(office, change=prepare)
    texts = {"E1": ("'=B2", "=B2"), "E2": ("''=B2", "'=B2"), "E3": ("'tis", "'tis"), "E4": ("'007", "007")}
    texts |= {"D2": ("007", "007"), "D3": ("12.5", "12.5"), "E5": ("a\r\nb", "a\nb")}
    for cell, (typed, _) in texts.items():
        office.call("calc.set_cell_value", cell=cell, value=typed)
    office.call("calc.set_column_values", column_name="D", data=["008", "9"])
    texts |= {"D2": ("", "008"), "D3": ("", "9")}
    for formula in ("=1+", "=foo", "=IFERROR(foo(1),2)", "=IF(TRUE,1,bar)", "=Missing!A1"):
        assert "cannot compute" in office.refusal("calc.set_cell_value", cell="A1", value=formula)
    assert "too large" in office.refusal("calc.set_cell_value", cell="A1", value="1e400")
    sheet = saved(office)["Sales"]
    assert {cell: sheet[cell].value for cell in texts} == {cell: text for cell, (_, text) in texts.items()}
    assert sheet["A1"].value == "Item" and sheet["E4"].number_format == "General"


@effect("reorder_columns")
@error("reorder_columns")
def test_formulas_over_several_columns_keep_them(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["D2"], sheet["D3"] = "=SUM(A2:C2)", "=SUM(B:B)"
        book = sheet.parent
        assert book is not None
        book["Notes"]["A1"], book["Notes"]["A2"] = "=SUM(Sales!A:C)", "=Sales!B3"

    open_workbook(office, SALES, "Notes", change=prepare)

    def shown() -> list[str]:
        cells = [("Notes", "A1"), ("Notes", "A2")]
        return [
            str(office.look(f"document.Sheets.getByName({sheet!r}).getCellRangeByName({cell!r}).String"))
            for sheet, cell in cells
        ]

    assert shown() == ["39.5", "7.5"]
    office.call("calc.reorder_columns", column_order=["C", "Price"])
    assert shown() == ["39.5", "7.5"]
    assert "would not stay side by side" in office.refusal("calc.reorder_columns", column_order=["A", "D"])
    assert "is empty" in office.refusal("calc.reorder_columns", column_order=["A", "XFD"])
    office.call("calc.reorder_columns", column_order=["D"])
    assert shown() == ["39.5", "7.5"]
    book = saved(office)
    assert book["Sales"]["A2"].value == "=SUM(B2:D2)" and book["Notes"]["A1"].value == "=SUM(Sales!B:D)"
    assert values(book["Sales"])[2][1:] == ("West", 7.5, "Cup")
    office.script("document.UndoManager.undo()")
    book = saved(office)
    assert book["Sales"]["D2"].value == "=SUM(A2:C2)" and book["Notes"]["A2"].value == "=Sales!B3"


@effect("transpose_range")
def test_transposing_keeps_each_format(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["A2"].border = Border(left=Side(style="thin"), bottom=Side(style="double"))
        sheet["A2"].font = Font(underline="single", strike=True)
        sheet["B2"].alignment = Alignment(wrap_text=True, vertical="top")
        sheet["B2"].comment = Comment("two", "author")
        sheet["B3"] = "=1/0"
        sheet["C2"] = "=TRUE()"

    open_workbook(office, change=prepare)
    office.call("calc.transpose_range", source_range="A2:C3", target_cell="E1")
    sheet = saved(office)["Sales"]
    assert [[cell.value for cell in row] for row in sheet["E1:F3"]] == [
        ["Pen", "Cup"],
        [2, "#DIV/0!"],
        [True, "West"],
    ]
    assert (sheet["E1"].border.left.style, sheet["E1"].border.bottom.style) == ("thin", "double")
    assert sheet["E1"].font.u == "single" and sheet["E1"].font.strike
    assert sheet["E2"].alignment.wrap_text and sheet["E2"].alignment.vertical == "top"
    assert sheet["E2"].comment is not None and sheet["E2"].comment.text == "two"


STEPS: dict[str, dict[str, object]] = {
    "set_cell_value": {"cell": "C3", "value": "'007"},
    "set_column_values": {"column_name": "B", "data": ["2024-01-01", 5, "12%", True]},
    "sort_column": {"column_name": "B", "ascending": False},
    "reorder_columns": {"column_order": ["C", "A"]},
    "transpose_range": {"source_range": "A1:C4", "target_cell": "F1"},
    "fill_blank_down": {},
    "format_numbers_to_human_readable": {"cell_range": "A1:D4"},
    "copy_cells_between_sheets": {
        "source_range": "A1:C4",
        "target_sheet_name": "Notes",
        "target_start_cell": "B2",
    },
    "rename_sheet": {"old_name": "Sales", "new_name": "Other"},
    "copy_sheet": {"source_sheet": "Sales"},
    "reorder_sheets": {"sheet_name": "Sales", "position": 2},
}
"""Calls on one workbook that are to be taken back one by one."""

_EVERYTHING = """
[(sheet.Name, sheet.getCellRangeByName("A1:L12").getFormulaArray(),
  [[sheet.getCellRangeByName("A1:L12").getCellByPosition(c, r).NumberFormat for c in range(6)] for r in range(5)],
  [note.String for note in sheet.Annotations])
 for sheet in (document.Sheets.getByIndex(i) for i in range(document.Sheets.getCount()))]
 + [document.CurrentController.ActiveSheet.Name, document.CurrentSelection.AbsoluteName]
"""


@effect(*STEPS)
def test_each_change_is_one_step_of_undo(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["D3"], sheet["C3"], sheet["C4"] = 3_400_000, None, None
        sheet["C3"].comment = Comment("of a blank", "author")
        book = sheet.parent
        assert book is not None
        book["Notes"]["A1"] = "=SUM(Sales!B2:B4)"

    open_workbook(office, SALES, "Notes", change=prepare)
    office.script("document.CurrentController.select(document.Sheets.getByIndex(0).getCellRangeByName('B3'))")
    before = office.look(_EVERYTHING)
    for name, arguments in STEPS.items():
        office.call(f"calc.{name}", **arguments)
        after = office.look(_EVERYTHING)
        assert after != before, name
        assert [place.replace("Other", "Sales") for place in after[-2:]] == before[-2:], name
        assert len(office.look(TITLES)) == 1, name
        office.script(
            "view = document.CurrentController\nselected, sheet = view.Selection, view.ActiveSheet\n"
            "document.UndoManager.undo()\nview.setActiveSheet(sheet)\nview.select(selected)"
        )
        assert office.look(_EVERYTHING) == before, name
    office.call("calc.set_column_values", column_name="A", data=["Pen", "Cup"])
    assert office.look(TITLES) == []


@effect("set_cell_value", "set_column_values")
def test_a_decimal_point_is_one_in_every_locale(office: Office) -> None:
    open_workbook(office)
    office.script(_SET_LOCALE.format(locale="de-DE"))
    office.close()
    try:
        open_workbook(office)
        office.call("calc.set_cell_value", cell="D1", value="12.5")
        office.call("calc.set_cell_value", cell="D2", value="=SUM(B2,1.5)")
        office.call("calc.set_column_values", column_name="D", data=["3.5", 4.5, "2024-03-01"], start_index=3)
        sheet = saved(office)["Sales"]
        assert (sheet["D1"].value, sheet["D2"].value) == (12.5, "=SUM(B2,1.5)")
        assert column(sheet, "D")[2:4] == [3.5, 4.5]
    finally:
        office.script(_SET_LOCALE.format(locale=""))


_SET_LOCALE = """
provider = context.ServiceManager.createInstanceWithContext("com.sun.star.configuration.ConfigurationProvider", context)
path = struct("com.sun.star.beans.PropertyValue", Name="nodepath", Value="/org.openoffice.Setup/L10N")
access = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationUpdateAccess", (path,))
access.setPropertyValue("ooSetupSystemLocale", {locale!r})
access.commitChanges()
"""
