"""Places and sizes of shapes on their slide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.xml import find, get, is_on, length

_DEGREE = 60_000


@dataclass(frozen=True)
class Box:
    """A rectangle that is mirrored, then turned about its centre: `x`, `y`. In EMU; the rotation in degrees."""

    x: float
    y: float
    width: float
    height: float
    rotation: float = 0.0
    flip_x: bool = False
    flip_y: bool = False


@dataclass(frozen=True)
class Group:
    """The place of a group, and the rectangle that stands for it in the coordinates of what it holds."""

    outer: Box
    inner: Box

    def place(self, box: Box) -> Box:
        """Return a box of this group as one beside the group."""
        width_ratio = self.outer.width / self.inner.width if self.inner.width else 1.0
        height_ratio = self.outer.height / self.inner.height if self.inner.height else 1.0
        dx, dy = (box.x - self.inner.x) * width_ratio, (box.y - self.inner.y) * height_ratio
        mirror_x, mirror_y = -1 if self.outer.flip_x else 1, -1 if self.outer.flip_y else 1
        dx, dy = _turn(dx * mirror_x, dy * mirror_y, self.outer.rotation)
        return Box(
            x=self.outer.x + dx,
            y=self.outer.y + dy,
            width=box.width * width_ratio,
            height=box.height * height_ratio,
            rotation=box.rotation * mirror_x * mirror_y + self.outer.rotation,
            flip_x=box.flip_x != self.outer.flip_x,
            flip_y=box.flip_y != self.outer.flip_y,
        )


def read_box(transform: Any, groups: Sequence[Group] = ()) -> Box | None:
    """Return the box of an `a:xfrm` in groups, innermost first; None if there is no transform."""
    if transform is None:
        return None
    box = _read(transform, "off", "ext")
    for group in groups:
        box = group.place(box)
    return box


def read_group(transform: Any) -> Group | None:
    """Return the coordinates that the `a:xfrm` of a group sets; None if it sets none."""
    if find(transform, "a:chExt") is None:
        return None
    outer = _read(transform, "off", "ext")
    inner = _read(transform, "chOff", "chExt")
    return Group(outer, Box(inner.x, inner.y, inner.width, inner.height))


def _read(transform: Any, offset: str, extent: str) -> Box:
    off, ext = find(transform, f"a:{offset}"), find(transform, f"a:{extent}")
    width, height = float(get(ext, "cx", "0")), float(get(ext, "cy", "0"))
    return Box(
        x=float(get(off, "x", "0")) + width / 2,
        y=float(get(off, "y", "0")) + height / 2,
        width=width,
        height=height,
        rotation=float(get(transform, "rot", "0")) / _DEGREE,
        flip_x=is_on(get(transform, "flipH")),
        flip_y=is_on(get(transform, "flipV")),
    )


def describe_box(box: Box, *, grows: bool = False, anchor: str = "t", wraps: bool = True) -> Attributes:
    """Return the place of a shape as attributes.

    A shape that grows with its text has no height of its own, and no width if the text does not wrap: only the point
    that stays where it is counts.

    Args:
        grows: Whether it grows with its text.
        anchor: Where its text is: "t" at the top, "ctr" in the middle, "b" at the bottom.
        wraps: Whether its text wraps.
    """
    rotation, flip_x, flip_y = box.rotation, box.flip_x, box.flip_y
    if flip_x and flip_y:
        rotation, flip_x, flip_y = rotation + 180, False, False
    attributes: Attributes = {
        "rotation": round(rotation % 360, 1) % 360 or None,
        "flipped horizontally": flip_x or None,
        "flipped vertically": flip_y or None,
    }
    if not grows:
        return {
            **attributes,
            "left": length(box.x - box.width / 2),
            "top": length(box.y - box.height / 2),
            "width": length(box.width),
            "height": length(box.height),
        }
    dx, x_name = (-box.width / 2, "left") if wraps else (0.0, "center")
    dy, y_name = {"ctr": (0.0, "middle"), "b": (box.height / 2, "bottom")}.get(
        anchor, (-box.height / 2, "top")
    )
    dx, dy = _turn(dx, dy, rotation)
    return {
        **attributes,
        x_name: length(box.x + dx),
        y_name: length(box.y + dy),
        "width": length(box.width) if wraps else None,
    }


def _turn(dx: float, dy: float, degrees: float) -> tuple[float, float]:
    """Return a vector turned clockwise on the page, where `dy` points down."""
    angle = radians(degrees)
    return dx * cos(angle) - dy * sin(angle), dx * sin(angle) + dy * cos(angle)
