"""Workbooks in xlsx files as trees: what is a change, and what is not."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from functools import cache

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.colors import Color
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image as Picture

from checkers.differences.compare import Change, compare
from checkers.differences.tree import Length, TreeNode, Value
from checkers.differences.workbooks.workbook_tree import read_xlsx_tree
from tests.checkers.office_files import saved

RED = PatternFill("solid", fgColor="FFFF0000")

Edit = Callable[[Workbook], object]
"""A change that a user could make."""


def book() -> Workbook:
    """A sheet with prices, a formula and one of everything else, and a sheet with a note."""
    book = openpyxl.Workbook()
    sales = book.active
    assert isinstance(sales, Worksheet)
    sales.title = "Sales"
    sales.append(["Item", "Price", "Day", "Double"])
    for number in range(2, 6):
        sales.append([f"Item {number}", number * 1.5, date(2026, 1, number), f"=B{number}*2"])
    sales["B2"].number_format = "0.00"
    sales.column_dimensions["A"].width = 20
    sales.conditional_formatting.add("B2:B5", CellIsRule(operator="greaterThan", formula=["5"], fill=RED))
    rule = DataValidation("list", formula1='"a,b"', allow_blank=True)
    rule.add("F2")
    sales.add_data_validation(rule)
    book.defined_names["rate"] = DefinedName("rate", attr_text="Sales!$B$2")
    chart = BarChart()
    chart.title = "Prices"
    chart.add_data(Reference(sales, min_col=2, min_row=1, max_row=5), titles_from_data=True)
    sales.add_chart(chart, "H2")
    picture = io.BytesIO()
    Picture.new("RGB", (8, 8), "blue").save(picture, "PNG")
    sales.add_image(Image(picture), "H30")
    book.create_sheet("Notes")["A1"] = "note"
    return book


@cache
def original() -> TreeNode:
    return read_xlsx_tree(saved(book().save), "before.xlsx")


def picture_name() -> str:
    """The name of the image that the book has."""
    sheet = original().children[1]
    return next(node.name for node in sheet.children if node.kind == "image")


def changes_by(edit: Edit) -> list[Change]:
    """The changes that an edit makes; what it returns is of no interest."""
    edited = book()
    edit(edited)
    return list(compare(original(), read_xlsx_tree(saved(edited.save), "after.xlsx")))


def on(cell: str, **attributes: object) -> Edit:
    """Set attributes of a cell of the sheet Sales, or of its value."""

    def edit(book: Workbook) -> None:
        for name, value in attributes.items():
            setattr(book["Sales"][cell], name, value)

    return edit


def fixed(width: float) -> Edit:
    def edit(book: Workbook) -> None:
        book["Sales"].column_dimensions["A"].width = width

    return edit


def hide_column(book: Workbook) -> None:
    book["Sales"].column_dimensions["A"].hidden = True


def hide_row(book: Workbook) -> None:
    book["Sales"].row_dimensions[3].hidden = True


def set_height(book: Workbook) -> None:
    book["Sales"].row_dimensions[3].height = 72


def group_rows(book: Workbook) -> None:
    book["Sales"].row_dimensions.group(3, 3)


def hide_sheet(book: Workbook) -> None:
    book["Notes"].sheet_state = "hidden"


def rename_sheet(book: Workbook) -> None:
    book["Notes"].title = "Remarks"


def move_sheet(book: Workbook) -> None:
    book.move_sheet("Notes", -1)


def colour_tab(book: Workbook) -> None:
    book["Notes"].sheet_properties.tabColor = "FF00FF00"


def protect(book: Workbook) -> None:
    book["Notes"].protection.sheet = True


def protect_but_sort(book: Workbook) -> None:
    book["Notes"].protection.sheet = True
    book["Notes"].protection.sort = False


def replace_formula_by_value(book: Workbook) -> None:
    book["Sales"]["D2"] = 6


def protect_structure(book: Workbook) -> None:
    book.security.lockStructure = True


def freeze(book: Workbook) -> None:
    book["Notes"].freeze_panes = "A2"


def zoom(book: Workbook) -> None:
    book["Notes"].sheet_view.zoomScale = 150


def hide_gridlines(book: Workbook) -> None:
    book["Notes"].sheet_view.showGridLines = False


def turn_right_to_left(book: Workbook) -> None:
    book["Notes"].sheet_view.rightToLeft = True


def write_header(book: Workbook) -> None:
    book["Notes"].oddHeader.center.text = "Secret"


def turn_page(book: Workbook) -> None:
    book["Notes"].page_setup.orientation = "landscape"


def widen_margin(book: Workbook) -> None:
    book["Notes"].page_margins.left = 2


def print_part(book: Workbook) -> None:
    book["Notes"].print_area = "A1:B2"


def repeat_row(book: Workbook) -> None:
    book["Notes"].print_title_rows = "1:1"


def break_page(book: Workbook) -> None:
    book["Notes"].row_breaks.append(Break(id=7))


def merge(book: Workbook) -> None:
    book["Sales"].merge_cells("F8:G9")


def filter_range(book: Workbook) -> None:
    book["Sales"].auto_filter.ref = "A1:D5"


def redefine_name(book: Workbook) -> None:
    book.defined_names["rate"].attr_text = "Sales!$B$3"


def extend_format(book: Workbook) -> None:
    rules = book["Sales"].conditional_formatting
    del rules["B2:B5"]
    rules.add("A1:Z40", CellIsRule(operator="greaterThan", formula=["5"], fill=RED))


def loosen_validation(book: Workbook) -> None:
    book["Sales"].data_validations.dataValidation[0].formula1 = '"a,b,c"'


def move_chart(book: Workbook) -> None:
    book["Sales"]._charts[0].anchor = "K2"


def retitle_chart(book: Workbook) -> None:
    book["Sales"]._charts[0].title = "Costs"


def recolour_chart(book: Workbook) -> None:
    book["Sales"]._charts[0].series[0].graphicalProperties.solidFill = "00FF00"


def widen_chart(book: Workbook) -> None:
    book["Sales"]._charts[0].width += 1


def remove_chart(book: Workbook) -> None:
    book["Sales"]._charts.clear()


def move_image(book: Workbook) -> None:
    book["Sales"]._images[0].anchor = "A30"


def paint_column(book: Workbook) -> None:
    book["Sales"].column_dimensions["A"].fill = RED


def paint_everything(book: Workbook) -> None:
    """As a user does who selects all."""
    column = book["Notes"].column_dimensions["A"]
    column.min, column.max, column.fill = 1, 16_384, RED
    column.width = 8.68


def paint_row(book: Workbook) -> None:
    book["Sales"].row_dimensions[9].fill = RED


def remove_format(book: Workbook) -> None:
    del book["Sales"].conditional_formatting["B2:B5"]


def write_rich(book: Workbook) -> None:
    book["Sales"]["A2"] = CellRichText("Item ", TextBlock(InlineFont(b=True), "2"))


CELL = "sheet Sales/cell B2"
ONE_CHANGE: list[tuple[Edit, str, str, Value, Value]] = [
    (on("B2", font=Font(bold=True, name="Calibri", color=Color(theme=1))), CELL, "bold", None, True),
    (on("B2", font=Font(name="Calibri", color="FFFF0000")), CELL, "colour", None, "FF0000"),
    (on("B2", font=Font(name="Calibri", color=Color(theme=4))), CELL, "colour", None, "4F81BD"),
    (on("B2", font=Font(name="Calibri", size=40, color=Color(theme=1))), CELL, "size", None, 40.0),
    (on("B2", font=Font(name="Arial", color=Color(theme=1))), CELL, "font", None, "Arial"),
    (on("B2", fill=RED), CELL, "fill", None, "FF0000"),
    (on("B2", border=Border(left=Side("thin"))), CELL, "left border", None, "thin 000000"),
    (on("B2", alignment=Alignment(horizontal="center")), CELL, "horizontal alignment", None, "center"),
    (on("B2", alignment=Alignment(wrap_text=True)), CELL, "wrap", None, True),
    (on("B2", alignment=Alignment(text_rotation=120)), CELL, "rotation", None, -30),
    (on("B2", number_format="0.000"), CELL, "number format", "0.00", "0.000"),
    (on("B2", protection=Protection(locked=False)), CELL, "locked", None, False),
    (on("B2", value=7), CELL, "value", 3, 7),
    (on("B2", value="7"), CELL, "value", 3, "7"),
    (on("C2", value=date(2026, 1, 3)), "sheet Sales/cell C2", "value", "2026-01-02", "2026-01-03"),
    (on("D2", value="=B2*3"), "sheet Sales/cell D2", "formula", "=B2*2", "=B2*3"),
    (on("A2", hyperlink="https://example.org/"), "sheet Sales/cell A2", "link", None, "https://example.org/"),
    (on("A2", comment=Comment("Why?", "Ann")), "sheet Sales/cell A2", "comment", None, "Why?"),
    (on("G9", value="junk"), "sheet Sales/cell G9", "value", None, "junk"),
    (on("G9", fill=RED), "sheet Sales/cell G9", "fill", None, "FF0000"),
    (on("G9", comment=Comment("Why?", "Ann")), "sheet Sales/cell G9", "comment", None, "Why?"),
    (on("A2", value=None), "sheet Sales/cell A2", "value", "Item 2", None),
    (fixed(30), "sheet Sales/column A", "width", Length(20 * 0.1958), Length(30 * 0.1958)),
    (hide_column, "sheet Sales/column A", "hidden", None, True),
    (hide_row, "sheet Sales/row 3", "hidden", None, True),
    (set_height, "sheet Sales/row 3", "height", None, Length(2.5)),
    (group_rows, "sheet Sales/row 3", "outline level", None, 1),
    (paint_row, "sheet Sales/row 9", "fill", None, "FF0000"),
    (protect, "sheet Notes", "protected", None, True),
    (hide_sheet, "sheet Notes", "hidden", None, True),
    (move_sheet, "sheet Notes", "order", None, None),
    (colour_tab, "sheet Notes", "tab colour", None, "00FF00"),
    (protect_structure, "", "protected structure", None, True),
    (freeze, "sheet Notes", "frozen rows", None, 1),
    (zoom, "sheet Notes", "zoom", None, 150),
    (hide_gridlines, "sheet Notes", "gridlines hidden", None, True),
    (turn_right_to_left, "sheet Notes", "right to left", None, True),
    (turn_page, "sheet Notes", "landscape", None, True),
    (widen_margin, "sheet Notes", "left margin", Length(0.75 * 2.54), Length(2 * 2.54)),
    (print_part, "sheet Notes", "print area", None, "A1:B2"),
    (repeat_row, "sheet Notes", "repeated rows", None, "1:1"),
    (break_page, "sheet Notes", "breaks after rows", None, "7"),
    (merge, "sheet Sales/merged range F8:G9", "added", None, None),
    (filter_range, "sheet Sales/filter 1", "added", None, None),
    (redefine_name, "name rate", "formula", "Sales!$B$2", "Sales!$B$3"),
    (extend_format, "sheet Sales/conditional format 1", "range", "B2:B5", "A1:Z40"),
    (remove_format, "sheet Sales/conditional format 1", "removed", None, None),
    (write_rich, "sheet Sales/cell A2/rich text 1", "added", None, None),
    (move_image, f"sheet Sales/image {picture_name()}", "cell", "H30", "A30"),
    (write_header, "sheet Notes", "header centre", None, "Secret"),
    (loosen_validation, "sheet Sales/validation 1", "text", "", ",c"),
    (move_chart, "sheet Sales/chart 1", "cell", "H2", "K2"),
    (retitle_chart, "sheet Sales/chart 1", "title", "Prices", "Costs"),
    (recolour_chart, "sheet Sales/chart 1/series 1", "colour", "4F81BD", "00FF00"),
    (widen_chart, "sheet Sales/chart 1", "width", Length(15), Length(16)),
    (remove_chart, "sheet Sales/chart 1", "removed", None, None),
]


@pytest.mark.parametrize(
    ("edit", "place", "what", "before", "after"),
    ONE_CHANGE,
    ids=[f"{place} {what} {index}" for index, (_, place, what, _, _) in enumerate(ONE_CHANGE)],
)
def test_one_edit_is_one_change(edit: Edit, place: str, what: str, before: Value, after: Value) -> None:
    found = changes_by(edit)
    assert [(change.place, change.what) for change in found] == [(place, what)]
    if what not in ("added", "removed", "order"):
        expected, got = (before, after), (found[0].before, found[0].after)
        assert shown(got) == shown(expected)


def shown(values: tuple[Value, Value]) -> list[object]:
    """Return values, lengths to a tenth of a centimetre."""
    return [round(value.cm, 1) if isinstance(value, Length) else value for value in values]


SEVERAL_CHANGES: list[tuple[Edit, list[tuple[str, str]]]] = [
    (rename_sheet, [("sheet Notes", "removed"), ("sheet Remarks", "added")]),
    (
        paint_column,
        [("sheet Sales/column A", "fill"), *((f"sheet Sales/cell A{n}", "fill") for n in range(1, 6))],
    ),
    (paint_everything, [("sheet Notes/column others", "fill"), ("sheet Notes/cell A1", "fill")]),
    (replace_formula_by_value, [("sheet Sales/cell D2", "formula"), ("sheet Sales/cell D2", "value")]),
    (protect_but_sort, [("sheet Notes", "allowed"), ("sheet Notes", "protected")]),
]


@pytest.mark.parametrize(("edit", "expected"), SEVERAL_CHANGES)
def test_an_edit_of_several_properties_is_a_change_of_each(
    edit: Edit, expected: list[tuple[str, str]]
) -> None:
    assert [(change.place, change.what) for change in changes_by(edit)] == expected
