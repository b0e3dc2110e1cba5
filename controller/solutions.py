"""Steps that tasks' reference solutions share."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator

from PIL import Image

from controller.actions import Action, Key, Screenshot, Wait
from controller.agents.base import Observation
from controller.agents.oracle import Solution

STATUS_BAR = 22
"""Height in pixels of the status bar of a LibreOffice window that fills the screen."""
ACCENT = 0x3584E4
"""The desktop's colour for what is chosen in a menu and for the button that Return presses."""
CONTRAST = 64
"""How much darker writing is than what is around it, of 255."""

Condition = Callable[[Observation], bool]


def act_until(action: Action, condition: Condition) -> Generator[Action, Observation, Observation]:
    """Do something and wait until what is seen is so; returns what was seen last."""
    seen = yield action
    while not condition(seen):
        seen = yield Wait(seconds=0.5)
    return seen


def in_front(title: str) -> Condition:
    """Whether the window with the keyboard has a title that begins like this."""
    return lambda seen: seen.active_window is not None and seen.active_window.title.startswith(title)


def shows(x: int, y: int, colour: int) -> Condition:
    """Whether a pixel of the screen has this colour, as in 0xFF8800."""

    def look(seen: Observation) -> bool:
        with Image.open(io.BytesIO(seen.screenshot)) as image:
            return bool(image.convert("RGB").getpixel((x, y)) == tuple(colour.to_bytes(3)))

    return look


def text_in(left: int, top: int, right: int, bottom: int) -> Condition:
    """Whether something is written in this part of the screen, that is, whether it has strong contrasts."""

    def look(seen: Observation) -> bool:
        with Image.open(io.BytesIO(seen.screenshot)) as image:
            darkest, lightest = image.convert("L").crop((left, top, right, bottom)).getextrema()
        return bool(lightest - darkest >= CONTRAST)

    return look


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
