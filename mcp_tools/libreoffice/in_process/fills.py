"""Filling boxes and the backgrounds of slides, each as one step of Undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uno

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.undo_steps import Restore, read_properties, record_step

SOLID = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
FILL = (
    "FillStyle",
    "FillColor",
    "FillColorTheme",
    "FillTransparence",
    "FillTransparenceGradientName",
    "FillUseSlideBackground",
    "FillGradientName",
    "FillHatchName",
    "FillBitmapName",
)
"""What a fill is made of; a new FillStyle removes what the earlier one had, so it comes first."""

TABLES = {
    "FillTransparenceGradientName": (
        "FillTransparenceGradient",
        "com.sun.star.drawing.TransparencyGradientTable",
    ),
    "FillGradientName": ("FillGradient", "com.sun.star.drawing.GradientTable"),
    "FillHatchName": ("FillHatch", "com.sun.star.drawing.HatchTable"),
    "FillBitmapName": ("FillBitmap", "com.sun.star.drawing.BitmapTable"),
}
"""For the name of a part of a fill, the property with the part itself and the document's table of such parts."""


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

    record_step(presentation, lambda: [_read_fill(presentation, box, names)], change)


def _read_fill(presentation: Any, box: Any, names: Sequence[str]) -> Restore:
    restore_properties = read_properties(box, names)
    named = [
        (presentation.createInstance(table), box.getPropertyValue(name), box.getPropertyValue(part))
        for name, (part, table) in TABLES.items()
        if name in names and box.getPropertyValue(name)
    ]

    def restore() -> None:
        for table, name, part in named:
            if not table.hasByName(name):  # LibreOffice forgets what nothing uses, and then refuses its name
                table.insertByName(name, part)
        restore_properties()

    return restore


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

    record_step(presentation, lambda: [_read_background(presentation, slide) for slide in slides], change)


def _read_background(presentation: Any, slide: Any) -> Restore:
    background, visible = (slide.getPropertyValue(name) for name in ("Background", "IsBackgroundVisible"))
    if background is None:
        background = presentation.createInstance("com.sun.star.drawing.Background")  # an empty one removes it

    def restore() -> None:
        slide.setPropertyValue("Background", background)
        slide.setPropertyValue("IsBackgroundVisible", visible)

    return restore
