"""A presentation's running slide show."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.in_process import Refusal


def go_to(presentation: Any, slide: Any) -> bool:
    """Go to a slide in the running show; returns False when none runs. Raises Refusal when the show stays."""
    show = presentation.getPresentation()
    controller = show.getController() if show.isRunning() else None
    if controller is None:
        return False
    controller.gotoSlide(slide)
    if controller.getCurrentSlide() != slide:
        raise Refusal(
            "A slide show runs, which does not go to this slide (it may be hidden or left out of the show). "
            "End the show first (Escape)."
        )
    return True
