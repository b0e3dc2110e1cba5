"""GUI steps shared by the tasks' reference solutions."""

from __future__ import annotations

from collections.abc import Callable, Generator

from PIL import Image, ImageChops

from controller.core.actions import Action, Click, Key, Screenshot, TypeText, Wait
from controller.core.observation import Observation
from controller.core.pictures import open_rgb
from controller.tasks.solutions import Solution

STATUS_BAR = 22
"""Height in pixels of the status bar of a LibreOffice window that fills the screen."""
ACCENT_COLOUR = 0x3584E4
"""The desktop's colour for what is chosen in a menu and for the button that Return presses."""
CONTRAST = 64
"""How much darker writing is than what is around it, of 255."""
VSCODE_CHOSEN_ROW = (680, 124)
"""A pixel of the chosen row in the list at the top of VS Code's window; the editor's, when there is no list."""
_PANEL_TABS = (700, 488, 820, 504)
"""The names of the tabs Terminal and Ports of VS Code's panel."""
_PANEL_TEXT = (446, 518, 720, 680)
_PANEL_GROUND = (900, 640)
"""A place of the terminal where no text is."""
_DARK = 100
"""Below this each channel is of a pixel of what is typed; VS Code's hint at an empty prompt is lighter, or blue."""
_LEAST_INK = 5
"""Dark pixels that each letter in the terminal adds, at least."""
SHORTEST_WAIT = 0.5
LONGEST_WAIT = 4.0

ScreenCondition = Callable[[Observation], bool]


def act_until(
    action: Action, condition: ScreenCondition, seconds: float = SHORTEST_WAIT
) -> Generator[Action, Observation, Observation]:
    """Execute an action and wait until a condition holds; returns the last observation.

    Each wait is a step, so the waits grow from `seconds` on: a slow machine must not spend the step budget.
    """
    observation = yield action
    while not condition(observation):
        observation = yield Wait(seconds=seconds)
        seconds = min(2 * seconds, LONGEST_WAIT)
    return observation


def repeat_until(
    action: Action, condition: ScreenCondition, waits: int = 3
) -> Generator[Action, Observation, Observation]:
    """Execute an action and wait until a condition holds, again each time `waits` waits pass without success.

    For a key that an application ignores while it is busy. Returns the last observation.
    """
    while True:
        observation = yield action
        seconds = SHORTEST_WAIT
        for _ in range(waits):
            if condition(observation):
                return observation
            observation = yield Wait(seconds=seconds)
            seconds *= 2
        if condition(observation):
            return observation


def in_front(title: str) -> ScreenCondition:
    """Return the condition that the active window's title starts with `title`."""
    return lambda observation: (
        observation.active_window is not None and observation.active_window.title.startswith(title)
    )


def shows(x: int, y: int, colour: int) -> ScreenCondition:
    """Return the condition that a pixel of the screen has a colour such as 0xFF8800."""
    return lambda observation: screen_part(observation, x, y, x + 1, y + 1).tobytes() == colour.to_bytes(3)


def is_blue(x: int, y: int) -> ScreenCondition:
    """Return the condition that a pixel is strong blue, as VS Code's selection and default buttons are."""

    def look(observation: Observation) -> bool:
        red, _, blue = screen_part(observation, x, y, x + 1, y + 1).tobytes()
        return red < 60 and blue > 150

    return look


def text_in(left: int, top: int, right: int, bottom: int) -> ScreenCondition:
    """Return the condition that a region of the screen contains text, that is, strong contrasts."""

    def look(observation: Observation) -> bool:
        shades = screen_part(observation, left, top, right, bottom).convert("L").tobytes()
        return max(shades) - min(shades) >= CONTRAST

    return look


def screen_part(observation: Observation, left: int, top: int, right: int, bottom: int) -> Image.Image:
    """Return a region of the screen, in RGB."""
    return open_rgb(observation.screenshot).crop((left, top, right, bottom))


def choose_vscode_command(name: str, done: ScreenCondition) -> Generator[Action, Observation, Observation]:
    """Run a command of VS Code's command palette and wait; returns the last observation."""
    yield from act_until(Key(keys=("F1",), repeat=1), is_blue(*VSCODE_CHOSEN_ROW))
    yield from act_until(TypeText(text=name), vscode_list_is_short)
    return (yield from act_until(Key(keys=("Return",), repeat=1), done))


def vscode_list_is_short(observation: Observation) -> bool:
    """Whether VS Code's quick-pick list shows only a few rows, as after a name has been typed."""
    return not text_in(440, 220, 720, 330)(observation)


def run_in_vscode_terminal(command: str) -> Solution:
    """Run a command in VS Code's terminal and wait until it has succeeded and the terminal has closed its panel."""
    yield from act_until(Key(keys=("ctrl", "`"), repeat=1), _has_terminal)
    observation = yield Click(
        x=_PANEL_GROUND[0], y=_PANEL_GROUND[1]
    )  # it may be there before it has the keyboard
    typed = f"{command} && exit"
    least = _panel_ink(observation) + _LEAST_INK * len(typed)
    yield from repeat_until(TypeText(text=typed), lambda seen: _panel_ink(seen) >= least, waits=5)
    yield from act_until(Key(keys=("Return",), repeat=1), lambda observation: not _has_terminal(observation))


def _panel_ink(observation: Observation) -> int:
    """The number of dark pixels in the terminal."""
    panel = screen_part(observation, _PANEL_TEXT[0], _PANEL_TEXT[1], 1270, _PANEL_TEXT[3])
    red, green, blue = panel.split()
    return sum(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[:_DARK])


def _has_terminal(observation: Observation) -> bool:
    """Whether the panel with its tabs is there, and in it something of the shell's."""
    return text_in(*_PANEL_TABS)(observation) and text_in(*_PANEL_TEXT)(observation)


def save_in_libreoffice() -> Solution:
    """Press Ctrl+S once the status bar has its red mark of unsaved changes; wait until the mark is gone."""
    yield from act_until(Screenshot(), _shows_unsaved)
    yield from act_until(
        Key(keys=("ctrl", "s"), repeat=1), lambda observation: not _shows_unsaved(observation)
    )


def _shows_unsaved(observation: Observation) -> bool:
    bar = screen_part(observation, 0, observation.height - STATUS_BAR, observation.width, observation.height)
    red, green, blue = bar.split()
    return any(
        r > 180 and g < 60 and b < 60
        for r, g, b in zip(red.tobytes(), green.tobytes(), blue.tobytes(), strict=True)
    )
