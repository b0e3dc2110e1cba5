"""The sections of a docx document: pages, columns, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element

from checkers.differences.compare import compare, full_text
from checkers.differences.documents.borders import border
from checkers.differences.documents.package import RELATED
from checkers.differences.documents.properties import (
    Properties,
    W,
    inherit,
    is_on,
    number,
    read_properties,
    tag_of,
    twips,
    value,
)
from checkers.differences.documents.story import Source, Story
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import TreeNode, Value

_SIDES = ("top", "bottom", "left", "right")
_BREAKS = {
    "continuous": "continuous",
    "evenPage": "even page",
    "oddPage": "odd page",
    "nextColumn": "next column",
}
_STORIES = [(story, kind) for story in ("header", "footer") for kind in ("default", "first", "even")]

_WITHOUT_SECTION: Properties = {
    "pgSz": {"w": "12240", "h": "15840"},
    "pgMar": dict.fromkeys(("top", "bottom", "left", "right"), "1440"),
}
"""The page that LibreOffice takes if a document sets none."""

_Key = tuple[str, str]
"""A header or footer: "header" or "footer", and "default", "first" or "even"."""


def section_breaks(body: Element) -> dict[Element, str]:
    """Return how each section but the first begins, by the `w:sectPr` of the one before it."""
    sections = list(body.iter(f"{W}sectPr"))
    return {
        section: _BREAKS.get(value(read_properties(following), "type") or "", "next page")
        for section, following in pairwise(sections)
    }


def read_sections(body: Element, source: Source, *, has_even_pages: bool) -> Iterator[TreeNode]:
    """Yield the sections in order.

    One has those headers and footers only that differ from those of the section before, so that one that goes on has
    one place. One that is there without content is no other than one that is not there.
    """
    referred: dict[_Key, str] = {}
    read: dict[str, TreeNode] = {}
    before: Mapping[_Key, TreeNode] = {}
    for element in list(body.iter(f"{W}sectPr")) or [Element(f"{W}sectPr")]:
        properties = inherit(_WITHOUT_SECTION, read_properties(element))
        referred |= dict(_references(element))
        kinds = {"default"} | ({"first"} if is_on(properties, "titlePg") else set())
        kinds |= {"even"} if has_even_pages else set()
        own: dict[_Key, TreeNode] = {}
        for key in _STORIES:
            if key in referred and key[1] in kinds:
                path = _target(referred[key], source)
                node = read.setdefault(path, _story(path, source)) if path else TreeNode("")
                if _has_content(node):
                    own[key] = TreeNode(*key, children=node.children)
        yield TreeNode(
            "section",
            attributes=_attributes(properties, {story for story, _ in own}, source.formats.theme),
            children=tuple(
                own.get(key, TreeNode(*key)) for key in _STORIES if _differ(own.get(key), before.get(key))
            ),
        )
        before = own


def _references(section: Element) -> Iterator[tuple[_Key, str]]:
    for each in section:
        if (tag := tag_of(each)) in ("headerReference", "footerReference"):
            kind = each.get(f"{W}type", "default")
            yield (tag.removesuffix("Reference"), kind), each.get(f"{RELATED}id", "")


def _target(relation: str, source: Source) -> str:
    found = source.package.relations(source.package.main).get(relation)
    return found.target if found is not None else ""


def _story(path: str, source: Source) -> TreeNode:
    root = source.package.xml(path)
    return TreeNode("", children=tuple(source.read_blocks(root, Story.of(source, path, root))))


def _has_content(node: TreeNode) -> bool:
    return bool(full_text(node).strip()) or _has_objects(node)


def _has_objects(node: TreeNode) -> bool:
    return any(child.kind != "paragraph" or _has_objects(child) for child in node.children)


def _differ(one: TreeNode | None, other: TreeNode | None) -> bool:
    if one is None or other is None:
        return one is not other
    return next(compare(one, other), None) is not None


def _attributes(properties: Properties, stories: set[str], theme: Theme) -> dict[str, Value]:
    """Return what is set for the pages of a section; `stories` are those that it has: "header", "footer"."""
    width, height = number(value(properties, "pgSz", "w")), number(value(properties, "pgSz", "h"))
    start = value(properties, "pgNumType", "start")
    attributes: dict[str, Value] = {
        "paper width": twips(min(width, height)),
        "paper height": twips(max(width, height)),
        "orientation": "landscape" if width > height else "portrait",
        "different first page": True if is_on(properties, "titlePg") else None,
        "page number format": _given(value(properties, "pgNumType", "fmt"), "decimal"),
        "first page number": int(number(start)) if start is not None else None,
        "vertical alignment": _given(value(properties, "vAlign"), "top"),
        "text direction": _given(value(properties, "textDirection"), "lrTb"),
        "right to left": True if is_on(properties, "bidi") else None,
        "footnote number format": _given(value(properties, "footnotePr/numFmt"), "decimal"),
        "endnote number format": _given(value(properties, "endnotePr/numFmt"), "lowerRoman"),
    }
    for side in (*_SIDES, "gutter"):
        attributes[f"margin {side}"] = twips(value(properties, "pgMar", side))
    for story in stories:
        attributes[f"{story} distance"] = twips(value(properties, "pgMar", story))
    for side in _SIDES:
        attributes[f"page border {side}"] = border(properties.get(f"pgBorders/{side}", {}), theme)
    if "lnNumType" in properties:
        attributes["line numbers"] = f"every {value(properties, 'lnNumType', 'countBy') or 1}"
    return attributes | _columns(properties)


def _columns(properties: Properties) -> dict[str, Value]:
    count = int(number(value(properties, "cols", "num"), 1.0))
    if count < 2:
        return {}
    space = value(properties, "cols/col", "space") or value(properties, "cols", "space")
    attributes: dict[str, Value] = {
        "columns": count,
        "column spacing": twips(space),
    }
    if value(properties, "cols", "sep") in ("1", "true", "on"):
        attributes["line between columns"] = True
    return attributes


def _given(text: str | None, default: str) -> str | None:
    return None if text == default else text
