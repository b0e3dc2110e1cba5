"""Deleting boxes of slides, as LibreOffice's Undo records it."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.commands import run_command
from mcp_tools.libreoffice.in_process.slide_views import require_normal_view, show_slide


def delete(presentation: Any, slide: Any, box: Any) -> int:
    """Delete a box; returns how many are left. Raises Refusal."""
    before = [slide.getByIndex(index) for index in range(slide.getCount())]
    if box.getPropertySetInfo().hasPropertyByName("IsPresentationObject") and box.getPropertyValue(
        "IsPresentationObject"
    ):
        _delete_placeholder(presentation, slide, box)
    else:
        slide.remove(box)
    left = [slide.getByIndex(index) for index in range(slide.getCount())]
    if left != [other for other in before if other != box]:
        raise Refusal("LibreOffice did not delete the box, so it was left as it was.")
    return len(left)


def _delete_placeholder(presentation: Any, slide: Any, box: Any) -> None:
    """By the menu's command: after a removal through UNO, Undo would bring back an ordinary box."""
    require_normal_view(presentation)
    with show_slide(presentation, slide, without=box) as controller:
        controller.select(box)
        run_command(controller, ".uno:Delete")
