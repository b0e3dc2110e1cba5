"""What shapes and pictures of docx documents look like: place in a group, geometry, fill and line."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import attributes_of, emus, number, tag_of
from checkers.differences.documents.theme import A, Theme, drawing_colour
from checkers.differences.tree import Value

_DEGREE = 60_000
_POINT = 12_700
_THINNEST = 9_525
"""EMUs of a line whose width nothing sets."""
_FILLS = {"solidFill", "gradFill", "blipFill", "pattFill", "noFill", "grpFill"}


@dataclass(frozen=True, slots=True)
class Scale:
    """How coordinates in a group become those of what the group is in; `is_group` is false outside of groups."""

    x: float = 1.0
    y: float = 1.0
    left: float = 0.0
    top: float = 0.0
    is_group: bool = False

    def within(self, frame: Element) -> Scale:
        """Return the scale in a group that has this `a:xfrm`."""
        size, place, inner_size, inner_place = (
            attributes_of(each) if (each := frame.find(f"{A}{tag}")) is not None else {}
            for tag in ("ext", "off", "chExt", "chOff")
        )
        x = self.x * _ratio(size.get("cx"), inner_size.get("cx"))
        y = self.y * _ratio(size.get("cy"), inner_size.get("cy"))
        left, top = number(inner_place.get("x")), number(inner_place.get("y"))
        if not self.is_group:
            return Scale(x, y, left, top, True)
        return Scale(
            x,
            y,
            left - (number(place.get("x")) - self.left) * self.x / (x or 1),
            top - (number(place.get("y")) - self.top) * self.y / (y or 1),
            True,
        )


def parts_of(element: Element | None) -> dict[str, Element]:
    """Return an element's children by their tags."""
    return {tag_of(each): each for each in element} if element is not None else {}


def outline(shape: Element | None, style: Element | None, theme: Theme, scale: Scale) -> dict[str, Value]:
    """Return the attributes that a `spPr` gives, and the `style` of the theme where it says nothing."""
    parts, styles = parts_of(shape), parts_of(style)
    attributes: dict[str, Value] = {}
    if (frame := parts.get("xfrm")) is not None:
        attributes |= _frame(frame, scale)
    if (geometry := parts.get("prstGeom")) is not None:
        attributes["geometry"] = geometry.get("prst")
    elif "custGeom" in parts:
        attributes["geometry"] = "custom"
    attributes["fill"] = _fill(parts, styles.get("fillRef"), theme)
    attributes["line"] = _line(parts.get("ln"), styles.get("lnRef"), theme)
    return attributes


def _frame(frame: Element, scale: Scale) -> dict[str, Value]:
    attributes: dict[str, Value] = {}
    if turn := number(frame.get("rot")) / _DEGREE % 360:
        attributes["rotation"] = round(turn, 1)
    for name, shown in (("flipH", "flipped horizontally"), ("flipV", "flipped vertically")):
        if frame.get(name) in ("1", "true"):
            attributes[shown] = True
    for size in frame.findall(f"{A}ext"):
        attributes["width"] = emus(number(size.get("cx")) * scale.x)
        attributes["height"] = emus(number(size.get("cy")) * scale.y)
    for place in frame.findall(f"{A}off"):
        if scale.is_group:
            attributes["left"] = emus((number(place.get("x")) - scale.left) * scale.x)
            attributes["top"] = emus((number(place.get("y")) - scale.top) * scale.y)
    return attributes


def _fill(parts: dict[str, Element], reference: Element | None, theme: Theme) -> str | None:
    kind = next((tag for tag in parts if tag in _FILLS), None)
    match kind:
        case None:
            return _referred(reference, theme)
        case "solidFill":
            return drawing_colour(parts["solidFill"], theme)
        case "gradFill":
            stops = [drawing_colour(stop, theme) or "" for stop in parts["gradFill"].iter(f"{A}gs")]
            return f"gradient {' '.join(stops)}"
        case "noFill":
            return None
        case _:
            return {"blipFill": "picture", "pattFill": "pattern"}.get(kind, "that of the group")


def _line(line: Element | None, reference: Element | None, theme: Theme) -> str | None:
    """Return a line as text, "1 pt #FF0000", its width to a quarter of a point; None if there is none."""
    parts = parts_of(line)
    if "noFill" in parts:
        return None
    colour = drawing_colour(parts.get("solidFill"), theme) or _referred(reference, theme)
    if colour is None:
        return None
    width = number(line.get("w") if line is not None else None, _THINNEST)
    dash = parts["prstDash"].get("val", "solid") if "prstDash" in parts else "solid"
    return f"{round(width / _POINT * 4) / 4:g} pt {colour}{'' if dash == 'solid' else f' {dash}'}"


def _referred(reference: Element | None, theme: Theme) -> str | None:
    if reference is None or reference.get("idx", "0") == "0":
        return None
    return drawing_colour(reference, theme)


def _ratio(size: str | None, inner: str | None) -> float:
    return number(size) / number(inner) if number(inner) else 1.0
