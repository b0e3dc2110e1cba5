"""What a table of a docx document gives its cells: by its style, for the part of the table that they are in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checkers.differences.documents.properties import Properties, inherit, number, value
from checkers.differences.documents.styles import Style, Styles, TableLook

_FLAGS = {
    "firstRow": 0x20,
    "lastRow": 0x40,
    "firstColumn": 0x80,
    "lastColumn": 0x100,
    "noHBand": 0x200,
    "noVBand": 0x400,
}
SIDES = ("top", "bottom", "left", "right")
_INNER = {"top": "insideH", "bottom": "insideH", "left": "insideV", "right": "insideV"}


@dataclass(frozen=True, slots=True)
class Place:
    """The rows and columns that a cell covers, and the size of its table; ends are exclusive."""

    top: int
    bottom: int
    left: int
    right: int
    rows: int
    columns: int

    def is_at(self, side: str, region: Place | None = None) -> bool:
        """Test whether the cell is at a side of a region; of the whole table without one."""
        around = region or Place(0, self.rows, 0, self.columns, self.rows, self.columns)
        return bool(getattr(self, side) == getattr(around, side))


class TableStyle:
    """The style of a table and its direct properties."""

    def __init__(self, own: Properties, styles: Styles) -> None:
        chain = styles.chain(styles.used(value(own, "tblStyle"), "table"))
        self.properties = inherit(*(style.table for style in chain), own)
        self._chain = chain
        look = own.get("tblLook", {})
        flags = int(look.get("val", "0"), 16)
        self._flags = {
            name: look[name] in ("1", "true", "on") if name in look else bool(flags & bit)
            for name, bit in _FLAGS.items()
        }

    @property
    def shading(self) -> Mapping[str, str]:
        """The attributes of the shading behind all cells."""
        cells = inherit(*(style.cell for style in self._chain))
        return self.properties.get("shd") or cells.get("shd", {})

    def padding(self, side: str) -> float:
        """Return the space in twentieths of a point between text and border in cells that set none."""
        return number(value(self.properties, f"tblCellMar/{side}", "w"))

    def look(self, place: Place) -> TableLook:
        """Return what the text in a cell has by the style."""
        parts = [*self._chain, *(part for part, _ in self._conditions(place))]
        return TableLook(inherit(*(part.paragraph for part in parts)), inherit(*(part.run for part in parts)))

    def cell(self, place: Place, own: Properties) -> Properties:
        """Return the properties of a cell but its borders."""
        parts = [*self._chain, *(part for part, _ in self._conditions(place))]
        return inherit(*(part.cell for part in parts), own)

    def border(self, place: Place, side: str, own: Properties) -> Mapping[str, str]:
        """Return the attributes of the border that a cell has at a side.

        The inner lines of a part hold also where it meets another one: LibreOffice draws them so.
        """
        if (given := own.get(f"tcBorders/{side}")) is not None:
            return given
        inner = "" if place.is_at(side) else _INNER[side]
        result = self.properties.get(f"tblBorders/{inner or side}", {})
        for part, region in self._conditions(place):
            outer = side if place.is_at(side, region) else ""
            inherited = part.cell.get(f"tcBorders/{inner}", result)
            result = part.cell.get(f"tcBorders/{outer}", inherited)
        return result

    def _conditions(self, place: Place) -> Iterator[tuple[Style, Place]]:
        """Yield the conditional parts of the style that hold for a cell, with the region of each, weakest first."""
        for name, region in self._regions(place):
            parts = [style.conditions[name] for style in self._chain if name in style.conditions]
            for part in parts:
                yield part, region

    def _regions(self, place: Place) -> Iterator[tuple[str, Place]]:
        on, rows, columns = self._flags, place.rows, place.columns
        first_row, last_row = on["firstRow"] and place.top == 0, on["lastRow"] and place.bottom == rows
        first_column, last_column = (
            on["firstColumn"] and place.left == 0,
            on["lastColumn"] and place.right == columns,
        )

        def region(top: int, bottom: int, left: int, right: int) -> Place:
            return Place(top, bottom, left, right, rows, columns)

        if not on["noVBand"] and not first_column and not last_column:
            size = self._band_size("tblStyleColBandSize")
            band, start = _band(place.left, int(on["firstColumn"]), size)
            yield f"band{band}Vert", region(0, rows, start, min(start + size, columns - on["lastColumn"]))
        if not on["noHBand"] and not first_row and not last_row:
            size = self._band_size("tblStyleRowBandSize")
            band, start = _band(place.top, int(on["firstRow"]), size)
            yield f"band{band}Horz", region(start, min(start + size, rows - on["lastRow"]), 0, columns)
        if first_column:
            yield "firstCol", region(0, rows, 0, 1)
        if last_column:
            yield "lastCol", region(0, rows, columns - 1, columns)
        if first_row:
            yield "firstRow", region(0, 1, 0, columns)
        if last_row:
            yield "lastRow", region(rows - 1, rows, 0, columns)
        corner = {(1, 1): "nwCell", (1, 2): "neCell", (2, 1): "swCell", (2, 2): "seCell"}
        across = 1 if first_column else 2 if last_column else 0
        down = 1 if first_row else 2 if last_row else 0
        if (down, across) in corner:
            yield corner[down, across], place

    def _band_size(self, tag: str) -> int:
        return max(1, int(number(value(self.properties, tag), 1.0)))


def _band(index: int, first: int, size: int) -> tuple[int, int]:
    """Return the number of the band of a row or column, 1 or 2, and where the band begins."""
    band = max(0, index - first) // size
    return band % 2 + 1, first + band * size
