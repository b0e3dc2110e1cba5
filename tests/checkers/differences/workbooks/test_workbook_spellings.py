"""Workbooks: two spellings of one state are no change; changes that only the XML shows; files that cannot be read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from checkers.differences.compare import Change, compare
from checkers.differences.tree import TreeNode
from checkers.differences.workbooks import cells as workbook_cells
from checkers.differences.workbooks.workbook_tree import read_xlsx_tree
from checkers.evidence import Unusable
from tests.checkers.office_files import edited, saved

FILES = Path(__file__).parents[1] / "files"
BOOK, SHEET, STYLES = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"
RED = PatternFill("solid", fgColor="FFFF0000")


def book() -> Workbook:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Sales"
    for row in range(1, 5):
        sheet.append([f"Item {row}", row, date(2026, 1, row), f'=IF(B{row}>2,"a b","c")'])
    sheet["A1"].font = Font(name="Calibri", bold=True, size=11, color="FF000000")
    sheet["B1"].fill = RED
    sheet["B2"].number_format = '#,##0.00 "€"'
    sheet.column_dimensions["A"].width = 20
    sheet["A2"].comment = Comment("Why?", "Ann")
    return book


@cache
def package() -> bytes:
    return saved(book().save)


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changes(before: bytes, after: bytes) -> list[Change]:
    return list(compare(read_xlsx_tree(before, "book.xlsx"), read_xlsx_tree(after, "book.xlsx")))


def replaced(member: str, old: str, new: str, data: bytes | None = None) -> bytes:
    """The book with a part of its XML replaced; the test fails if it does not have that part."""
    data = package() if data is None else data
    assert old in members(data)[member].decode()
    return edited(data, member, lambda content: content.decode().replace(old, new).encode())


@pytest.mark.parametrize("name", ["formats", "rules", "objects"])
def test_saving_in_libreoffice_is_no_change(name: str) -> None:
    """The files `_idle` are what LibreOffice 7.4 of the guest made of the others when it opened and saved them."""
    before, after = (
        read_xlsx_tree((FILES / f"workbook_{name}{suffix}.xlsx").read_bytes(), f"workbook_{name}.xlsx")
        for suffix in ("", "_idle")
    )
    assert list(compare(before, after)) == []
    assert number_of_nodes(before) > 50


def number_of_nodes(node: TreeNode) -> int:
    return 1 + sum(map(number_of_nodes, node.children))


SAME_STATE: dict[str, tuple[str, str, str]] = {
    "cached result": (SHEET, '"c")</f>', '"c")</f><v>a b</v>'),
    "spaces in a formula": (SHEET, "IF(B1&gt;2,", "if( B1 &gt; 2 ,"),
    "inline and plain text": (SHEET, 't="inlineStr"><is><t>Item 3</t></is>', 't="str"><v>Item 3</v>'),
    "run with the font of its cell": (SHEET, "<is><t>Item 3</t></is>", "<is><r><t>Item</t></r><r><t> 3</t></r></is>"),
    "number": (SHEET, "<v>2</v>", "<v>2.0E+000</v>"),
    "selected cell": (SHEET, 'activeCell="A1" sqref="A1"', 'activeCell="B7" sqref="B7"'),
    "defaults of a view": (SHEET, "<sheetView ", '<sheetView zoomScale="100" showGridLines="true" topLeftCell="B4" '),
    "automatic height": (SHEET, '<row r="2"', '<row r="2" ht="31.5" customHeight="false"'),
    "defaults of a row": (SHEET, '<row r="2"', '<row r="2" hidden="false" outlineLevel="0" customFormat="false"'),
    "empty cells": (SHEET, '<c r="A3"', '<c r="AA2"/><c r="A3"'),
    "column of default width": (SHEET, "</cols>", '<col min="3" max="3" width="8.6796875"/></cols>'),
    "columns of default width": (SHEET, "</cols>", '<col min="2" max="16384" width="8.67"/></cols>'),
    "theme": (STYLES, '<color theme="1"/>', '<color rgb="FF000000"/>'),
    "index": (STYLES, '<fgColor rgb="FFFF0000"/>', '<fgColor indexed="10"/><bgColor rgb="FF993300"/>'),
    "number format": (STYLES, '#,##0.00 &quot;€&quot;', '#,##0.00\\ \\€'),
    "date format": (STYLES, 'yyyy-mm-dd', 'yyyy\\-mm\\-dd'),
    "active sheet": (BOOK, 'activeTab="0"', 'activeTab="1"'),
    "author": ("xl/comments/comment1.xml", "<author>Ann</author>", "<author> </author>"),
}  # fmt: skip
"""What differs in the XML: the member, and what replaces what."""


@pytest.mark.parametrize("name", SAME_STATE)
def test_two_spellings_of_a_state_are_no_change(name: str) -> None:
    assert changes(package(), replaced(*SAME_STATE[name])) == []


def test_formulas_and_strings_may_be_shared() -> None:
    data = package()
    shared = {1: '<f t="shared" ref="D1:D4" si="0">IF(B1&gt;2,"a b","c")</f>'}
    for row in range(1, 5):
        own = f'<f>IF(B{row}&gt;2,"a b","c")</f>'
        data = replaced(SHEET, own, shared.get(row, '<f t="shared" si="0"/>'), data)
    assert changes(package(), data) == []


def test_a_constant_may_be_a_formula_without_arguments() -> None:
    constant, formula = (replaced(SHEET, "<v>3</v>", text) for text in ("<v>1</v>", "<f>TRUE()</f><v>1</v>"))
    assert changes(replaced(SHEET, '<c r="B3" t="n">', '<c r="B3" t="b">', constant), formula) == []


def test_a_column_may_be_painted_by_its_cells_or_by_its_style() -> None:
    cells, style, both = book(), book(), book()
    for painted in (style, both):
        painted["Sales"].column_dimensions["F"].fill = RED
    for painted in (cells, both):
        for row in range(1, 9):
            painted["Sales"].cell(row, 6).fill = RED
    assert changes(saved(style.save), saved(both.save)) == []
    assert {change.place for change in changes(saved(cells.save), saved(both.save))} == {
        *(f"sheet Sales/cell F{row}" for row in range(1, 9)),
        "sheet Sales/column F",
    }


def test_what_a_cell_without_content_does_not_show_is_no_change() -> None:
    after = book()
    after["Sales"]["G9"].font = Font(bold=True)
    after["Sales"]["G9"].number_format = "0.00"
    assert changes(package(), saved(after.save)) == []


def test_a_white_cell_in_a_painted_row_and_column_is_seen() -> None:
    row = '<row r="9" s="{}" customFormat="1">{}</row></sheetData>'
    column = (
        '<cols><col min="1" max="1" width="20" customWidth="1"/><col min="6" max="6" width="8.68" style="2"/>'
    )
    painted = replaced(SHEET, '<cols><col width="20" customWidth="1" min="1" max="1"/>', column)
    with_white_row = replaced(SHEET, "</sheetData>", row.format(0, ""), painted)
    assert [change.place for change in changes(painted, with_white_row)] == ["sheet Sales/cell F9"]
    with_white_cell = replaced(SHEET, "</sheetData>", row.format(2, '<c r="B9" s="0"/>'))
    whole = replaced(SHEET, "</sheetData>", row.format(2, ""))
    assert [change.place for change in changes(whole, with_white_cell)] == ["sheet Sales/cell B9"]


SHAPE = """<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:oneCellAnchor><xdr:from><xdr:col>4</xdr:col>
<xdr:colOff>36000</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>
<xdr:ext cx="360000" cy="360000"/><xdr:sp><xdr:spPr><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="00ff00"/>
</a:solidFill></xdr:spPr><xdr:txBody><a:p><a:r><a:rPr b="1" sz="1000"/><a:t>Sold out</a:t></a:r></a:p></xdr:txBody>
</xdr:sp></xdr:oneCellAnchor></xdr:wsDr>"""
SPARKLINE = """<extLst><ext><x14:sparklineGroup
 xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
 xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparkline><xm:f>Sales!B1:B4</xm:f>
<xm:sqref>F2</xm:sqref></x14:sparkline></x14:sparklineGroup></ext></extLst></worksheet>"""


def with_part(kind: str, content: str, data: bytes | None = None) -> bytes:
    """The book with a part that its sheet refers to."""
    namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = f'<Relationship Id="rId99" Type="{namespace}/{kind}" Target="../other/part.xml"/></Relationships>'
    stream = io.BytesIO(replaced("xl/worksheets/_rels/sheet1.xml.rels", "</Relationships>", link, data))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("xl/other/part.xml", content)
    return stream.getvalue()


def with_shape(drawing: str) -> bytes:
    return with_part("drawing", drawing)


PIVOT = """<pivotTableDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" name="Sums">
<location ref="B1:B4"/><dataFields><dataField fld="0" subtotal="sum"/></dataFields></pivotTableDefinition>"""


def test_a_pivot_table_is_seen_and_its_results_are_not() -> None:
    before = with_part("pivotTable", PIVOT)
    recalculated = with_part("pivotTable", PIVOT, replaced(SHEET, "<v>3</v>", "<v>4</v>"))
    painted = with_part("pivotTable", PIVOT, replaced(SHEET, '<c r="B3"', '<c r="B3" s="2"'))
    averages = with_part("pivotTable", PIVOT.replace("sum", "average"))
    assert changes(before, recalculated) == []
    assert [change.place for change in changes(before, painted)] == ["sheet Sales/cell B3"]
    assert [change.what for change in changes(before, averages)] == ["values"]


ONE_CHANGE: dict[str, tuple[bytes, bytes, str, str]] = {
    "array": (
        replaced(SHEET, "<f>IF(B4", '<f t="array" ref="D4:D5">IF(B4'),
        replaced(SHEET, "<f>IF(B4", '<f t="array" ref="D4:D6">IF(B4'),
        "sheet Sales/cell D4",
        "array",
    ),
    "text or date": (
        package(),
        replaced(SHEET, 't="n"><v>46023</v>', 't="str"><v>2026-01-01</v>'),
        "sheet Sales/cell C1",
        "type",
    ),
    "split": (
        package(),
        replaced(SHEET, "<selection", '<pane ySplit="2000" topLeftCell="A4"/><selection'),
        "sheet Sales",
        "split below",
    ),
    "other rows": (
        package(),
        replaced(SHEET, 'defaultRowHeight="15"', 'defaultRowHeight="15" zeroHeight="1"'),
        "sheet Sales",
        "other rows hidden",
    ),
    "shape": (package(), with_shape(SHAPE), "sheet Sales/shape 1", "added"),
    "text of a shape": (
        with_shape(SHAPE),
        with_shape(SHAPE.replace("Sold", "Given")),
        "sheet Sales/shape 1",
        "text",
    ),
    "fill of a shape": (
        with_shape(SHAPE),
        with_shape(SHAPE.replace("00ff00", "ff0000")),
        "sheet Sales/shape 1",
        "fill",
    ),
    "place of a shape": (
        with_shape(SHAPE),
        with_shape(SHAPE.replace("36000</", "180000</")),
        "sheet Sales/shape 1",
        "distance from left",
    ),
    "bold in a shape": (
        with_shape(SHAPE),
        with_shape(SHAPE.replace('b="1" ', "")),
        "sheet Sales/shape 1/characters 'Soldout'",
        "bold",
    ),
    "sparkline": (
        package(),
        replaced(SHEET, "</worksheet>", SPARKLINE),
        "sheet Sales/sparkline F2",
        "added",
    ),
}


@pytest.mark.parametrize("name", ONE_CHANGE)
def test_one_edit_of_the_xml_is_one_change(name: str) -> None:
    before, after, place, what = ONE_CHANGE[name]
    assert [(change.place, change.what) for change in changes(before, after)] == [(place, what)]


DAMAGED: dict[str, Callable[[], bytes]] = {
    "no archive": lambda: b"no archive",
    "no sheet": lambda: replaced("xl/_rels/workbook.xml.rels", "sheet1.xml", "sheet7.xml"),
    "no relationship": lambda: replaced(BOOK, 'r:id="rId1"', 'r:id="rId77"'),
    "broken XML": lambda: replaced(SHEET, "</worksheet>", ""),
    "document type": lambda: replaced(SHEET, "<worksheet", "<!DOCTYPE worksheet><worksheet"),
    "no number": lambda: replaced(SHEET, "<v>3</v>", "<v>three</v>"),
    "no string": lambda: replaced(SHEET, 't="n"><v>3</v>', 't="s"><v>3</v>'),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_unusable(name: str) -> None:
    with pytest.raises(Unusable):
        read_xlsx_tree(DAMAGED[name](), "book.xlsx")


def test_a_sheet_of_too_many_cells_is_unusable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_cells, "MAX_CELLS", 15)
    with pytest.raises(Unusable, match="usual size"):
        read_xlsx_tree(package(), "book.xlsx")
