"""Additive mutants of workbooks of Office's form, as openpyxl reads them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font

from controller.proofs.mutants.additive.workbook import WORKBOOKS
from tests.checkers.office_files import edited, saved
from tests.controller.proofs.mutants.additive.mutated import check_listing, check_probe, of_kind

pytestmark = pytest.mark.sampled

Probe = Callable[[Any], object]


@pytest.fixture(scope="module")
def workbook() -> bytes:
    """Two sheets with a text, numbers, a formula with its value, a comment and a chart."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "March"
    for row in (["Item", "Price"], ["Green tea", 4.5], ["Milk", 2]):
        sheet.append(row)
    sheet["B4"] = "=SUM(B2:B3)"
    sheet["A1"].font = Font(bold=True)
    sheet["B1"].alignment = Alignment(horizontal="center")
    sheet["A2"].comment = Comment("fresh", "Ada")
    sheet.column_dimensions["A"].width = 20
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "D2")
    book.create_sheet("Sum")["A1"] = "=March!B4"
    data = saved(book.save)
    for part in ("xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"):
        data = edited(data, part, lambda xml: xml.replace(b"</f><v></v>", b"</f><v>6.5</v>"))
    return data


def load(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data), rich_text=True)


def of_cells(read: Probe) -> Probe:
    return lambda book: {
        (sheet.title, cell.coordinate): read(cell)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
    }


def of_sheets(read: Probe) -> Probe:
    return lambda book: [read(sheet) for sheet in book]


def anchors(sheet: Any) -> object:
    places = [(chart.anchor._from, chart.anchor.ext) for chart in sheet._charts]
    return [(start.col, start.row, size.width, size.height) for start, size in places]


def charts(read: Probe) -> Probe:
    return of_sheets(lambda sheet: [read(chart) for chart in sheet._charts])


def series_colours(chart: Any) -> object:
    return [
        repr(series.graphicalProperties and series.graphicalProperties.solidFill) for series in chart.series
    ]


def dimensions(rows: str, name: str) -> Probe:
    return of_sheets(lambda sheet: {key: getattr(each, name) for key, each in getattr(sheet, rows).items()})


PROBES: dict[str, Probe] = {
    "bold added": of_cells(lambda cell: bool(cell.font.b)),
    "italic added": of_cells(lambda cell: bool(cell.font.i)),
    "underline added": of_cells(lambda cell: cell.font.u),
    "strikethrough added": of_cells(lambda cell: bool(cell.font.strike)),
    "colour added": of_cells(lambda cell: cell.font.color and cell.font.color.rgb),
    "size changed": of_cells(lambda cell: cell.font.sz),
    "font changed": of_cells(lambda cell: cell.font.name),
    "fill added": of_cells(lambda cell: cell.fill.fgColor.rgb),
    "border added": of_cells(lambda cell: cell.border.left.style),
    "alignment changed": of_cells(lambda cell: cell.alignment.horizontal),
    "number format changed": of_cells(lambda cell: cell.number_format),
    "empty cell filled": of_cells(lambda cell: cell.fill.fgColor.rgb),
    "row hidden": dimensions("row_dimensions", "hidden"),
    "row height changed": dimensions("row_dimensions", "height"),
    "column hidden": dimensions("column_dimensions", "hidden"),
    "column width changed": dimensions("column_dimensions", "width"),
    "sheet hidden": of_sheets(lambda sheet: sheet.sheet_state),
    "tab colour added": of_sheets(lambda sheet: sheet.sheet_properties.tabColor),
    "frozen panes changed": of_sheets(lambda sheet: sheet.freeze_panes),
    "grid lines hidden": of_sheets(lambda sheet: sheet.sheet_view.showGridLines),
    "sheet protected": of_sheets(lambda sheet: sheet.protection.sheet),
    "page orientation changed": of_sheets(lambda sheet: sheet.page_setup.orientation),
    "page margins changed": of_sheets(lambda sheet: sheet.page_margins.left),
    "page header changed": of_sheets(lambda sheet: sheet.oddHeader.center.text),
    "page footer changed": of_sheets(lambda sheet: sheet.oddFooter.center.text),
    "cell added beside": of_cells(lambda cell: cell.value),
    "cell added below": of_cells(lambda cell: cell.value),
    "formula made constant": of_cells(lambda cell: cell.value),
    "cells merged": of_sheets(lambda sheet: [area.coord for area in sheet.merged_cells.ranges]),
    "conditional format added": of_sheets(lambda sheet: len(sheet.conditional_formatting)),
    "validation added": of_sheets(
        lambda sheet: [str(each.sqref) for each in sheet.data_validations.dataValidation]
    ),
    "comment added": of_cells(lambda cell: cell.comment and cell.comment.text),
    "link added": of_cells(lambda cell: cell.hyperlink and cell.hyperlink.location),
    "filter added": of_sheets(lambda sheet: sheet.auto_filter.ref),
    "word made bold": of_cells(lambda cell: isinstance(cell.value, CellRichText)),
    "sheet added": lambda book: book.sheetnames,
    "sheet renamed with references": lambda book: book.sheetnames,
    "name defined": lambda book: list(book.defined_names),
    "print area added": of_sheets(lambda sheet: sheet.print_area),
    "drawing moved": of_sheets(anchors),
    "drawing resized": of_sheets(anchors),
    "drawing removed": of_sheets(anchors),
    "chart title changed": charts(lambda chart: chart.title is None),
    "chart series recoloured": charts(series_colours),
    "chart legend changed": charts(lambda chart: chart.legend is None),
}


def test_every_kind_has_a_probe() -> None:
    assert PROBES.keys() == WORKBOOKS.rules.keys()


@pytest.mark.parametrize("kind", WORKBOOKS.rules)
def test_a_mutant_changes_what_its_kind_says(workbook: bytes, kind: str) -> None:
    check_probe(WORKBOOKS, workbook, kind, load, PROBES[kind])


def test_mutants_are_listed_without_a_change(workbook: bytes) -> None:
    check_listing(WORKBOOKS, workbook)


@pytest.mark.parametrize("kind", [kind for kind in WORKBOOKS.rules if not kind.startswith("cell added")])
def test_values_stay(workbook: bytes, kind: str) -> None:
    """No kind but those that add cells changes a value, and formulas keep theirs."""

    def values(data: bytes) -> list[object]:
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        sheets = [sheet for sheet in book if sheet.title != "Added"]
        return [cell.value for sheet in sheets for row in sheet["A1:B4"] for cell in row]

    for mutant in of_kind(WORKBOOKS, workbook, kind):
        assert values(mutant.made()) == values(workbook)


def test_a_formula_made_constant_still_refers_to_the_same_cells(workbook: bytes) -> None:
    made = [load(mutant.made()) for mutant in of_kind(WORKBOOKS, workbook, "formula made constant")]
    assert made[0]["March"]["B4"].value == "=0*(SUM(B2:B3))+6.5"
    assert made[1]["Sum"]["A1"].value == "=0*(March!B4)+6.5"


def test_references_follow_a_renamed_sheet(workbook: bytes) -> None:
    book = load(of_kind(WORKBOOKS, workbook, "sheet renamed with references")[0].made())
    assert book["Sum"]["A1"].value == "='March Added'!B4"
    assert book["March Added"]._charts[0].series[0].val.numRef.f == "'March Added'!$B$2:$B$3"


def test_a_bold_cell_is_not_made_bold(workbook: bytes) -> None:
    places = [mutant.place for mutant in of_kind(WORKBOOKS, workbook, "bold added")]
    assert "sheet March, cell A2 'Green tea'" in places or "sheet March, cell B1 'Price'" in places
    assert not any("A1 'Item'" in place for place in places)


def test_one_column_of_several_that_share_a_width_is_hidden(workbook: bytes) -> None:
    wide = b'<cols><col min="1" max="5" width="9" customWidth="1"/></cols>'
    shared = edited(
        workbook,
        "xl/worksheets/sheet1.xml",
        lambda xml: xml[: xml.index(b"<cols>")] + wide + xml[xml.index(b"</cols>") + 7 :],
    )
    made = of_kind(WORKBOOKS, shared, "column hidden")[1].made()
    sheet = load(made)["March"]
    hidden = {key: (each.min, each.max, each.hidden) for key, each in sheet.column_dimensions.items()}
    assert hidden == {"A": (1, 1, False), "B": (2, 2, True), "C": (3, 5, False)}


def test_nothing_is_written_into_cells_that_a_merged_one_covers() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Title"])
    book.active.append([1, 2])
    book.active.merge_cells("A1:D1")
    data = saved(book.save)
    kinds = ("empty cell filled", "cells merged", "cell added beside")
    places = {kind: [mutant.place for mutant in of_kind(WORKBOOKS, data, kind)] for kind in kinds}
    assert places == {
        "empty cell filled": ["sheet Sheet, cell C2"],
        "cells merged": ["sheet Sheet, cells B2:C2"],
        "cell added beside": ["sheet Sheet, cell C2"],
    }
