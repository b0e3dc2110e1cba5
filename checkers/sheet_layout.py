"""How the sheets of an xlsx workbook are laid out: what is frozen and merged, widths and heights, the zoom."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.base import GuestView
from checkers.evidence import Unusable
from checkers.office_parts import OfficeParts, office_parts

CM_PER_POINT = 2.54 / 72
CM_PER_DIGIT = 111 / 1440 * 2.54
"""Widths are counted in digits; LibreOffice writes 111 twips as one, whatever the default font."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TARGETS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A sheet's layout; what is not said in the file is as in a new sheet."""

    frozen_rows: int
    frozen_columns: int
    merged: frozenset[str]
    """Ranges such as "A1:D1"."""
    zoom: int
    _widths: tuple[tuple[int, int, float], ...]
    """First and last column, from 1, and width in digits."""
    _heights: tuple[tuple[int, float], ...]
    """Row, from 1, and height in points."""

    def width(self, column: int) -> float | None:
        """A column's width in cm; None where none is set."""
        for first, last, digits in self._widths:
            if first <= column <= last:
                return digits * CM_PER_DIGIT
        return None

    def height(self, row: int) -> float | None:
        """A row's height in cm; None where none is set."""
        return next((points * CM_PER_POINT for number, points in self._heights if number == row), None)


def read_layout(guest: GuestView, path: str, sheet: str) -> SheetLayout:
    """Read the layout of a sheet by its name. Raises Unusable if there is none, or the file is damaged or hostile."""
    parts = office_parts(guest, path)
    root = parts.xml(_member(parts, sheet))
    with parsing(path):
        return _layout(root)


def _member(parts: OfficeParts, sheet: str) -> str:
    names = {
        each.get("name"): each.get(_RELATION) for each in parts.xml("xl/workbook.xml").iter(f"{_MAIN}sheet")
    }
    if sheet not in names:
        raise Unusable(f'there is a sheet "{sheet}"', list(names))
    for relation in parts.xml("xl/_rels/workbook.xml.rels").iter(_TARGETS):
        if relation.get("Id") == names[sheet]:
            target = relation.get("Target", "")
            return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    raise Unusable(f'{parts.path} holds the cells of "{sheet}"', names[sheet])


def _layout(root: Element) -> SheetLayout:
    view = root.find(f"{_MAIN}sheetViews/{_MAIN}sheetView")
    pane = None if view is None else view.find(f"{_MAIN}pane")
    frozen = pane is not None and pane.get("state") in ("frozen", "frozenSplit")
    return SheetLayout(
        frozen_rows=int(float(pane.get("ySplit", "0"))) if frozen and pane is not None else 0,
        frozen_columns=int(float(pane.get("xSplit", "0"))) if frozen and pane is not None else 0,
        merged=frozenset(each.get("ref", "") for each in root.iter(f"{_MAIN}mergeCell")),
        zoom=100 if view is None else int(view.get("zoomScale", "100")),
        _widths=tuple(
            (int(each.get("min", "0")), int(each.get("max", "0")), float(each.get("width", "0")))
            for each in root.iter(f"{_MAIN}col")
        ),
        _heights=tuple(
            (int(each.get("r", "0")), float(each.get("ht", "0")))
            for each in root.iter(f"{_MAIN}row")
            if "ht" in each.attrib
        ),
    )
