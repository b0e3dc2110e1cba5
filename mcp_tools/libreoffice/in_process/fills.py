"""Filling boxes and the backgrounds of slides, each as one step of Undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uno

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.undo_steps import Restore, read_properties, recorded

SOLID = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
FILL = (
    "FillStyle",
    "FillColor",
    "FillColorTheme",
    "FillTransparence",
    "FillTransparenceGradientName",
    "FillUseSlideBackground",
    "FillGradient",
    "FillGradientName",
    "FillHatch",
    "FillHatchName",
    "FillBitmap",
    "FillBitmapName",
)
"""What a fill is made of; a new FillStyle removes what the earlier one had, so it comes first."""


def fill_box(presentation: Any, box: Any, colour: int) -> None:
    """Fill a box with a colour, without transparency. Raises Refusal."""
    names = [name for name in FILL if box.getPropertySetInfo().hasPropertyByName(name)]

    def change() -> None:
        box.setPropertyValue("FillStyle", SOLID)
        box.setPropertyValue("FillColor", colour)
        if "FillColorTheme" in names:  # else LibreOffice 7.4 writes the theme's colour to a .pptx file
            box.setPropertyValue("FillColorTheme", -1)
        box.setPropertyValue("FillTransparence", 0)
        if box.getPropertyValue("FillTransparenceGradientName"):
            box.setPropertyValue("FillTransparenceGradientName", "")
        if "FillUseSlideBackground" in names and box.getPropertyValue("FillUseSlideBackground"):
            box.setPropertyValue("FillUseSlideBackground", False)
        if box.getPropertyValue("FillStyle") != SOLID or box.getPropertyValue("FillColor") != colour:
            raise Refusal("LibreOffice did not fill the box, so it was left as it was.")

    recorded(presentation, lambda: [read_properties(box, names)], change)


def set_background(presentation: Any, numbers: Sequence[int] | None, fill: Sequence[Any]) -> None:
    """Give slides of these numbers, all for None, a background with these properties. Raises Refusal."""
    pages = presentation.getDrawPages()
    selected = numbers if numbers is not None else range(1, pages.getCount() + 1)
    slides = [pages.getByIndex(number - 1) for number in selected]
    background = presentation.createInstance("com.sun.star.drawing.Background")
    for item in fill:
        background.setPropertyValue(item.Name, item.Value)

    def change() -> None:
        for slide in slides:
            slide.setPropertyValue("Background", background)
            slide.setPropertyValue("IsBackgroundVisible", True)
            actual = slide.getPropertyValue("Background")
            if any(
                actual.getPropertyValue(item.Name) != item.Value for item in fill if item.Name != "FillBitmap"
            ):
                raise Refusal("LibreOffice did not set the background, so the slides were left as they were.")

    recorded(presentation, lambda: [_read_background(presentation, slide) for slide in slides], change)


def _read_background(presentation: Any, slide: Any) -> Restore:
    background, visible = (slide.getPropertyValue(name) for name in ("Background", "IsBackgroundVisible"))
    if background is None:
        background = presentation.createInstance("com.sun.star.drawing.Background")  # an empty one removes it

    def restore() -> None:
        slide.setPropertyValue("Background", background)
        slide.setPropertyValue("IsBackgroundVisible", visible)

    return restore
