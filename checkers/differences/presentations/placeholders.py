"""Placeholders of slides, and what they inherit from those of the layout and of the master."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import find, get

BODY = "body"
FIELDS = {"dt": "date", "ftr": "footer", "sldNum": "slide number", "hdr": "header"}
"""The roles of placeholders that repeat on every slide, by their types."""

_ROLES = {"title": "title", "ctrTitle": "title", "subTitle": "subtitle", **FIELDS}
_IN_MASTER = {"subtitle": BODY}
_STYLES = {"title": "p:titleStyle", BODY: "p:bodyStyle", "subtitle": "p:bodyStyle"}
_SHAPES = ("{*}sp", "{*}pic", "{*}graphicFrame")


def find_placeholder(shape: Any) -> Any:
    """Return the `p:ph` of a shape, None if it is no placeholder."""
    return shape.find("./*/{*}nvPr/{*}ph")


def read_role(placeholder: Any) -> str:
    """Return what a placeholder is for: "title", "subtitle", "date", "footer", "slide number" or else "body"."""
    return _ROLES.get(get(placeholder, "type"), BODY)


def find_chain(shape: Any, page: Page) -> list[Any]:
    """Return a shape with the placeholders of the layout and master that it inherits from, nearest first."""
    placeholder = find_placeholder(shape)
    if placeholder is None:
        return [shape]
    chain = [shape]
    role, index = read_role(placeholder), get(placeholder, "idx", "0")
    for inherited in page.chain[1:]:
        others = list(_placeholders(inherited))
        same = [one for one, other in others if (read_role(other), get(other, "idx", "0")) == (role, index)]
        alike = [one for one, other in others if read_role(other) == role]
        instead = [one for one, other in others if read_role(other) == _IN_MASTER.get(role)]
        chain += (same or alike or instead)[:1]
    return chain


def find_list_styles(chain: Sequence[Any], page: Page) -> list[Any]:
    """Return the text styles that the first shape of a chain (`find_chain`) inherits, nearest first."""
    placeholder = find_placeholder(chain[0])
    if placeholder is None:
        return []
    styles = find(page.chain[-1].element, f"p:txStyles/{_STYLES.get(read_role(placeholder), 'p:otherStyle')}")
    return [*(find(one, "p:txBody/a:lstStyle") for one in chain[1:]), styles]


def _placeholders(page: Page) -> Iterator[tuple[Any, Any]]:
    for shape in find(page.element, "p:cSld/p:spTree").iter(*_SHAPES):
        if (placeholder := find_placeholder(shape)) is not None:
            yield shape, placeholder
