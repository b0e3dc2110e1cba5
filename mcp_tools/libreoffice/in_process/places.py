"""Moving boxes, as one step of Undo."""

from __future__ import annotations

from typing import Any

from com.sun.star.awt import Point

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.undo_steps import read_place, recorded

NEAR = 2
"""Hundredths of a millimetre that LibreOffice may be off by rounding."""


def move(presentation: Any, slide: Any, box: Any, spot: str) -> tuple[int, int]:
    """Move a box to an edge, a corner ("top-left") or the center of its slide; returns x and y. Raises Refusal."""
    size = box.getSize()
    free_x, free_y = (
        slide.getPropertyValue("Width") - size.Width,
        slide.getPropertyValue("Height") - size.Height,
    )
    x = 0 if "left" in spot else free_x if "right" in spot else free_x // 2
    y = 0 if "top" in spot else free_y if "bottom" in spot else free_y // 2

    def change() -> None:
        box.setPosition(Point(x, y))
        position = box.getPosition()
        if abs(position.X - x) > NEAR or abs(position.Y - y) > NEAR or box.getSize() != size:
            raise Refusal("LibreOffice did not move the box there, so it was left where it was.")

    recorded(presentation, lambda: [read_place(box)], change)
    return x, y
