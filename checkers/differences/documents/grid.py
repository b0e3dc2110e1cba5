"""The grid of a table in a docx document: which cell is where, how wide the columns are, the lines between cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from checkers.differences.documents.borders import border
from checkers.differences.documents.properties import Properties, W, number, read_properties, tag_of, value
from checkers.differences.documents.table_styles import Place, TableStyle
from checkers.differences.documents.theme import Theme
from checkers.evidence import Unusable

MAX_COLUMNS = 1000
_CONTAINERS = {"sdt", "sdtContent", "customXml", "ins", "del"}
_BOTTOM = "tcBorders/bottom"
_OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell, merged with those that it covers; `width` is in twentieths of a point, None if it has none of its own."""

    element: Element
    properties: Properties
    place: Place
    width: float | None


def find_parts(parent: Element, tag: str) -> Iterator[Element]:
    """Yield the rows of a table or the cells of a row, those in content controls too."""
    for child in parent:
        if tag_of(child) == tag:
            yield child
        elif tag_of(child) in _CONTAINERS:
            yield from find_parts(child, tag)


def read_cells(rows: Sequence[Element], columns: int) -> list[GridCell]:
    """Return the cells in order; one that a cell above covers is part of that one. Raises Unusable if they are many."""
    cells: list[GridCell] = []
    above: dict[int, int] = {}
    for index, row in enumerate(rows):
        left = int(number(value(read_properties(row.find(f"{W}trPr")), "gridBefore")))
        merging: dict[int, int] = {}
        for element in find_parts(row, "tc"):
            properties = read_properties(element.find(f"{W}tcPr"))
            right = left + max(1, int(number(value(properties, "gridSpan"), 1.0)))
            if right > MAX_COLUMNS:
                raise Unusable(f"a table has at most {MAX_COLUMNS} columns", right)
            merge = properties["vMerge"].get("val", "continue") if "vMerge" in properties else None
            if merge == "continue" and left in above:
                cells[above[left]] = _extended(cells[above[left]], properties, index + 1)
                merging[left] = above[left]
            else:
                if merge is not None:
                    merging[left] = len(cells)
                place = Place(index, index + 1, left, right, len(rows), 0)
                cells.append(GridCell(element, properties, place, _width(properties)))
            left = right
        above = merging
    columns = max([columns, *(cell.place.right for cell in cells)])
    return [replace(cell, place=replace(cell.place, columns=columns)) for cell in cells]


def _extended(cell: GridCell, last: Properties, bottom: int) -> GridCell:
    """Return a merged cell that goes on into a row; the lower border is that of the last part."""
    own = {tag: each for tag, each in cell.properties.items() if tag != _BOTTOM}
    lower = {_BOTTOM: last[_BOTTOM]} if _BOTTOM in last else {}
    return replace(cell, properties={**own, **lower}, place=replace(cell.place, bottom=bottom))


def column_widths(cells: Sequence[GridCell], grid: Sequence[float], *, prefer_cells: bool) -> list[float]:
    """Return the width of each column: that of the grid, or of the first cell in it.

    If the widths are not fixed, those of cells are mere preferences, by which Word computes the grid.
    """
    columns = max([len(grid), *(cell.place.right for cell in cells)])
    widths = [*grid, *[0.0] * (columns - len(grid))]
    for cell in reversed(cells):
        is_needed = prefer_cells or not widths[cell.place.left]
        if is_needed and cell.width is not None and cell.place.right - cell.place.left == 1:
            widths[cell.place.left] = cell.width
    return widths


def lines_between(cells: Sequence[GridCell], style: TableStyle, theme: Theme) -> list[Mapping[str, str]]:
    """Return the visible borders of each cell by their side.

    A line between two cells is that of the upper or left one, unless its side has several different lines.
    """
    return _Lines(cells, style, theme).all()


class _Lines:
    def __init__(self, cells: Sequence[GridCell], style: TableStyle, theme: Theme) -> None:
        self._cells, self._style, self._theme = cells, style, theme
        self._at = {
            (row, column): cell
            for cell in cells
            for row in range(cell.place.top, cell.place.bottom)
            for column in range(cell.place.left, cell.place.right)
        }

    def all(self) -> list[Mapping[str, str]]:
        return [
            {side: line for side in _OPPOSITE if (line := self._own(cell, side)) is not None}
            for cell in self._cells
        ]

    def _own(self, cell: GridCell, side: str) -> str | None:
        """Return the line at a side of a cell; None if there is none or it is another cell's."""
        beside, lines = self._beside(cell.place, side), self._lines(cell, side)
        if beside and side in ("top", "left"):
            is_divided = len(self._lines(beside[0], _OPPOSITE[side])) > 1
            return lines.pop() if len(beside) == 1 and is_divided else None
        return lines.pop() if len(lines) == 1 else None

    def _lines(self, cell: GridCell, side: str) -> set[str | None]:
        """Return the different lines along a side."""
        own = self._style.border(cell.place, side, cell.properties)
        others = [
            self._style.border(other.place, _OPPOSITE[side], other.properties)
            for other in self._beside(cell.place, side)
        ]
        return {border(max(own, other, key=_weight), self._theme) for other in others or [own]}

    def _beside(self, place: Place, side: str) -> list[GridCell]:
        """Return the cells at a side of one."""
        rows, columns = range(place.top, place.bottom), range(place.left, place.right)
        match side:
            case "top":
                positions = [(place.top - 1, column) for column in columns]
            case "bottom":
                positions = [(place.bottom, column) for column in columns]
            case "left":
                positions = [(row, place.left - 1) for row in rows]
            case _:
                positions = [(row, place.right) for row in rows]
        found = {
            self._at[position].place: self._at[position] for position in positions if position in self._at
        }
        return list(found.values())


def _weight(attributes: Mapping[str, str]) -> float:
    """Return how strong a border is: of two between cells, the stronger one is drawn."""
    return number(attributes.get("sz")) if attributes.get("val") not in (None, "nil", "none") else -1.0


def _width(properties: Properties) -> float | None:
    if value(properties, "tcW", "type") not in ("dxa", None):
        return None
    return number(value(properties, "tcW", "w")) or None
