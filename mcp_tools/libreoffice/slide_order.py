"""Putting a copy of a slide where it belongs; LibreOffice moves only what is selected in its slide panel."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.office import dispatch, painted_once
from mcp_tools.registry import ToolError

UP, DOWN = ".uno:MovePageUp", ".uno:MovePageDown"


def copy_to(presentation: Any, original: Any, number: int) -> None:
    """Copy a slide so that the copy is the slide of this number, counted from 1, and shown. Raises ToolError."""
    slides = presentation.getDrawPages()
    others = [slides.getByIndex(index) for index in range(slides.getCount())]
    copy = presentation.duplicate(original)
    controller = presentation.getCurrentController()
    controller.setCurrentPage(copy)
    steps = number - copy.getPropertyValue("Number")
    with painted_once(presentation):
        _move(presentation, steps)
    rest = [slides.getByIndex(index) for index in range(slides.getCount()) if index != number - 1]
    if copy.getPropertyValue("Number") != number or rest != others:
        _move(presentation, -steps)
        slides.remove(copy)
        raise ToolError(
            "LibreOffice did not move the copy alone, so it was removed again. Switch to the normal editing view "
            "(View > Normal), click a single slide in the slide panel and try again."
        )
    if steps:  # what was moved stays selected in the panel, and would move along with the next copy
        controller.setCurrentPage(presentation.duplicate(copy))
        slides.remove(copy)


def _move(presentation: Any, steps: int) -> None:
    for _ in range(abs(steps)):
        dispatch(presentation, DOWN if steps > 0 else UP)
