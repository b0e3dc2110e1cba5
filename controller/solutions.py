"""Steps that tasks' reference solutions share."""

from __future__ import annotations

import io

from PIL import Image

from controller.actions import Key, Screenshot, Wait
from controller.agents.base import Observation
from controller.agents.oracle import Solution

STATUS_BAR = 22
"""Height in pixels of the status bar of a LibreOffice window that fills the screen."""


def save_in_libreoffice() -> Solution:
    """Press Ctrl+S once the status bar has its red mark of unsaved changes; wait until the mark is gone."""
    seen = yield Screenshot()
    while not _shows_unsaved(seen):
        seen = yield Wait(seconds=0.5)
    seen = yield Key(keys=("ctrl", "s"), repeat=1)
    while _shows_unsaved(seen):
        seen = yield Wait(seconds=0.5)


def _shows_unsaved(seen: Observation) -> bool:
    with Image.open(io.BytesIO(seen.screenshot)) as image:
        bar = image.convert("RGB").crop((0, seen.height - STATUS_BAR, seen.width, seen.height))
    red, green, blue = bar.split()
    return any(
        r > 180 and g < 60 and b < 60
        for r, g, b in zip(red.tobytes(), green.tobytes(), blue.tobytes(), strict=True)
    )
