"""Pictures, sounds and films on slides."""

from __future__ import annotations

from typing import Any

from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.places import Box
from checkers.differences.presentations.xml import children, find, get, length, local_name, thousandths

_FULL = 100_000
_MEDIA = ("a:videoFile", "a:audioFile", "a:wavAudioFile")
_EFFECTS = {"grayscl": "grey", "biLevel": "black and white", "duotone": "two colours"}


def find_medium(picture: Any) -> Any:
    """Return the element that makes a `p:pic` a film or sound, None if it is a picture."""
    properties = find(picture, "p:nvPicPr/p:nvPr")
    return next((medium for kind in _MEDIA if (medium := find(properties, kind)) is not None), None)


def read_picture(picture: Any, box: Box, page: Page) -> Attributes:
    """Return what a `p:pic` of this size shows."""
    fill, medium = find(picture, "p:blipFill"), find_medium(picture)
    blip = find(fill, "a:blip")
    return {
        "picture": page.fingerprint(get(blip, "r:embed") or get(blip, "r:link")),
        "medium": page.fingerprint(get(medium, "r:link") or get(medium, "r:embed"))
        if medium is not None
        else None,
        **_read_crop(find(fill, "a:srcRect"), box),
        **_read_effects(blip),
        # LibreOffice keeps the descriptions of pictures, not those of other shapes.
        "description": get(find(picture, "p:nvPicPr/p:cNvPr"), "descr") or None,
    }


def _read_crop(rectangle: Any, box: Box) -> Attributes:
    """Return how much of the picture is cut off at each side, at the size at which it is shown."""
    left, right, top, bottom = (
        thousandths(get(rectangle, side, "0")) / _FULL for side in ("l", "r", "t", "b")
    )
    full_width, full_height = (
        box.width / max(1 - left - right, 0.01),
        box.height / max(1 - top - bottom, 0.01),
    )
    return {
        "cropped left": length(left * full_width),
        "cropped right": length(right * full_width),
        "cropped top": length(top * full_height),
        "cropped bottom": length(bottom * full_height),
    }


def _read_effects(blip: Any) -> Attributes:
    attributes: Attributes = {}
    for effect in children(blip):
        name = local_name(effect)
        if name in _EFFECTS:
            attributes["colours"] = _EFFECTS[name]
        elif name == "lum":
            attributes["brightness"] = _percent(effect, "bright", "0") or None
            attributes["contrast"] = _percent(effect, "contrast", "0") or None
        elif name == "alphaModFix":
            opacity = _percent(effect, "amt", "100%")
            attributes["opacity"] = opacity if opacity != 100 else None
    return attributes


def _percent(effect: Any, name: str, default: str) -> int:
    return round(thousandths(get(effect, name, default)) / 1000)
