"""A workbook of Office's form, opened to be edited as XML: other libraries drop the values of its formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from openpyxl.utils import coordinate_to_tuple, get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from controller.proofs.mutants.additive.edits import shorten
from controller.proofs.mutants.additive.package import (
    OFFICE,
    Element,
    OfficePackage,
    insert_child,
    parse,
    set_child,
)

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORKBOOK = (
    *("fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets"),
    *("functionGroups", "externalReferences", "definedNames", "calcPr", "oleSize", "customWorkbookViews"),
    *("pivotCaches", "extLst"),
)
WORKSHEET = (
    *("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr"),
    *("sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate"),
    *("customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations"),
    *("hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks"),
    *("customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing"),
    *("legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst"),
)
"""The children of a workbook's and a sheet's XML in the order of the schema."""
ON = ("1", "true")


def tag(name: str) -> str:
    """Return the name of an element of workbooks."""
    return f"{{{MAIN}}}{name}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is not empty."""

    row: int
    column: int
    element: Element
    text: str
    place: str

    @property
    def value(self) -> str:
        """Its number or text as stored, or the number of its text among the shared ones."""
        return str(self.element.findtext(tag("v"), ""))


@dataclass
class Sheet:
    """A sheet with cells; `element` is its entry in the workbook, `root` its own XML."""

    name: str
    path: str
    element: Element
    root: Element
    texts: Sequence[str] = field(repr=False)
    pivots: Sequence[CellRange]

    @property
    def place(self) -> str:
        return f"sheet {self.name}"

    @property
    def data(self) -> Element:
        return self.root.find(tag("sheetData"))

    @cached_property
    def cells(self) -> list[Cell]:
        return list(self._cells())

    @cached_property
    def size(self) -> tuple[int, int]:
        """The last row and the last column with a value; 0 without any."""
        rows = max((cell.row for cell in self.cells), default=0)
        return rows, max((cell.column for cell in self.cells), default=0)

    @cached_property
    def row_ends(self) -> dict[int, int]:
        """The last filled column of each filled row."""
        return {cell.row: cell.column for cell in sorted(self.cells, key=lambda cell: cell.column)}

    @property
    def rows(self) -> dict[int, Element]:
        """The rows by their numbers."""
        return {int(row.get("r")): row for row in self.data.iterfind(tag("row"))}

    def is_merged(self, row: int, first: int, last: int) -> bool:
        """Test whether one of the cells of a row from a first to a last column is merged with others."""
        cells = CellRange(min_col=first, min_row=row, max_col=last, max_row=row)
        merged = (CellRange(each.get("ref")) for each in self.root.iter(tag("mergeCell")))
        return any(not cells.isdisjoint(area) for area in merged)

    def child(self, name: str, **attributes: str) -> Element:
        """Return a child of the sheet, made if there is none, with these attributes set."""
        return set_child(self.root, name, WORKSHEET, **attributes)

    def add(self, xml: str) -> None:
        """Add a child to the sheet."""
        insert_child(self.root, fragment(xml), WORKSHEET)

    def cell_at(self, row: int, column: int) -> Element:
        """Return the XML of a cell, made if there is none."""
        rows = self.rows
        line = rows.get(row)
        if line is None:
            line = fragment(f'<row r="{row}"/>')
            before = sum(number < row for number in rows)
            self.data.insert(before, line)
        name = f"{get_column_letter(column)}{row}"
        cells = {coordinate_to_tuple(cell.get("r"))[1]: cell for cell in line.iterfind(tag("c"))}
        if column not in cells:
            cells[column] = fragment(f'<c r="{name}"/>')
            line.insert(sum(number < column for number in cells), cells[column])
            line.attrib.pop("spans", None)
        return cells[column]

    def _cells(self) -> Iterator[Cell]:
        for element in self.data.iter(tag("c")):
            text = self._text(element)
            row, column = coordinate_to_tuple(element.get("r"))
            if text.strip() and not any((row, column) in pivot.cells for pivot in self.pivots):
                place = f"{self.place}, cell {element.get('r')} {shorten(text)}"
                yield Cell(row, column, element, text, place)

    def _text(self, cell: Element) -> str:
        value = str(cell.findtext(tag("v"), ""))
        if cell.get("t") == "s":
            return self.texts[int(value)]
        return value or "".join(cell.itertext(tag("t")))


class Workbook:
    """A workbook; sheets without cells, such as those of one chart, are left out."""

    def __init__(self, data: bytes) -> None:
        self.package = OfficePackage(data)
        (self.path,) = self.package.related("", "officeDocument")
        self.root = self.package.root(self.path)
        texts = self._shared_texts()
        self.sheets = [
            Sheet(
                name=element.get("name"),
                path=path,
                element=element,
                root=self.package.root(path),
                texts=texts,
                pivots=self._pivots(path),
            )
            for element in self.root.iter(tag("sheet"))
            if (path := self.package.target(self.path, element.get(f"{{{OFFICE}}}id")))
            in self.package.related(self.path, "worksheet")
        ]

    @cached_property
    def styles(self) -> Element:
        (path,) = self.package.related(self.path, "styles")
        return self.package.root(path)

    @property
    def active(self) -> int:
        """The index of the sheet that is shown."""
        view = self.root.find(f"{tag('bookViews')}/{tag('workbookView')}")
        return 0 if view is None else int(view.get("activeTab", "0"))

    def child(self, name: str, **attributes: str) -> Element:
        """Return a child of the workbook, made if there is none."""
        return set_child(self.root, name, WORKBOOK, **attributes)

    def index_of(self, sheet: Sheet) -> int:
        """Return the index of a sheet among all."""
        return int(sheet.element.getparent().index(sheet.element))

    def names_of(self, sheet: Sheet) -> list[Element]:
        """Return the names that are defined for a sheet."""
        index = str(self.index_of(sheet))
        return [name for name in self.root.iter(tag("definedName")) if name.get("localSheetId") == index]

    def define_name(self, name: str, target: str, sheet: Sheet | None = None, **attributes: str) -> None:
        """Define a name for the workbook, or for a sheet of it."""
        scope = {} if sheet is None else {"localSheetId": str(self.index_of(sheet))}
        names = self.child("definedNames")
        defined = names.makeelement(tag("definedName"), {"name": name, **scope, **attributes})
        defined.text = target
        names.append(defined)

    def replace_in_formulas(self, pattern: re.Pattern[str], replacement: str) -> None:
        """Replace a pattern in the formulas of cells and charts, and in what names stand for."""
        parts = [self.root, *(sheet.root for sheet in self.sheets), *self.charts.values()]
        for element in (element for part in parts for element in part.iter()):
            if element.tag.endswith(("}f", "}definedName", "}formula", "}formula1")) and element.text:
                element.text = pattern.sub(lambda _match: replacement, element.text)

    @cached_property
    def charts(self) -> dict[str, Element]:
        """The roots of the charts by their place."""
        return {
            f"{sheet.place}, chart {number}": self.package.root(path)
            for sheet in self.sheets
            for drawing in self.package.related(sheet.path, "drawing")
            for number, path in enumerate(self.package.related(drawing, "chart"), 1)
        }

    def _pivots(self, sheet: str) -> list[CellRange]:
        """Return the cells of a sheet that a pivot table writes anew."""
        tables = [self.package.root(path) for path in self.package.related(sheet, "pivotTable")]
        return [CellRange(table.find(tag("location")).get("ref")) for table in tables]

    def _shared_texts(self) -> list[str]:
        paths = self.package.related(self.path, "sharedStrings")
        items = [item for path in paths for item in self.package.root(path).iterfind(tag("si"))]
        return ["".join(text.text or "" for text in item.iter(tag("t"))) for item in items]


def quote(name: str) -> str:
    """Return a sheet's name as formulas have it."""
    return "'" + name.replace("'", "''") + "'"


def fragment(xml: str) -> Element:
    """Parse an element of workbooks without prefix."""
    name, rest = re.fullmatch(r"<(\w+)(.*)", xml, re.DOTALL).groups()  # type: ignore[union-attr]
    return parse(f'<{name} xmlns="{MAIN}" xmlns:r="{OFFICE}"{rest}')
