"""Presentations (pptx and odp): slides, boxes, text, notes, backgrounds."""

from __future__ import annotations

from typing import cast

from checkers.base import GuestView
from checkers.evidence import fetch
from checkers.parsers import parse_apart
from checkers.slide_model import Presentation


def read_presentation(guest: GuestView, path: str) -> Presentation:
    """Read a presentation from the guest. Raises Unusable if it is missing, damaged or hostile."""
    return parse_presentation(fetch(guest, path), path)


def parse_presentation(data: bytes, name: str) -> Presentation:
    """Parse a presentation; the name's ending gives its file type. Raises Unusable."""
    if name.lower().endswith(".pptx"):
        return cast(Presentation, parse_apart("pptx", data, name))
    if name.lower().endswith(".odp"):
        return cast(Presentation, parse_apart("odp", data, name))
    raise ValueError(f"{name} is neither .pptx nor .odp")
