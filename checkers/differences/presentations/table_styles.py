"""Styles of tables in presentations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pptx.oxml import parse_xml

from checkers.differences.presentations.xml import NAMESPACES, find, find_all, get, is_on

_MEDIUM_2 = {
    "{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}": "dk1",
    "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}": "accent1",
    "{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}": "accent2",
    "{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}": "accent3",
    "{00A15C55-8517-42AA-B614-E9B94910E393}": "accent4",
    "{7DF18680-E054-41AD-8BC1-D1AEF772440D}": "accent5",
    "{93296810-A885-4BE3-A3E7-6D5BEEA58F35}": "accent6",
}
"""The colours of the style Medium 2, the usual one of new tables, by its ids. A file may use it without defining it."""
_LINE = '<a:{0}><a:ln w="12700"><a:solidFill><a:schemeClr val="lt1"/></a:solidFill></a:ln></a:{0}>'
_LINES = "".join(_LINE.format(side) for side in ("left", "right", "top", "bottom", "insideH", "insideV"))
_STRONG = (
    '<a:{0}><a:tcTxStyle><a:schemeClr val="lt1"/></a:tcTxStyle><a:tcStyle><a:fill><a:solidFill>'
    '<a:schemeClr val="{1}"/></a:solidFill></a:fill></a:tcStyle></a:{0}>'
)
_TINTED = (
    '<a:fill><a:solidFill><a:schemeClr val="{0}"><a:tint val="{1}"/></a:schemeClr></a:solidFill></a:fill>'
)
_FLAGS = ("firstRow", "lastRow", "firstCol", "lastCol", "bandRow", "bandCol")


@dataclass(frozen=True)
class CellPlace:
    """Where a cell is in its table: numbers of its row and column from 0, and how many there are."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass(frozen=True)
class TableStyle:
    """A style with the parts of it (`a:tblPr`) that a table uses."""

    definition: Any
    used: frozenset[str]

    def regions(self, place: CellPlace) -> Iterator[Any]:
        """Yield the parts of the definition that hold for a cell, strongest first."""
        for name in _names(place, self.used):
            if (region := find(self.definition, f"a:{name}")) is not None:
                yield region


def read_styles(part: Any) -> Mapping[str, Any]:
    """Return the definitions of table styles in a part, by their ids; `part` may be None."""
    root = parse_xml(part.blob) if part is not None else None
    defined = {get(style, "styleId"): style for style in find_all(root, "a:tblStyle")}
    return {**{identity: _medium_2(colour) for identity, colour in _MEDIUM_2.items()}, **defined}


def read_style(table: Any, definitions: Mapping[str, Any]) -> TableStyle:
    """Return the style of an `a:tbl`."""
    properties = find(table, "a:tblPr")
    identity = properties.findtext("a:tableStyleId", "", NAMESPACES) if properties is not None else ""
    used = frozenset(flag for flag in _FLAGS if is_on(get(properties, flag)))
    return TableStyle(definitions.get(identity), used)


def _names(place: CellPlace, used: frozenset[str]) -> Iterator[str]:
    if "firstRow" in used and place.row == 0:
        yield "firstRow"
    if "lastRow" in used and place.row == place.rows - 1:
        yield "lastRow"
    if "firstCol" in used and place.column == 0:
        yield "firstCol"
    if "lastCol" in used and place.column == place.columns - 1:
        yield "lastCol"
    if "bandRow" in used:
        yield f"band{(place.row - ('firstRow' in used)) % 2 + 1}H"
    if "bandCol" in used:
        yield f"band{(place.column - ('firstCol' in used)) % 2 + 1}V"
    yield "wholeTbl"


def _medium_2(colour: str) -> Any:
    strong = "".join(_STRONG.format(part, colour) for part in ("lastCol", "firstCol", "lastRow", "firstRow"))
    return parse_xml(
        f'<a:tblStyle xmlns:a="{NAMESPACES["a"]}">'
        '<a:wholeTbl><a:tcTxStyle><a:schemeClr val="dk1"/></a:tcTxStyle>'
        f"<a:tcStyle><a:tcBdr>{_LINES}</a:tcBdr>{_TINTED.format(colour, 20_000)}</a:tcStyle></a:wholeTbl>"
        f"<a:band1H><a:tcStyle>{_TINTED.format(colour, 40_000)}</a:tcStyle></a:band1H>"
        f"<a:band1V><a:tcStyle>{_TINTED.format(colour, 40_000)}</a:tcStyle></a:band1V>"
        f"{strong}</a:tblStyle>"
    )
