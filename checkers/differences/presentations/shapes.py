"""Shapes of slides, from back to front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from checkers.differences.presentations.charts import read_chart
from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.fills import (
    Attributes,
    find_fill,
    find_themed_fill,
    read_fill,
    read_line,
    read_shadow,
)
from checkers.differences.presentations.frames import read_frame
from checkers.differences.presentations.geometry import read_geometry
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.pictures import find_medium, read_picture
from checkers.differences.presentations.placeholders import FIELDS, find_chain, find_placeholder, read_role
from checkers.differences.presentations.places import Box, Group, describe_box, read_box, read_group
from checkers.differences.presentations.tables import read_table
from checkers.differences.presentations.xml import children, find, get, is_on, local_name
from checkers.differences.tree import Span, TreeNode

_KINDS = {"tbl": "table", "chart": "chart"}
_NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True)
class ShapeReader:
    """Reads the shapes of a page."""

    page: Page
    deck: Deck

    def read(self, tree: Any, groups: tuple[Group, ...] = (), group_fill: Any = None) -> Iterator[TreeNode]:
        """Yield the shapes in a `p:spTree` or group.

        Args:
            groups: The coordinates of the groups that it is in, innermost first.
            group_fill: What `a:grpFill` stands for.
        """
        for shape in children(tree):
            match local_name(shape):
                case "sp" | "cxnSp":
                    yield self._read_shape(shape, groups, group_fill)
                case "pic":
                    yield self._read_picture(shape, groups)
                case "graphicFrame":
                    yield self._read_frame(shape, groups)
                case "grpSp":
                    yield self._read_group(shape, groups, group_fill)

    def _read_group(self, shape: Any, groups: tuple[Group, ...], group_fill: Any) -> TreeNode:
        """Read a group; its place follows from those of its shapes."""
        properties = find(shape, "p:grpSpPr")
        own, fill = read_group(find(properties, "a:xfrm")), find_fill(properties)
        if fill is None or local_name(fill) == "grpFill":
            fill = group_fill
        inner = self.read(shape, groups if own is None else (own, *groups), fill)
        return TreeNode(*identify(shape), attributes=self._read_common(shape), children=tuple(inner))

    def _read_shape(self, shape: Any, groups: tuple[Group, ...], group_fill: Any) -> TreeNode:
        kind, name = identify(shape)
        chain = find_chain(shape, self.page)
        properties = [find(one, "p:spPr") for one in chain]
        box = _find_box(properties, groups)
        if kind == "placeholder" and name in FIELDS.values():
            return _read_field(shape, name, box)
        frame, style = read_frame(chain, self.page, self.deck), find(shape, "p:style")
        attributes: Attributes = {
            **self._read_common(shape),
            **_read_outline(properties),
            **describe_box(box, grows=frame.fit == "grow", anchor=frame.anchor, wraps=frame.wraps),
            **self._read_fill(properties, style, group_fill),
            **read_line([find(one, "a:ln") for one in properties], find(style, "a:lnRef"), self.page),
        }
        if kind != "line":  # LibreOffice saves no shadows of lines
            attributes |= read_shadow(properties, find(style, "a:effectRef"), self.page)
            attributes |= frame.attributes
        return TreeNode(kind, name, attributes, children=frame.paragraphs)

    def _read_picture(self, shape: Any, groups: tuple[Group, ...]) -> TreeNode:
        properties = [find(one, "p:spPr") for one in find_chain(shape, self.page)]
        box = _find_box(properties, groups)
        attributes: Attributes = {
            **self._read_common(shape),
            **read_geometry(properties[0]),
            **describe_box(box),
            **read_line([find(properties[0], "a:ln")], find(shape, "p:style/a:lnRef"), self.page),
            **read_shadow(properties[:1], find(shape, "p:style/a:effectRef"), self.page),
            **read_picture(shape, box, self.page),
        }
        return TreeNode(*identify(shape), attributes=attributes)

    def _read_frame(self, shape: Any, groups: tuple[Group, ...]) -> TreeNode:
        kind, name = identify(shape)
        common = self._read_common(shape)
        place = describe_box(read_box(find(shape, "p:xfrm"), groups) or _NOWHERE)
        data = find(shape, "a:graphic/a:graphicData")
        match kind:
            case "table":  # its size follows from its columns and rows
                corner = {side: place[side] for side in ("left", "top")}
                rows = read_table(find(data, "a:tbl"), self.page, self.deck)
                return TreeNode(kind, name, {**common, **corner}, children=rows)
            case "chart":
                part = self.page.part.rels[get(find(data, "c:chart"), "r:id")].target_part
                chart, series = read_chart(part._element, self.page)
                return TreeNode(kind, name, {**common, **place, **chart}, children=series)
        return TreeNode(
            kind, name, {**common, **place, "program": get(find(data, "p:oleObj"), "progId") or None}
        )

    def _read_common(self, shape: Any) -> Attributes:
        properties = shape.find("./*/{*}cNvPr")
        return {
            "hidden": is_on(get(properties, "hidden")) or None,
            "link": self.deck.read_link(find(properties, "a:hlinkClick"), self.page),
        }

    def _read_fill(self, properties: Sequence[Any], style: Any, group_fill: Any) -> Attributes:
        own = read_box(find(properties[0], "a:xfrm")) or _NOWHERE
        rotation = None if own.flip_x or own.flip_y else own.rotation
        base = None
        fill = next((found for one in properties if (found := find_fill(one)) is not None), None)
        if fill is None and (reference := find(style, "a:fillRef")) is not None:
            fill, base = find_themed_fill(reference, self.page), self.page.colour(reference)
        if fill is not None and local_name(fill) == "grpFill":
            fill = group_fill
        return read_fill(fill, self.page, base=base, rotation=rotation)


def identify(shape: Any) -> tuple[str, str]:
    """Return the kind of a shape and its name, which stay when LibreOffice saves it."""
    name = get(shape.find("./*/{*}cNvPr"), "name")
    match local_name(shape):
        case "grpSp":
            return "group", name
        case "cxnSp":
            return "line", name
        case "pic":
            return ("media", "") if find_medium(shape) is not None else ("picture", name)
        case "graphicFrame":
            content = next(children(find(shape, "a:graphic/a:graphicData")), None)
            kind = _KINDS.get(local_name(content)) if content is not None else None
            return (kind, name) if kind is not None else ("object", "")
    placeholder = find_placeholder(shape)
    return ("shape", name) if placeholder is None else ("placeholder", read_role(placeholder))


def _read_field(shape: Any, role: str, box: Box) -> TreeNode:
    """Read a placeholder that repeats on every slide: of its text only the footer's is the slide's own."""
    lines = ("".join(run.text or "" for run in line.iter("{*}t")) for line in shape.iter("{*}p"))
    spans = (Span("\n".join(lines)),) if role == FIELDS["ftr"] else ()
    return TreeNode("placeholder", role, describe_box(box), spans)


def _find_box(properties: Sequence[Any], groups: tuple[Group, ...]) -> Box:
    return next((box for one in properties if (box := read_box(find(one, "a:xfrm"), groups))), _NOWHERE)


def _read_outline(properties: Sequence[Any]) -> Attributes:
    kinds = ("a:prstGeom", "a:custGeom")
    own = (one for one in properties if any(find(one, kind) is not None for kind in kinds))
    return read_geometry(next(own, None))
