"""Workbooks in xlsx files as trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from checkers.archives import open_package, parsing
from checkers.differences.tree import TreeNode, Value
from checkers.differences.workbooks.cells import CellContext, Place, read_rows
from checkers.differences.workbooks.colours import Colours
from checkers.differences.workbooks.drawings import drawing_nodes, image_hash
from checkers.differences.workbooks.formulas import (
    canonical_formula,
    canonical_ranges,
    range_name,
    rectangle,
    within,
)
from checkers.differences.workbooks.grid import Grid
from checkers.differences.workbooks.pages import page_attributes, protection_attributes, view_attributes
from checkers.differences.workbooks.parts import (
    MAIN,
    RELATIONSHIP_ID,
    Parts,
    Relationship,
    flag,
    main_path,
    present,
)
from checkers.differences.workbooks.pivots import PIVOT_RESULTS, pivot_node, sparklines
from checkers.differences.workbooks.rules import conditional_formats, filter_nodes, table_node, validations
from checkers.differences.workbooks.styles import Styles
from checkers.differences.workbooks.texts import CellText, read_text
from checkers.workbook_model import cell_name

_BUILT_IN = "_xlnm."


@dataclass(frozen=True)
class _Workbook:
    """What the sheets of a workbook share."""

    parts: Parts
    colours: Colours
    styles: Styles
    cells: CellContext


def read_xlsx_tree(data: bytes, name: str) -> TreeNode:
    """Read a workbook; `name` is its file's.

    The node "workbook" has a node for the default format of cells, for each sheet in order, and for each defined name.
    Left out are results of formulas, selections, what is derived from other properties, and what LibreOffice 7.4 does
    not save.

    Raises Unusable if the file is damaged, hostile or too large.
    """
    with open_package(data, name) as archive, parsing(name, "workbook"):
        parts = Parts(archive, name)
        return _workbook_node(parts, _main_part(parts))


def _main_part(parts: Parts) -> str:
    return next(iter(parts.related("", "officeDocument")), "xl/workbook.xml")


def _workbook_node(parts: Parts, part: str) -> TreeNode:
    root = parts.xml(part)
    styles_root = parts.related_xml(part, "styles")
    colours = Colours(parts.related_xml(part, "theme"), styles_root)
    styles = Styles(styles_root, colours)
    strings = _strings(parts.related_xml(part, "sharedStrings"), styles)
    from_1904 = flag(root.find(f"{MAIN}workbookPr"), "date1904")
    book = _Workbook(parts, colours, styles, CellContext(styles, strings, from_1904))
    related = parts.relationships(part)
    elements = root.findall(main_path("sheets", "sheet"))
    areas = _print_areas(root)
    sheets = [
        _sheet_node(book, element, related[element.get(RELATIONSHIP_ID, "")], areas.get(index, {}))
        for index, element in enumerate(elements)
    ]
    return TreeNode(
        "workbook",
        attributes=_workbook_attributes(root, parts, part),
        children=(
            TreeNode("style", "default", styles.default),
            *sheets,
            *_names(root, [element.get("name", "") for element in elements]),
        ),
    )


def _workbook_attributes(root: Element, parts: Parts, part: str) -> dict[str, Value]:
    protection, calculation = root.find(f"{MAIN}workbookProtection"), root.find(f"{MAIN}calcPr")
    external = [
        PurePosixPath(unquote(each.target)).name
        for link in parts.related(part, "externalLink")
        for each in parts.relationships(link).values()
        if each.external
    ]
    return present(
        {
            "protected structure": flag(protection, "lockStructure"),
            "iterations": flag(calculation, "iterate"),
            "external files": ", ".join(sorted(external)),
        }
    )


def _strings(root: Element | None, styles: Styles) -> list[CellText]:
    return [read_text(each, styles) for each in root.iterfind(f"{MAIN}si")] if root is not None else []


def _print_areas(root: Element) -> dict[int, dict[str, Value]]:
    """Return what is printed of the sheets, by their places: the area, and the rows and columns of each page."""
    areas: dict[int, dict[str, Value]] = {}
    for element in root.iterfind(main_path("definedNames", "definedName")):
        name, text = element.get("name", "").removeprefix(_BUILT_IN), element.text or ""
        sheet = areas.setdefault(int(element.get("localSheetId", -1)), {})
        references = [each.rpartition("!")[2] for each in text.split(",")]
        if name == "Print_Area":
            sheet["print area"] = canonical_ranges(references)
        elif name == "Print_Titles":
            named = [range_name(area) for each in references if (area := rectangle(each))]
            sheet |= {
                "repeated rows" if each[0].isdigit() else "repeated columns": each for each in named if each
            }
    return areas


def _names(root: Element, sheets: list[str]) -> Iterator[TreeNode]:
    nodes = []
    for element in root.iterfind(main_path("definedNames", "definedName")):
        name, scope = element.get("name", ""), element.get("localSheetId")
        if not name.startswith(_BUILT_IN):
            prefix = f"{sheets[int(scope)]}!" if scope is not None and int(scope) < len(sheets) else ""
            formula = canonical_formula(element.text or "")
            nodes.append(TreeNode("name", f"{prefix}{name}", {"formula": formula}))
    yield from sorted(nodes, key=lambda node: node.name)


def _sheet_node(
    book: _Workbook, element: Element, related: Relationship, areas: dict[str, Value]
) -> TreeNode:
    parts, part = book.parts, related.target
    root = parts.xml(part)
    grid = Grid(root, book.styles)
    rows, cells = read_rows(root, grid, book.cells)
    pivots = list(_pivots(parts, part))
    _clear_results(cells, pivots)
    _annotate(cells, _links(root, parts, part))
    _annotate(cells, _comments(parts, part, book.styles))
    pictures = parts.relationships(part)
    background = root.find(f"{MAIN}picture")
    image = pictures.get(background.get(RELATIONSHIP_ID, "")) if background is not None else None
    attributes: dict[str, Value] = {
        "hidden": element.get("state", "visible") != "visible",
        "background": image_hash(parts.content(image.target)) if image and not image.external else None,
        **areas,
        **protection_attributes(root, book.colours),
        **view_attributes(root),
        **page_attributes(root),
        **grid.sheet_attributes(),
    }
    children = (
        *grid.column_nodes(),
        *rows,
        *(cells[place] for place in sorted(cells)),
        *_merged_ranges(root),
        *conditional_formats(root, book.styles, book.colours),
        *validations(root),
        *filter_nodes(root),
        *(table_node(parts.xml(each)) for each in parts.related(part, "table")),
        *pivots,
        *sparklines(root, book.colours),
        *(
            node
            for each in parts.related(part, "drawing")
            for node in drawing_nodes(parts, each, grid, book.colours)
        ),
    )
    return TreeNode("sheet", element.get("name", ""), present(attributes), children=children)


def _annotate(cells: dict[Place, TreeNode], annotations: Iterator[tuple[Place, dict[str, Value]]]) -> None:
    for place, attributes in annotations:
        node = cells.get(place, TreeNode("cell", cell_name(*place), optional=True))
        cells[place] = replace(node, attributes={**node.attributes, **attributes})


def _links(root: Element, parts: Parts, part: str) -> Iterator[tuple[Place, dict[str, Value]]]:
    """Yield the links of cells; that of several cells is of the first."""
    related = parts.relationships(part)
    for element in root.iterfind(main_path("hyperlinks", "hyperlink")):
        area = rectangle(element.get("ref", ""))
        relationship = related.get(element.get(RELATIONSHIP_ID, ""))
        address = relationship.target if relationship else ""
        address, _, fragment = address.partition("#")
        location = element.get("location", "") or fragment
        if location and PurePosixPath(unquote(address)).name == PurePosixPath(parts.name).name:
            address = ""  # a place in the workbook itself
        if area:
            shown = "" if address else canonical_formula(location)
            yield area[:2], {"link": f"{address}#{shown or location}" if location else address}


def _comments(parts: Parts, part: str, styles: Styles) -> Iterator[tuple[Place, dict[str, Value]]]:
    """Yield the texts of comments: LibreOffice 7.4 saves no authors, and draws the boxes anew."""
    for each in parts.related(part, "comments"):
        for element in parts.xml(each).iterfind(main_path("commentList", "comment")):
            text, area = element.find(f"{MAIN}text"), rectangle(element.get("ref", ""))
            if area and text is not None:
                yield area[:2], {"comment": read_text(text, styles).text}


def _clear_results(cells: dict[Place, TreeNode], pivots: Iterable[TreeNode]) -> None:
    """Leave out what a pivot table makes of its cells: LibreOffice does it anew when it opens a file."""
    areas = [area for pivot in pivots if (area := rectangle(str(pivot.attributes.get("range", ""))))]
    for place, node in list(cells.items()):
        if any(within(place, area) for area in areas):
            attributes = {name: value for name, value in node.attributes.items() if name not in PIVOT_RESULTS}
            cells[place] = replace(node, attributes=attributes)
            if not attributes and not node.children:
                del cells[place]


def _merged_ranges(root: Element) -> Iterator[TreeNode]:
    names = [each.get("ref", "") for each in root.iterfind(main_path("mergeCells", "mergeCell"))]
    yield from (TreeNode("merged range", name) for name in sorted(names))


def _pivots(parts: Parts, part: str) -> Iterator[TreeNode]:
    for each in parts.related(part, "pivotTable"):
        yield pivot_node(parts.xml(each), parts.related_xml(each, "pivotCacheDefinition"))
