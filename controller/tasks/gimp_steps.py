"""Steps in GIMP shared by the tasks' reference solutions; the window's title has mode, size and what was exported."""

from __future__ import annotations

from controller.core.actions import Key, TypeText
from controller.core.observation import Observation
from controller.tasks.gui_steps import ScreenCondition, act_until, in_front, text_in
from controller.tasks.solutions import Solution

_SEARCH = "Search Actions"
_FIRST_ROW = (60, 100)
"""Top and bottom of the first action that the search lists, from the top of its window."""


def run_gimp_action(words: str, done: ScreenCondition) -> Solution:
    """Search an action by its words, run the first one that is listed, and wait until `done` holds."""
    yield from act_until(Key(keys=("/",)), in_front(_SEARCH))
    yield from act_until(TypeText(text=words), _lists_an_action)
    yield from act_until(Key(keys=("Return",)), done)


def export_from_gimp(path: str, kind: str = "PNG") -> Solution:
    """Export the picture with the settings that the dialog proposes, and wait until the title names the file."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    yield from act_until(Key(keys=("ctrl", "shift", "e")), in_front("Export Image"))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=path)
    yield from act_until(Key(keys=("Return",)), in_front(f"Export Image as {kind}"))
    yield from act_until(Key(keys=("Return",)), title_has(f"[{name}] (exported)"))


def title_has(words: str) -> ScreenCondition:
    """Return the condition that the active window's title contains these words."""
    return lambda observation: (
        observation.active_window is not None and words in observation.active_window.title
    )


def _lists_an_action(observation: Observation) -> bool:
    window = observation.active_window
    if window is None or not window.title.startswith(_SEARCH):
        return False
    top, bottom = (window.y + offset for offset in _FIRST_ROW)
    return text_in(window.x, top, window.x + window.width, bottom)(observation)
