"""Turning slides between portrait and landscape."""

from __future__ import annotations

from typing import Any

from com.sun.star.awt import Point, Size

from mcp_tools.libreoffice.in_process.shapes import boxes


def turn_slides(presentation: Any, portrait: bool) -> tuple[int, int]:
    """Swap width and height of all slides if needed; returns both, in hundredths of a millimetre.

    Boxes of slides and masters keep their place and size in proportion to the slide.
    """
    slides, masters = presentation.getDrawPages(), presentation.getMasterPages()
    every = [pages.getByIndex(i) for pages in (masters, slides) for i in range(pages.getCount())]
    width, height = (slides.getByIndex(0).getPropertyValue(name) for name in ("Width", "Height"))
    if (height > width) == portrait and height != width:
        return width, height
    places = [(box, box.getPosition(), box.getSize()) for page in every for box in boxes(page)]
    for pages in (masters, slides):  # all slides have the size of any
        pages.getByIndex(0).setPropertyValue("Width", height)
        pages.getByIndex(0).setPropertyValue("Height", width)
    across, down = height / width, width / height
    for box, position, size in places:
        box.setSize(Size(round(size.Width * across), round(size.Height * down)))
        box.setPosition(Point(round(position.X * across), round(position.Y * down)))
    return height, width
