"""The states of the browser: the scenes that the exploration draws from, and some more."""

from __future__ import annotations

from typing import Any, Final

from tests.guest.fuzz.chrome_promises import DEAF, SCENES
from tests.guest.states.table import AppState, AppTable

APP: Final = "chrome"
_NAMED: Final = "dialog|busy|answer|respond|crash|not open|menu|open in|page|tab|window"


def _scene(name: str) -> AppState:
    hindered = name in DEAF or name in ("closed", "closed tab", "private", "list", "place")
    return AppState(APP, name, lambda _: None, names=_NAMED if hindered else "", document={"scene": name})


STATES: Final[Any] = tuple(_scene(name) for name in dict.fromkeys(SCENES))
TABLE: Final = AppTable(STATES, {"pages": ["one", "two"], "scene": "plain"}, "")
