"""Sheets of OpenDocument workbooks: their columns, rows and cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from checkers.differences.open_documents.styles import Properties, Styles
from checkers.differences.open_documents.xml_names import local
from checkers.differences.text_tree import encodable
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable
from checkers.odf import lines_of, q
from checkers.workbook_model import cell_name

MOST_CELLS = 200_000
_FILLED = 1000
"""Empty cells, rows and columns that are repeated more often fill the sheet to its end."""
_ROWS, _COLUMNS = q("table:number-rows-repeated"), q("table:number-columns-repeated")
_STYLE, _DEFAULT = q("table:style-name"), q("table:default-cell-style-name")
_GROUPS = (
    "table-header-rows",
    "table-rows",
    "table-row-group",
    "table-columns",
    "table-column-group",
    "table-header-columns",
)
_VALUES = ("value", "date-value", "time-value", "boolean-value")
_MERGED = ("number-columns-spanned", "number-rows-spanned", "content-validation-name")

ReadChild = Callable[[Element], TreeNode | None]


class Table:
    """A table that is read: its columns with the looks that they give their cells, rows, and what cells differ in."""

    def __init__(self, table: Element, styles: Styles, read_child: ReadChild) -> None:
        self._styles, self._read_child = styles, read_child
        self._defaults: dict[int, str] = {}
        self._left = MOST_CELLS
        self.children: list[TreeNode] = [*self._columns(table), *self._rows(table)]

    def _columns(self, table: Element) -> Iterator[TreeNode]:
        column = 0
        for element in _inside(table, "table-column"):
            for _ in range(_times(element, _COLUMNS)):
                column += 1
                self._defaults[column] = element.get(_DEFAULT, "Default")
                properties = self._styles.properties("table-column", element.get(_STYLE, ""))
                attributes = {**properties, **self._usual(column), **_hidden(element)}
                yield TreeNode("column", str(column), attributes, optional=True)

    def _rows(self, table: Element) -> Iterator[TreeNode]:
        row = 0
        for element in _inside(table, "table-row"):
            for _ in range(_times(element, _ROWS)):
                row += 1
                properties = self._styles.properties("table-row", element.get(_STYLE, ""))
                if properties.get("table-row use-optimal-row-height") == "true":
                    properties.pop("table-row row-height", None)
                yield TreeNode("row", str(row), {**properties, **_hidden(element)}, optional=True)
                yield from self._cells(element, row)

    def _cells(self, row_element: Element, row: int) -> Iterator[TreeNode]:
        column = 0
        row_style = row_element.get(_DEFAULT, "")
        for element in row_element:
            if local(element.tag) not in ("table-cell", "covered-table-cell"):
                continue
            for _ in range(_times(element, _COLUMNS)):
                column += 1
                self._left -= 1
                if self._left < 0:
                    raise Unusable("the workbook has at most so many cells", MOST_CELLS)
                usual = self._usual(column)
                style = element.get(_STYLE) or row_style
                look = self._styles.properties("table-cell", style) if style else usual
                own = {key: look.get(key) for key in {*look, *usual} if look.get(key) != usual.get(key)}
                yield TreeNode(
                    "cell",
                    cell_name(row, column),
                    {**own, **_content(element)},
                    children=tuple(node for child in element if (node := self._object(child))),
                    optional=True,
                )

    def _usual(self, column: int) -> Properties:
        """What a column gives its cells."""
        return self._styles.properties("table-cell", self._defaults.get(column, "Default"))

    def _object(self, child: Element) -> TreeNode | None:
        return None if child.tag == q("text:p") else self._read_child(child)


def _content(element: Element) -> dict[str, Value]:
    given = {local(key): encodable(value) for key, value in element.attrib.items()}
    value = next((given[name] for name in _VALUES if name in given), lines_of(element) or None)
    kind = given.get("value-type")
    found: dict[str, Value] = {
        "value": encodable(value) if value is not None else None,
        "type": kind if kind not in ("string", "float") else None,
        **{name: given.get(name) for name in ("formula", *_MERGED)},
    }
    return {name: each for name, each in found.items() if each is not None}


def _hidden(element: Element) -> dict[str, Value]:
    return {"hidden": True} if element.get(q("table:visibility")) in ("collapse", "filter") else {}


def _times(element: Element, repeated: str) -> int:
    """How often an element counts; not at all if it fills the sheet."""
    times = int(element.get(repeated, "1"))
    return 0 if times > _FILLED else times


def _inside(table: Element, name: str) -> Iterator[Element]:
    for child in table:
        if local(child.tag) == name:
            yield child
        elif local(child.tag) in _GROUPS:
            yield from _inside(child, name)
