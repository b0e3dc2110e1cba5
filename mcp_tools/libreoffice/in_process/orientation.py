"""Turning slides between portrait and landscape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from com.sun.star.awt import Point, Size

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.shapes import boxes, is_group
from mcp_tools.libreoffice.in_process.undo_steps import Restore, put_at, record_step

_MINIMUMS: Final = ("TextMinimumFrameWidth", "TextMinimumFrameHeight")


def turn_slides(presentation: Any, portrait: bool) -> tuple[int, int]:
    """Swap width and height of all slides if needed; returns both, in hundredths of a millimetre.

    Boxes of slides and masters keep their place and size in proportion to the slide. Raises Refusal.
    """
    slides, masters = presentation.getDrawPages(), presentation.getMasterPages()
    every = list(_pages(presentation))
    width, height = _size(slides.getByIndex(0))
    if (height > width) == portrait and height != width:
        return width, height
    if height == width:
        raise Refusal("The slides are square, which is neither portrait nor landscape.")
    first = [pages.getByIndex(0) for pages in (masters, slides)]

    def read() -> list[Restore]:
        restore_sizes = [_read_size(page) for page in first]  # all slides have the size of any
        return [*restore_sizes, _read_places(presentation)]

    def change() -> None:
        places = [(box, box.getPosition(), box.getSize()) for page in every for box in boxes(page)]
        for page in first:
            page.setPropertyValue("Width", height)
            page.setPropertyValue("Height", width)
        across, down = height / width, width / height
        for box, position, size in places:
            box.setSize(Size(round(size.Width * across), round(size.Height * down)))
            box.setPosition(Point(round(position.X * across), round(position.Y * down)))
        if any(_size(page) != (height, width) for page in every):
            raise Refusal("LibreOffice did not turn the slides, so they were left as they were.")

    record_step(presentation, read, change)
    return height, width


def _size(page: Any) -> tuple[int, int]:
    return page.getPropertyValue("Width"), page.getPropertyValue("Height")


def _read_size(page: Any) -> Restore:
    width, height = _size(page)

    def restore() -> None:
        page.setPropertyValue("Width", width)
        page.setPropertyValue("Height", height)

    return restore


def _read_places(presentation: Any) -> Restore:
    """Read the place of every box; a box that was deleted and brought back by Undo is another object then."""
    leaves = [leaf for page in _pages(presentation) for leaf in _leaves(page)]
    places = [(leaf.getPosition(), leaf.getSize(), _minimums(leaf)) for leaf in leaves]

    def restore() -> None:
        leaves = [leaf for page in _pages(presentation) for leaf in _leaves(page)]
        for leaf, (position, size, minimums) in zip(leaves, places, strict=True):
            put_at(leaf, position, size)
            for name, value in minimums.items():
                if leaf.getPropertyValue(name) != value:
                    leaf.setPropertyValue(name, value)

    return restore


def _minimums(shape: Any) -> dict[str, int]:
    """The least sizes of a shape that grows with its text: to set its size sets them too."""
    known = shape.getPropertySetInfo()
    return {name: shape.getPropertyValue(name) for name in _MINIMUMS if known.hasPropertyByName(name)}


def _pages(presentation: Any) -> Iterator[Any]:
    """The masters and the slides."""
    for pages in (presentation.getMasterPages(), presentation.getDrawPages()):
        for index in range(pages.getCount()):
            yield pages.getByIndex(index)


def _leaves(shapes: Any) -> Iterator[Any]:
    """The shapes of a slide, for groups their members."""
    for box in boxes(shapes):
        if is_group(box):
            yield from _leaves(box)
        else:
            yield box
