"""Pivot tables and sparklines."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.differences.tree import TreeNode, Value
from checkers.differences.workbooks.colours import Colours
from checkers.differences.workbooks.formulas import canonical_formula
from checkers.differences.workbooks.parts import MAIN, flag, main_path, number, present

_SPARKLINES = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_RANGES = "{http://schemas.microsoft.com/office/excel/2006/main}"
PIVOT_RESULTS = (
    "value", "type", "number format", "bold", "horizontal alignment", "left border", "right border", "top border",
    "bottom border",
)  # fmt: skip
"""Attributes of cells that a pivot table sets."""

_VALUES = -2
"""The number of the field that stands for the names of several values."""


def pivot_node(table: Element, cache: Element | None) -> TreeNode:
    """Return a pivot table: its place, its source and its fields; not its results, nor its style."""
    fields = list(cache.iterfind(main_path("cacheFields", "cacheField"))) if cache is not None else []
    names = {index: field.get("name", "") for index, field in enumerate(fields)} | {_VALUES: "(values)"}

    def used(group: str, element: str, key: str) -> str:
        found = [int(number(each, key)) for each in table.iterfind(main_path(group, element))]
        return ", ".join(names.get(index, str(index)) for index in found)

    source = cache.find(main_path("cacheSource", "worksheetSource")) if cache is not None else None
    location = table.find(f"{MAIN}location")
    attributes: dict[str, Value] = {
        "range": location.get("ref", "") if location is not None else "",
        "source": " ".join(source.get(key, "") for key in ("sheet", "name", "ref")).strip()
        if source is not None
        else "",
        "rows": used("rowFields", "field", "x"),
        "columns": used("colFields", "field", "x"),
        "pages": used("pageFields", "pageField", "fld"),
        "values": ", ".join(
            f"{each.get('subtotal', 'sum')} of {names.get(int(number(each, 'fld')), '')}"
            for each in table.iterfind(main_path("dataFields", "dataField"))
        ),
        "hidden items": ", ".join(sorted(_hidden_items(table, fields))),
    }
    return TreeNode("pivot table", table.get("name", ""), present(attributes))


def _hidden_items(table: Element, fields: list[Element]) -> Iterator[str]:
    for index, field in enumerate(table.iterfind(main_path("pivotFields", "pivotField"))):
        items = fields[index].find(f"{MAIN}sharedItems") if index < len(fields) else None
        for item in field.iterfind(main_path("items", "item")):
            place = int(number(item, "x", -1))
            if flag(item, "h") and items is not None and 0 <= place < len(items):
                yield f"{fields[index].get('name', '')} {items[place].get('v', '')}"


def sparklines(root: Element, colours: Colours) -> Iterator[TreeNode]:
    """Yield the small charts in cells."""
    for group in root.iter(f"{_SPARKLINES}sparklineGroup"):
        colour = group.find(f"{_SPARKLINES}colorSeries")
        for line in group.iter(f"{_SPARKLINES}sparkline"):
            yield TreeNode(
                "sparkline",
                line.findtext(f"{_RANGES}sqref", ""),
                {
                    "source": canonical_formula(line.findtext(f"{_RANGES}f", "")),
                    "chart": group.get("type", "line"),
                    "colour": colours.cell_colour(colour),
                },
            )
