"""The states of VLC."""

from __future__ import annotations

from typing import Any, Final

from tests.guest.fuzz.vlc_promises import MEDIA
from tests.guest.states.office_ways import press, titles, wait
from tests.guest.states.table import AppState, AppTable, nothing

APP: Final = "vlc"
DIALOGS: Final = (
    ("Preferences", ("ctrl", "p")),
    ("Media Information", ("ctrl", "i")),
    ("Open Media", ("ctrl", "n")),
    ("Select one or more files", ("ctrl", "o")),
    ("Messages", ("ctrl", "m")),
    ("Adjustments and Effects", ("ctrl", "e")),
    ("Go to Time", ("ctrl", "t")),
    ("About", ("shift", "F1")),
)


def _dialog(title: str, keys: tuple[str, ...]) -> AppState:
    def is_open(subject: Any) -> bool:
        return any(title in text for text in titles(subject))

    def enter(subject: Any) -> None:
        press(subject, *keys)
        wait(lambda: is_open(subject), lambda: f"{title!r} among {titles(subject)}")

    return AppState(APP, f"dialog {title}", enter, is_open, names="dialog|window")


def _keys(name: str, *keys: str, **more: Any) -> AppState:
    def enter(subject: Any) -> None:
        press(subject, *keys)
        subject.guest.call_tool("computer.screenshot", {"limit_seconds": 3})

    return AppState(APP, name, enter, **more)


def _stop(subject: Any) -> None:
    subject.guest.run(["pkill", "-STOP", "-x", "vlc"])


def _continue(subject: Any) -> None:
    subject.guest.run(["pkill", "-CONT", "-x", "vlc"])


STATES: Final = (
    AppState(APP, "playing", nothing),
    AppState(APP, "paused", nothing, document={"state": "paused"}),
    AppState(APP, "stopped", nothing, document={"state": "stopped"}, names="stopped|plays|nothing|no "),
    AppState(APP, "empty", nothing, document={"items": [], "state": "stopped"}, names="empty|nothing|no "),
    AppState(APP, "closed", nothing, document={"state": "none"}, names="not (open|running)", reads=False),
    *(_dialog(title, keys) for title, keys in DIALOGS),
    _keys("playlist shown", "ctrl", "l", free=("fullscreen",)),
    _keys("minimal interface", "ctrl", "h"),
    _keys("full screen", "f", free=("fullscreen",)),
    _keys("menu open", "alt", "m"),
    _keys("minimised", "super", "h"),
    AppState(
        APP,
        "busy",
        _stop,
        leave=_continue,
        names="no answer|did not finish",
        readable=False,
        reads=False,
    ),
)
TABLE: Final = AppTable(
    STATES,
    {"items": list(MEDIA), "state": "playing", "keys": [], "lines": [], "loop": False, "switches": []},
    "osworld_mcp_vlc.get_playlist",
)
