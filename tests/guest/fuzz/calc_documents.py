"""Workbooks that are difficult for Calc's tools: a small table with drawn features, each at a drawn cell."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import openpyxl
from hypothesis import strategies as st
from openpyxl.cell.cell import MergedCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils import coordinate_to_tuple, get_column_letter
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

MARCH, APRIL = datetime(2024, 3, 1), datetime(2024, 4, 1, 6, 30)

TABLE: tuple[tuple[object, ...], ...] = (
    ("Item", "Price", "Region", "Day", "Users"),
    ("Pen", 2, "East", MARCH, 1_234_567),
    ("Cup", 7.5, None, None, 3_400_000_000),
    ("bag", 30, "West", APRIL, 999_999),
    ("Pen", -1, None, MARCH, None),
    (None, None, "North", None, 5_550_000.5),
)
"""The first sheet's table, A1:E6."""

ROWS, COLUMNS = 8, 8
"""Features are at cells of A1:H8."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of a workbook, by its name in FEATURES, at a cell of the first sheet (from 1)."""

    name: str
    column: int
    row: int

    @property
    def cell(self) -> str:
        return f"{get_column_letter(self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class CalcDocument:
    """A workbook to be made: the sheets Sales (TABLE), Notes and Last, with features on Sales."""

    features: tuple[Feature, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Sequence[str]]) -> CalcDocument:
        """The workbook with these pairs of a feature's name and a cell."""
        return cls(tuple(Feature(pair[0], *reversed(coordinate_to_tuple(pair[1]))) for pair in pairs))

    def workbook(self) -> Workbook:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet.title = "Sales"
        for row in TABLE:
            sheet.append(list(row))
        for row in range(2, len(TABLE) + 1):
            sheet.cell(row, 4).number_format = "yyyy-mm-dd"
        notes, last = book.create_sheet("Notes"), book.create_sheet("Last")
        notes["A1"], notes["B1"] = "Sum", "=SUM(Sales!B2:B6)"
        last["A1"] = "keep"
        for feature in sorted(self.features, key=lambda feature: feature.name == "table"):
            FEATURES[feature.name](book, feature)
        return book

    def data(self) -> bytes:
        """The workbook's .xlsx file."""
        stream = io.BytesIO()
        self.workbook().save(stream)
        return stream.getvalue()


def _cell(book: Workbook, feature: Feature) -> Any:
    return book["Sales"].cell(feature.row, feature.column)


def _is_covered(cell: Any) -> bool:
    return isinstance(cell, MergedCell)


def _holds_merged(sheet: Worksheet, area: str) -> bool:
    return any(not CellRange(area).isdisjoint(merged) for merged in sheet.merged_cells.ranges)


def _put(value: object) -> Callable[[Workbook, Feature], None]:
    def put(book: Workbook, feature: Feature) -> None:
        cell = _cell(book, feature)
        if not _is_covered(cell):
            cell.value = value
            if isinstance(value, str) and value.startswith("=") and "(" not in value:
                cell.data_type = "s"

    return put


def _format(**styles: Any) -> Callable[[Workbook, Feature], None]:
    def put(book: Workbook, feature: Feature) -> None:
        for name, value in styles.items():
            setattr(_cell(book, feature), name, value)

    return put


def _comment(book: Workbook, feature: Feature) -> None:
    cell = _cell(book, feature)
    if not _is_covered(cell):
        cell.comment = Comment("a comment\nof two lines", "author")


def _hyperlink(book: Workbook, feature: Feature) -> None:
    cell = _cell(book, feature)
    if not _is_covered(cell):
        cell.value = "site"
        cell.hyperlink = "https://example.org/a?b=1&c=2"


def _rich_text(book: Workbook, feature: Feature) -> None:
    cell = _cell(book, feature)
    if not _is_covered(cell):
        cell.value = CellRichText(
            "plain ", TextBlock(InlineFont(b=True, color="FFFF0000"), "bold red"), " end"
        )


def _area(feature: Feature, columns: int = 2, rows: int = 2) -> str:
    last = f"{get_column_letter(feature.column + columns - 1)}{feature.row + rows - 1}"
    return f"{feature.cell}:{last}"


def _merged(book: Workbook, feature: Feature) -> None:
    sheet = book["Sales"]
    area = _area(feature)
    if not _holds_merged(sheet, area):
        sheet.merge_cells(area)


def _array(book: Workbook, feature: Feature) -> None:
    sheet, area = book["Sales"], _area(feature, 1, 3)
    if not _holds_merged(sheet, area):
        for row in range(3):
            sheet.cell(feature.row + row, feature.column).value = None
        sheet[feature.cell] = ArrayFormula(area, "=B2:B4*2")


def _validation(book: Workbook, feature: Feature) -> None:
    rule = DataValidation(type="list", formula1='"East,West,North"', allow_blank=True)
    rule.add(_area(feature))
    book["Sales"].add_data_validation(rule)


def _conditional(book: Workbook, feature: Feature) -> None:
    rule = CellIsRule(operator="greaterThan", formula=["5"], fill=PatternFill(bgColor="FFFFC7CE"))
    book["Sales"].conditional_formatting.add(_area(feature, 2, 4), rule)


def _chart(book: Workbook, feature: Feature) -> None:
    sheet = book["Sales"]
    chart = BarChart()
    chart.title = "Prices"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet.add_chart(chart, f"J{feature.row}")


def _defined_name(book: Workbook, feature: Feature) -> None:
    book.defined_names["Prices"] = DefinedName("Prices", attr_text="Sales!$B$2:$B$6")
    book["Notes"]["A4"] = "=SUM(Prices)"


def _table(book: Workbook, feature: Feature) -> None:
    sheet = book["Sales"]
    if all(isinstance(cell.value, str) for cell in sheet["A1:E1"][0]):  # as a table's titles must be
        sheet.add_table(Table(displayName="Goods", ref="A1:E6"))


def _protected(book: Workbook, feature: Feature) -> None:
    book["Sales"].protection.sheet = True
    _cell(book, feature).protection = Protection(locked=False)


def _hidden_sheet(book: Workbook, feature: Feature) -> None:
    book["Last"].sheet_state = "hidden"


def _hidden_row(book: Workbook, feature: Feature) -> None:
    book["Sales"].row_dimensions[feature.row].hidden = True


def _hidden_column(book: Workbook, feature: Feature) -> None:
    book["Sales"].column_dimensions[get_column_letter(feature.column)].hidden = True


def _filtered(book: Workbook, feature: Feature) -> None:
    sheet = book["Sales"]
    sheet.auto_filter.ref = "A1:E6"
    sheet.auto_filter.add_filter_column(0, ["Pen"])
    for row in (3, 4, 6):
        sheet.row_dimensions[row].hidden = True


def _freeze(book: Workbook, feature: Feature) -> None:
    book["Sales"].freeze_panes = "B2"


def _width(book: Workbook, feature: Feature) -> None:
    book["Sales"].column_dimensions[get_column_letter(feature.column)].width = 31.5
    book["Sales"].row_dimensions[feature.row].height = 40


def _other_sheet(formula: str) -> Callable[[Workbook, Feature], None]:
    def put(book: Workbook, feature: Feature) -> None:
        book["Notes"].cell(5, feature.column).value = formula

    return put


def _far(book: Workbook, feature: Feature) -> None:
    book["Sales"].cell(feature.row, 30).font = Font(bold=True)


THIN = Side(style="thin", color="FF0000FF")

FEATURES: dict[str, Callable[[Workbook, Feature], None]] = {
    "array formula": _array,
    "border and underline": _format(
        border=Border(left=THIN, bottom=Side(style="double")), font=Font(underline="single", italic=True)
    ),
    "chart": _chart,
    "comment": _comment,
    "conditional format": _conditional,
    "date": _put(APRIL),
    "defined name": _defined_name,
    "error": _put("=1/0"),
    "fill": _format(fill=PatternFill("solid", fgColor="FFFFFF00")),
    "filter": _filtered,
    "formula": _put("=B2*2+$B$3"),
    "formula over columns": _other_sheet("=SUM(Sales!A:C)"),
    "formula over rows": _other_sheet("=SUM(Sales!2:4)"),
    "formula of one cell": _other_sheet("=Sales!B3+1"),
    "frozen": _freeze,
    "far column": _far,
    "hidden column": _hidden_column,
    "hidden row": _hidden_row,
    "hidden sheet": _hidden_sheet,
    "hyperlink": _hyperlink,
    "lines": _put("two\nlines"),
    "literal formula": _put("=not a formula"),
    "long text": _put("long " * 6_553),
    "lookup": _put('=INDEX(A:A,MATCH(30,B:B,0))&""'),
    "merged": _merged,
    "number as text": _put("007"),
    "number format": _format(number_format="0.00%"),
    "odd text": _put(" \u202bعربي\u202c 😀 数量 'x' \t\"y\" "),
    "protected": _protected,
    "rich text": _rich_text,
    "sum of columns": _put("=SUM(A:C)"),
    "table": _table,
    "text format": _format(number_format="@"),
    "true": _put(True),
    "validation": _validation,
    "width and height": _width,
    "wrap": _format(
        alignment=Alignment(wrap_text=True, horizontal="right", vertical="top", text_rotation=45)
    ),
}
"""What a feature adds to the workbook, by name."""


def features() -> st.SearchStrategy[Feature]:
    """One feature at a cell; not a sum over the columns that hold it."""
    return st.builds(
        Feature, st.sampled_from(sorted(FEATURES)), st.integers(1, COLUMNS), st.integers(1, ROWS)
    ).filter(lambda feature: not _refers_to_itself(feature))


def documents() -> st.SearchStrategy[list[tuple[str, str]]]:
    """Features as JSON: up to eight pairs of a name and a cell, each name at most once."""
    drawn = st.lists(features(), max_size=8, unique_by=(lambda feature: feature.name,))
    return drawn.map(lambda items: [(item.name, item.cell) for item in items])


def _refers_to_itself(feature: Feature) -> bool:
    columns = {"sum of columns": 3, "lookup": 2, "formula": 2, "array formula": 2}
    return feature.column <= columns.get(feature.name, 0)
