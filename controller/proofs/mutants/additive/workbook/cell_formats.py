"""Edits of the formats of cells."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from openpyxl.utils import get_column_letter

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import Element, insert_child, set_child
from controller.proofs.mutants.additive.workbook.model import Sheet, Workbook, fragment, tag

FormatChange = Callable[[Element, Element], None]
"""Changes a cell's format, an `xf`, given the root of the styles."""

_FONT = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color"),
    *("name", "family", "charset", "scheme"),
)
_FORMAT = ("alignment", "protection", "extLst")
_STYLES = (
    *("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles"),
    *("colors", "extLst"),
)
_FLAGS = {"bold added": "b", "italic added": "i", "underline added": "u", "strikethrough added": "strike"}
_FILL = '<fill><patternFill patternType="solid"><fgColor rgb="FFC2F18B"/><bgColor indexed="64"/></patternFill></fill>'
_SIDE = 'style="mediumDashDot"><color rgb="FFC2185B"/>'
_BORDER = (
    f"<border><left {_SIDE}</left><right {_SIDE}</right><top {_SIDE}</top><bottom {_SIDE}</bottom></border>"
)


def _format_cells(change: FormatChange) -> Rule[Workbook]:
    def edits(book: Workbook) -> Iterator[Edit]:
        for sheet in book.sheets:
            for cell in sheet.cells:
                yield Edit(cell.place, partial(format_cell, book, cell.element, change))

    return edits


def _set_flag(name: str) -> Rule[Workbook]:
    def edits(book: Workbook) -> Iterator[Edit]:
        for sheet in book.sheets:
            for cell in sheet.cells:
                if not has_flag(book, cell.element, name):
                    change = partial(_set_font, name, {})
                    yield Edit(cell.place, partial(format_cell, book, cell.element, change))

    return edits


def _align(book: Workbook) -> Iterator[Edit]:
    """Centre cells; those that are centred go to the right."""
    for sheet in book.sheets:
        for cell in sheet.cells:
            alignment = _format_of(book, cell.element).find(tag("alignment"))
            centred = alignment is not None and alignment.get("horizontal") == "center"
            change = partial(_set_alignment, "right" if centred else "center")
            yield Edit(cell.place, partial(format_cell, book, cell.element, change))


def _format_numbers(book: Workbook) -> Iterator[Edit]:
    """Show numbers with a digit after the point more than is usual."""
    for sheet in book.sheets:
        for cell in sheet.cells:
            if cell.element.get("t", "n") == "n":
                yield Edit(cell.place, partial(format_cell, book, cell.element, _set_number_format))


def _fill_empty_cells(book: Workbook) -> Iterator[Edit]:
    """Fill the cell to the right of the last one of a row."""
    for sheet in book.sheets:
        for row, last in sorted(sheet.row_ends.items()):
            if sheet.is_merged(row, last + 1, last + 1):
                continue
            place = f"{sheet.place}, cell {get_column_letter(last + 1)}{row}"
            yield Edit(place, partial(_fill_at, book, sheet, row, last + 1))


def has_flag(book: Workbook, cell: Element, name: str) -> bool:
    """Test whether a property of the font of a cell, such as "b", is on."""
    flag = _item(book.styles, "fonts", _format_of(book, cell).get("fontId")).find(tag(name))
    return flag is not None and flag.get("val", "1") not in ("0", "false", "none")


def format_cell(book: Workbook, cell: Element, change: FormatChange) -> None:
    """Give a cell a copy of its format that is changed."""
    changed = copy.deepcopy(_format_of(book, cell))
    change(book.styles, changed)
    cell.set("s", add_item(book.styles, "cellXfs", changed))


def add_item(styles: Element, items: str, item: Element) -> str:
    """Add an item to a list of the styles, such as "fonts", and return its number."""
    parent = set_child(styles, items, _STYLES)
    parent.append(item)
    parent.set("count", str(len(parent)))
    return str(len(parent) - 1)


def _fill_at(book: Workbook, sheet: Sheet, row: int, column: int) -> None:
    format_cell(book, sheet.cell_at(row, column), _set_fill)


def _set_font(name: str, attributes: Mapping[str, str], styles: Element, cell_format: Element) -> None:
    font = copy.deepcopy(_item(styles, "fonts", cell_format.get("fontId")))
    for former in [*font.findall(tag(name)), *(font.findall(tag("scheme")) if name == "name" else ())]:
        font.remove(former)
    insert_child(font, font.makeelement(tag(name), dict(attributes)), _FONT)
    cell_format.attrib.update({"fontId": add_item(styles, "fonts", font), "applyFont": "1"})


def _set_fill(styles: Element, cell_format: Element) -> None:
    cell_format.attrib.update({"fillId": add_item(styles, "fills", fragment(_FILL)), "applyFill": "1"})


def _set_border(styles: Element, cell_format: Element) -> None:
    cell_format.attrib.update(
        {"borderId": add_item(styles, "borders", fragment(_BORDER)), "applyBorder": "1"}
    )


def _set_alignment(horizontal: str, _styles: Element, cell_format: Element) -> None:
    cell_format.set("applyAlignment", "1")
    set_child(cell_format, "alignment", _FORMAT, horizontal=horizontal)


def _set_number_format(styles: Element, cell_format: Element) -> None:
    formats = set_child(styles, "numFmts", _STYLES)
    number = max((int(each.get("numFmtId")) for each in formats), default=163) + 1
    add_item(
        styles,
        "numFmts",
        fragment(f'<numFmt numFmtId="{max(number, 164)}" formatCode="0.0000&quot; *&quot;"/>'),
    )
    cell_format.attrib.update({"numFmtId": str(max(number, 164)), "applyNumberFormat": "1"})


def _format_of(book: Workbook, cell: Element) -> Element:
    return _item(book.styles, "cellXfs", cell.get("s"))


def _item(styles: Element, items: str, number: str | None) -> Element:
    return styles.find(tag(items))[int(number or 0)]


RULES: dict[str, Rule[Workbook]] = {
    **{kind: _set_flag(name) for kind, name in _FLAGS.items()},
    "colour added": _format_cells(partial(_set_font, "color", {"rgb": "FFC2185B"})),
    "size changed": _format_cells(partial(_set_font, "sz", {"val": "27"})),
    "font changed": _format_cells(partial(_set_font, "name", {"val": "Courier New"})),
    "fill added": _format_cells(_set_fill),
    "border added": _format_cells(_set_border),
    "alignment changed": _align,
    "number format changed": _format_numbers,
    "empty cell filled": _fill_empty_cells,
}
