"""Moving boxes, as one step of Undo."""

from __future__ import annotations

from typing import Any

from com.sun.star.awt import Point

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.undo_steps import read_place, record_step

NEAR = 2
"""Hundredths of a millimetre that LibreOffice may be off by rounding."""


def move(presentation: Any, slide: Any, box: Any, spot: str) -> tuple[int, int]:
    """Move a box to an edge, a corner ("top-left") or the center of its slide; returns x and y of what is seen of it.

    A rotated box touches the edge with its corner. Raises Refusal.
    """
    size = box.getSize()
    left, top, width, height = _upright_box(box)
    free_x, free_y = slide.getPropertyValue("Width") - width, slide.getPropertyValue("Height") - height
    x = 0 if "left" in spot else free_x if "right" in spot else free_x // 2
    y = 0 if "top" in spot else free_y if "bottom" in spot else free_y // 2

    def change() -> None:
        before = box.getPosition()
        box.setPosition(Point(before.X + x - left, before.Y + y - top))
        now = _upright_box(box)
        if abs(now[0] - x) > NEAR or abs(now[1] - y) > NEAR or box.getSize() != size:
            raise Refusal("LibreOffice did not move the box there, so it was left where it was.")

    record_step(presentation, lambda: [read_place(box)], change)
    return x, y


def _upright_box(box: Any) -> tuple[int, int, int, int]:
    """The upright rectangle around a box as it is rotated: x, y, width and height."""
    matrix = box.getPropertyValue("Transformation")  # of the unit square to the box
    across = (matrix.Line1.Column1, matrix.Line1.Column2)
    down = (matrix.Line2.Column1, matrix.Line2.Column2)
    if abs(across[1]) < 1 and abs(down[0]) < 1:
        position, size = box.getPosition(), box.getSize()
        return position.X, position.Y, size.Width, size.Height
    left = matrix.Line1.Column3 + sum(min(part, 0) for part in across)
    top = matrix.Line2.Column3 + sum(min(part, 0) for part in down)
    return round(left), round(top), round(sum(map(abs, across))), round(sum(map(abs, down)))
