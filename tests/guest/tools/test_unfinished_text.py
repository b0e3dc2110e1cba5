"""Tools called while text is being typed into a cell or a shape: it stays where it was typed."""

from __future__ import annotations

import openpyxl
import pytest
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import Office
from tests.guest.tools.office_files import letter, member
from tests.guest.tools.workbooks import open_workbook, saved

pytestmark = pytest.mark.guest

FORMULA_BAR = (700, 192)
TYPED = "[document.Sheets.getByName(name).getCellRangeByName('A2').String for name in ('Sales', 'Two')]"
CALLS: dict[str, dict[str, object]] = {
    "switch_active_sheet": {"sheet_name": "Two"},
    "copy_sheet": {"source_sheet": "Two"},
    "reorder_sheets": {"sheet_name": "Sales", "position": 2},
    "set_zoom_level": {"zoom_percentage": 50},
    "freeze_panes": {"rows": 1},
    "set_cell_value": {"cell": "B3", "value": "1"},
    "export_to_csv": {},
    "save": {},
}

NEED_A_CURSOR: dict[str, dict[str, object]] = {
    "write_text": {"text": "x"},
    "insert_page_break": {},
    "insert_formula_at_cursor": {"formula": "a^2"},
}

_SELECT = """
controller = document.CurrentController
controller.select(document.Sheets.getByName("Sales").getCellRangeByName("{cells}"))
controller.Frame.ContainerWindow.setFocus()
"""
_EDIT_SHAPE = """
shape = document.createInstance("com.sun.star.drawing.RectangleShape")
shape.Size = struct("com.sun.star.awt.Size", Width=6000, Height=3000)
shape.Position = struct("com.sun.star.awt.Point", X=3000, Y=6000)
document.DrawPage.add(shape)
shape.String = "old"
controller = document.CurrentController
controller.select(shape)
controller.Frame.ContainerWindow.setFocus()
"""


def type_into_cell(office: Office, text: str, *, cells: str = "A2", validated: bool = False) -> None:
    """Open a workbook and type into the upper left of these cells, without Return."""

    def fill(sheet: Worksheet) -> None:
        assert isinstance(sheet.parent, openpyxl.Workbook)
        sheet.parent["Two"]["A2"] = "here"
        if validated:
            rule = DataValidation(type="list", formula1='"x,y"', showErrorMessage=True, errorTitle="Not so")
            sheet.add_data_validation(rule)
            rule.add("A2")

    open_workbook(office, [("Name", "Count"), ("Pen", 1)], "Two", change=fill)
    office.script(_SELECT.format(cells=cells))
    type_text(office, text)


def type_text(office: Office, text: str) -> None:
    office.guest.call_tool("computer.type", {"text": text})


@pytest.mark.parametrize("name", CALLS)
def test_text_typed_into_a_cell_gets_there_before_a_tool_works(office: Office, name: str) -> None:
    type_into_cell(office, "half")
    office.call(f"calc.{name}", **CALLS[name])
    assert office.look(TYPED) == ["half", "here"]


@pytest.mark.parametrize(
    ("text", "expected"), [("=1+1", "2"), ("=B2", "1"), ("=1+", "Err:520")], ids=["sum", "reference", "wrong"]
)
def test_a_formula_that_is_being_typed_gets_into_its_cell(office: Office, text: str, expected: str) -> None:
    type_into_cell(office, text)
    office.call("calc.switch_active_sheet", sheet_name="Two")
    assert office.look(TYPED) == [expected, "here"]


def test_text_typed_in_the_formula_bar_gets_into_its_cell_and_is_saved(office: Office) -> None:
    type_into_cell(office, "")
    x, y = FORMULA_BAR
    office.guest.call_tool("computer.click", {"x": x, "y": y})
    type_text(office, " half")
    assert saved(office)["Sales"]["A2"].value == "Pen half"


def test_typed_text_is_a_step_of_undo_before_that_of_the_tool_and_the_selection_stays(office: Office) -> None:
    type_into_cell(office, "half", cells="A2:B4")
    office.call("calc.set_cell_value", cell="A2", value="tool")
    assert office.look("document.CurrentController.Selection.AbsoluteName") == "$Sales.$A$2:$B$4"
    office.key("ctrl", "z")
    office.wait_until(lambda: office.look(TYPED) == ["half", "here"])
    office.key("ctrl", "z")
    office.wait_until(lambda: office.look(TYPED) == ["Pen", "here"])


def test_a_tool_that_only_reads_lets_the_user_go_on_typing(office: Office) -> None:
    type_into_cell(office, "half")
    assert office.data("calc.env_info")["data"] == [["Pen", 1]]
    type_text(office, "way\n")
    office.wait_until(lambda: office.look(TYPED) == ["halfway", "here"])


def test_a_cell_that_does_not_take_the_text_is_named_and_nothing_is_done(office: Office) -> None:
    type_into_cell(office, "half", validated=True)
    refused = office.refusal("calc.switch_active_sheet", sheet_name="Two")
    assert "being typed into a cell" in refused and '"Not so"' in refused
    assert office.look(TYPED) == ["Pen", "here"]
    assert office.look("document.CurrentController.ActiveSheet.Name") == "Sales"


def test_a_comment_that_is_being_typed_is_named_and_saved(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    office.key("ctrl", "alt", "c")
    office.wait_until(lambda: office.look("document.CurrentController.Selection is None"))
    type_text(office, "half")
    for name, arguments in NEED_A_CURSOR.items():
        assert "a comment is being edited" in office.refusal(f"writer.{name}", **arguments)
    office.call("writer.save")
    assert "half" in member(office.file("letter.docx"), "word/comments.xml")


def test_text_typed_into_a_shape_of_a_text_document_stays_when_a_tool_fails(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    office.script(_EDIT_SHAPE)
    office.key("F2")
    type_text(office, "half")
    office.wait_until(lambda: office.look("document.DrawPage.getByIndex(0).String") == "oldhalf")
    assert "Nothing" in office.refusal("writer.find_and_replace", pattern="absent", replacement="x")
    assert office.look("document.DrawPage.getByIndex(0).String") == "oldhalf"
    office.call("writer.add_page_numbers", position="top_left")  # LibreOffice could not be closed after this
    assert office.look("document.DrawPage.getByIndex(0).String") == "oldhalf"
