"""Steps that tasks' reference solutions share."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator

from PIL import Image

from controller.core.actions import Action, Key, Screenshot, TypeText, Wait
from controller.core.observation import Observation
from controller.tasks.solutions import Solution

STATUS_BAR = 22
"""Height in pixels of the status bar of a LibreOffice window that fills the screen."""
ACCENT_COLOUR = 0x3584E4
"""The desktop's colour for what is chosen in a menu and for the button that Return presses."""
CONTRAST = 64
"""How much darker writing is than what is around it, of 255."""
VSCODE_CHOSEN_ROW = (680, 124)
"""A pixel of the chosen row in the list at the top of VS Code's window; the editor's, when there is no list."""
SHORTEST_WAIT = 0.5
LONGEST_WAIT = 4.0

ScreenCondition = Callable[[Observation], bool]


def act_until(
    action: Action, condition: ScreenCondition, seconds: float = SHORTEST_WAIT
) -> Generator[Action, Observation, Observation]:
    """Do something and wait until what is seen is so, first so many seconds; returns what was seen last.

    Each wait is a step, so they grow: a slow machine must not use up the steps.
    """
    seen = yield action
    while not condition(seen):
        seen = yield Wait(seconds=seconds)
        seconds = min(2 * seconds, LONGEST_WAIT)
    return seen


def in_front(title: str) -> ScreenCondition:
    """Whether the window with the keyboard has a title that begins like this."""
    return lambda seen: seen.active_window is not None and seen.active_window.title.startswith(title)


def shows(x: int, y: int, colour: int) -> ScreenCondition:
    """Whether a pixel of the screen has this colour, as in 0xFF8800."""
    return lambda seen: screen_part(seen, x, y, x + 1, y + 1).tobytes() == colour.to_bytes(3)


def is_blue(x: int, y: int) -> ScreenCondition:
    """Whether a pixel of the screen is of a strong blue, as in VS Code what is chosen and the button to press."""

    def look(seen: Observation) -> bool:
        red, _, blue = screen_part(seen, x, y, x + 1, y + 1).tobytes()
        return red < 60 and blue > 150

    return look


def text_in(left: int, top: int, right: int, bottom: int) -> ScreenCondition:
    """Whether something is written in this part of the screen, that is, whether it has strong contrasts."""

    def look(seen: Observation) -> bool:
        shades = screen_part(seen, left, top, right, bottom).convert("L").tobytes()
        return max(shades) - min(shades) >= CONTRAST

    return look


def screen_part(seen: Observation, left: int, top: int, right: int, bottom: int) -> Image.Image:
    """A part of the screen, in RGB."""
    with Image.open(io.BytesIO(seen.screenshot)) as image:
        cut: Image.Image = image.convert("RGB").crop((left, top, right, bottom))
    return cut


def choose_vscode_command(name: str, done: ScreenCondition) -> Generator[Action, Observation, Observation]:
    """Choose from VS Code's list of commands by its name, and wait; returns what was seen last."""
    yield from act_until(Key(keys=("F1",), repeat=1), is_blue(*VSCODE_CHOSEN_ROW))
    yield from act_until(TypeText(text=name), vscode_list_is_short)
    return (yield from act_until(Key(keys=("Return",), repeat=1), done))


def vscode_list_is_short(seen: Observation) -> bool:
    """Whether the list at the top of VS Code's window shows a few rows only, as when a name has been typed."""
    return not text_in(440, 220, 720, 330)(seen)


def save_in_libreoffice() -> Solution:
    """Press Ctrl+S once the status bar has its red mark of unsaved changes; wait until the mark is gone."""
    yield from act_until(Screenshot(), _shows_unsaved)
    yield from act_until(Key(keys=("ctrl", "s"), repeat=1), lambda seen: not _shows_unsaved(seen))


def _shows_unsaved(seen: Observation) -> bool:
    bar = screen_part(seen, 0, seen.height - STATUS_BAR, seen.width, seen.height)
    red, green, blue = bar.split()
    return any(
        r > 180 and g < 60 and b < 60
        for r, g, b in zip(red.tobytes(), green.tobytes(), blue.tobytes(), strict=True)
    )
