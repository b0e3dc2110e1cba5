"""Putting a copy of a slide where it belongs; LibreOffice moves only what is selected in its slide panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uno

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.commands import run_command
from mcp_tools.libreoffice.in_process.slide_views import require_normal_view, slide_panel

UP, DOWN = ".uno:MovePageUp", ".uno:MovePageDown"
FIRST, LAST = ".uno:MovePageFirst", ".uno:MovePageLast"


def copy_to(presentation: Any, original: Any, number: int) -> int:
    """Copy a slide so that the copy is the slide of this number, counted from 1, and shown.

    Returns how many slides there are then. Raises Refusal.
    """
    require_normal_view(presentation)
    controller = presentation.getCurrentController()
    panel = slide_panel(controller)
    slides = presentation.getDrawPages()
    others = _all(slides)
    at = original.getPropertyValue("Number") + 1
    if panel is None and at != number:
        raise Refusal("The slide panel is closed. Open it (View > Slide Pane) and try again.")
    controller.setCurrentPage(original)
    if panel is not None:
        _select(panel, [original])  # the command copies all slides that are selected there
    run_command(controller, ".uno:DuplicatePage")
    copies = [slide for slide in _all(slides) if slide not in others]
    if len(copies) == 1 and panel is not None:
        for some, command in _moves(copies[0], at, number, others):
            _select(panel, some)
            run_command(controller, command)
    if _all(slides) != [*others[: number - 1], *copies, *others[number - 1 :]] or len(copies) != 1:
        raise Refusal(
            "LibreOffice did not put the copy there, so it was removed again. Switch to the normal editing view "
            "(View > Normal) with the slide panel (View > Slide Pane) and try again."
        )
    controller.setCurrentPage(copies[0])
    if panel is not None:
        _select(panel, copies)
    return int(slides.getCount())


def _moves(copy: Any, at: int, number: int, others: Sequence[Any]) -> list[tuple[Sequence[Any], str]]:
    """What to select and which command to run, in turn, so that the slide of number `at` gets the other number.

    LibreOffice takes some milliseconds for each slide that a command moves, so as few as possible are moved.
    """
    up = at < number
    between = others[at - 1 : number - 1] if up else others[number - 1 : at - 1]
    candidates: list[list[tuple[Sequence[Any], str]]] = [
        [(between, UP if up else DOWN)],
        [([copy], LAST), (others[number - 1 :], LAST)],
        [([copy], FIRST), (others[: number - 1], FIRST)],
    ]
    best = min(candidates, key=lambda moves: sum(len(slides) for slides, _ in moves))
    return [(slides, command) for slides, command in best if slides]


def _select(panel: Any, slides: Sequence[Any]) -> None:
    selection = uno.Any("[]com.sun.star.drawing.XDrawPage", tuple(slides))
    uno.invoke(panel, "select", (selection,))


def _all(slides: Any) -> list[Any]:
    return [slides.getByIndex(index) for index in range(slides.getCount())]
