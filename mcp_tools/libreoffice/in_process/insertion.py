"""Inserting pictures, videos and sounds as LibreOffice's menus do, so that Undo removes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from com.sun.star.awt import Point, Size

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.commands import run_command
from mcp_tools.libreoffice.in_process.embedding import embed
from mcp_tools.libreoffice.in_process.names import name_of
from mcp_tools.libreoffice.in_process.shapes import boxes, is_empty_placeholder
from mcp_tools.libreoffice.in_process.slide_views import require_normal_view, show_slide
from mcp_tools.libreoffice.in_process.undo_steps import Restore, record_step

GRAPHIC, MEDIA = ".GraphicObjectShape", ".MediaShape"


def insert_picture(
    presentation: Any, slide: Any, stand_in: Sequence[Any], graphic: Any, place: Sequence[int]
) -> int:
    """Insert a picture at x, y with this width and height; returns its index. Raises Refusal.

    The command inserts `stand_in`, a small picture, which becomes `graphic`: with some pictures it would ask whether
    to rotate them. It would also put the picture into an empty placeholder, so a slide that has one gets the picture
    without the command.
    """
    if any(is_empty_placeholder(box) for box in boxes(slide)):
        require_normal_view(presentation)
        _add(presentation, slide, GRAPHIC, "Graphic", graphic, place)
        return int(slide.getCount()) - 1
    shape = _insert(presentation, slide, ".uno:InsertGraphic", stand_in, GRAPHIC)
    shape.setPropertyValue("Graphic", graphic)
    _put(shape, place)
    return int(slide.getCount()) - 1


def insert_media(presentation: Any, slide: Any, source: Sequence[Any], place: Sequence[int]) -> int:
    """Insert a video or sound at x, y with this width and height; returns its index. Raises Refusal.

    The command would put it into an empty placeholder, so a slide that has one gets it without the command.
    """
    if any(is_empty_placeholder(box) for box in boxes(slide)):
        require_normal_view(presentation)
        url = next(item.Value for item in source if item.Name == "URL")
        _add(presentation, slide, MEDIA, "MediaURL", embed(presentation, url), place)
        return int(slide.getCount()) - 1
    _put(_insert(presentation, slide, ".uno:InsertAVMedia", source, MEDIA), place)
    return int(slide.getCount()) - 1


def _insert(presentation: Any, slide: Any, command: str, values: Sequence[Any], kind: str) -> Any:
    require_normal_view(presentation)
    before = slide.getCount()
    with show_slide(presentation, slide) as controller:
        run_command(controller, command, values)
    new = [box for box in boxes(slide)[before:] if box.getShapeType().endswith(kind)]
    if not new:
        raise Refusal(f"LibreOffice did not take the file; {name_of(presentation)} is unchanged.")
    return new[0]


def _add(presentation: Any, slide: Any, kind: str, name: str, value: Any, place: Sequence[int]) -> None:
    """Add a shape of a kind with this value of its property of this name."""
    added: list[Any] = []

    def add() -> None:
        shape = presentation.createInstance(f"com.sun.star.drawing{kind}")
        slide.add(shape)
        shape.setPropertyValue(name, value)
        _put(shape, place)
        added.append(shape)

    def read() -> list[Restore]:
        return [add if added else remove]

    def remove() -> None:
        while added:
            slide.remove(added.pop())

    record_step(presentation, read, add)


def _put(shape: Any, place: Sequence[int]) -> None:
    x, y, width, height = place
    shape.setSize(Size(width, height))
    shape.setPosition(Point(x, y))
