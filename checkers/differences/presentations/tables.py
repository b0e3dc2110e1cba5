"""Tables on slides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.fills import Attributes, find_fill, read_fill, read_line
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.table_styles import CellPlace, TableStyle, read_style
from checkers.differences.presentations.text import TextStyles, build_font, read_paragraphs
from checkers.differences.presentations.xml import find, find_all, get, is_on, length
from checkers.differences.tree import TreeNode

_MARGINS = {
    "left inset": ("marL", "91440"),
    "right inset": ("marR", "91440"),
    "top inset": ("marT", "45720"),
    "bottom inset": ("marB", "45720"),
}


def read_table(table: Any, page: Page, deck: Deck) -> tuple[TreeNode, ...]:
    """Return the columns and rows of an `a:tbl`."""
    columns, rows = find_all(table, "a:tblGrid/a:gridCol"), find_all(table, "a:tr")
    reader = _CellReader(page, deck, read_style(table, deck.table_styles))
    nodes = [TreeNode("column", attributes={"width": length(get(column, "w", "0"))}) for column in columns]
    for number, row in enumerate(rows):
        cells = (
            reader.read(cell, CellPlace(number, column, len(rows), len(columns)))
            for column, cell in enumerate(find_all(row, "a:tc"))
            if not is_on(get(cell, "hMerge")) and not is_on(get(cell, "vMerge"))
        )
        nodes.append(
            TreeNode("row", attributes={"height": length(get(row, "h", "0"))}, children=tuple(cells))
        )
    return tuple(nodes)


@dataclass(frozen=True)
class _CellReader:
    page: Page
    deck: Deck
    style: TableStyle

    def read(self, cell: Any, place: CellPlace) -> TreeNode:
        properties = find(cell, "a:tcPr")
        regions = list(self.style.regions(place))
        fonts = tuple(
            build_font(style) for region in regions if (style := find(region, "a:tcTxStyle")) is not None
        )
        styles = TextStyles(self.page, self.deck.read_link, (self.deck.default_styles,), fonts)
        attributes: Attributes = {
            "columns spanned": _span(cell, "gridSpan"),
            "rows spanned": _span(cell, "rowSpan"),
            "text anchor": get(properties, "anchor", "t"),
            "text direction": get(properties, "vert", "horz"),
            **{name: length(get(properties, *margin)) for name, margin in _MARGINS.items()},
            **self._read_fill(properties, regions),
            **self._read_lines(properties, regions, place),
        }
        return TreeNode(
            "cell", attributes=attributes, children=read_paragraphs(find(cell, "a:txBody"), styles)
        )

    def _read_fill(self, properties: Any, regions: list[Any]) -> Attributes:
        for holder in (properties, *(find(region, "a:tcStyle/a:fill") for region in regions)):
            if (fill := find_fill(holder)) is not None:
                return read_fill(fill, self.page)
        return {}

    def _read_lines(self, properties: Any, regions: list[Any], place: CellPlace) -> Attributes:
        sides = {
            "left": ("a:lnL", "left" if place.column == 0 else "insideV"),
            "right": ("a:lnR", "right" if place.column == place.columns - 1 else "insideV"),
            "top": ("a:lnT", "top" if place.row == 0 else "insideH"),
            "bottom": ("a:lnB", "bottom" if place.row == place.rows - 1 else "insideH"),
        }
        attributes: Attributes = {}
        for side, (own, inherited) in sides.items():
            borders = [find(region, f"a:tcStyle/a:tcBdr/a:{inherited}") for region in regions]
            lines = [find(properties, own), *(find(border, "a:ln") for border in borders)]
            attributes |= {
                f"{side} {name}": value for name, value in read_line(lines, None, self.page).items()
            }
        return attributes


def _span(cell: Any, name: str) -> int | None:
    count = int(get(cell, name, "1"))
    return count if count > 1 else None
