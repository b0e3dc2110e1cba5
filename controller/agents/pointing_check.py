"""The probe that shows in which numbers a model gives places: a click on a mark whose place is known.

The mark is where no two conventions give the same numbers, so that an answer shows which one the model follows.
"""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from controller.agents.coordinate_conventions import CONVENTIONS, Convention
from controller.agents.coordinates import CoordinateFrame
from controller.agents.probes import UnexpectedResponse
from controller.models.scaling import ScaledView

CLICK = "Click the middle of the black disc in the picture, once, and do nothing else."
ELEMENT = "the middle of the black disc"
REMEDY = "state how the model gives coordinates with --set coordinates=" + "|".join(CONVENTIONS)
_ACROSS, _DOWN = 0.8, 0.3
_RADIUS = 0.02
_TOLERANCE = 0.04
"""In fractions of the picture's width and height; the radius of its width."""


def mark_place(width: int, height: int) -> tuple[int, int]:
    """The pixel in the middle of the mark in a picture of that size."""
    return round(_ACROSS * width), round(_DOWN * height)


def marked_picture(width: int, height: int) -> bytes:
    """Return a white PNG with a black disc."""
    image = Image.new("RGB", (width, height), (255, 255, 255))
    x, y = mark_place(width, height)
    radius = _RADIUS * width
    ImageDraw.Draw(image).ellipse((x - radius, y - radius, x + radius, y + radius), fill=(0, 0, 0))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def probe_view(frame: CoordinateFrame) -> ScaledView:
    """The picture of the probe, in the size that a screen has for the model."""
    return frame.view(1280, 720)


def convention_of(x: float, y: float, view: ScaledView) -> Convention | None:
    """Return the convention in which the numbers mean the mark; None when there is none."""
    for convention in CONVENTIONS:
        width, height = _sides(convention, view)
        if abs(x - _ACROSS * width) <= _TOLERANCE * width and abs(y - _DOWN * height) <= _TOLERANCE * height:
            return convention
    return None


def judge_click(x: float, y: float, view: ScaledView, frame: CoordinateFrame) -> str:
    """Return one line on the click. Raises UnexpectedResponse when a run would take it for another place."""
    clicked = f"clicked ({x:g}, {y:g})"
    found = convention_of(x, y, view)
    if found is None:
        places = "; ".join(f"{convention}: {_mark_in(convention, view)}" for convention in CONVENTIONS)
        raise UnexpectedResponse(f"{clicked}, which is not the mark in any convention ({places})")
    if found != frame.convention:
        raise UnexpectedResponse(
            f"{clicked}: the model follows {found}, and a run takes its numbers for {frame.convention}"
        )
    return f"{clicked}: the model follows {found}, as a run expects"


def _mark_in(convention: Convention, view: ScaledView) -> str:
    width, height = _sides(convention, view)
    return f"({_ACROSS * width:g}, {_DOWN * height:g})"


def _sides(convention: Convention, view: ScaledView) -> tuple[int, int]:
    """The numbers of the picture's right and bottom edges."""
    sides: dict[Convention, tuple[int, int]] = {
        "absolute": (view.width, view.height),
        "0-1000": (1000, 1000),
        "0-1": (1, 1),
    }
    return sides[convention]
