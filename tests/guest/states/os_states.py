"""The states of the desktop, for the system's tools."""

from __future__ import annotations

import io
import shlex
from typing import Any, Final

from PIL import Image

from tests.guest.fuzz.os_in_guest import PROFILE_ID
from tests.guest.states.office_ways import press, titles, wait
from tests.guest.states.table import AppState, AppTable, UnreachedError, nothing

APP: Final = "os"
_SHELL: Final = "gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method"

_SCREEN_SAVER: Final = (
    "gdbus call --session --dest org.gnome.ScreenSaver --object-path /org/gnome/ScreenSaver "
    "--method org.gnome.ScreenSaver"
)


def _user(subject: Any, line: str) -> str:
    environment = (
        "export XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"
    )
    result = subject.guest.run(["sh", "-c", f"{environment} DISPLAY=:0; {line}"], as_user=True, check=False)
    return str(result.text)


def _overview(subject: Any) -> bool:
    get = "org.freedesktop.DBus.Properties.Get org.gnome.Shell OverviewActive"
    return "true" in _user(subject, f"{_SHELL} {get}")


def _show_overview(subject: Any) -> None:
    press(subject, "super")
    wait(lambda: _overview(subject), "the overview")


def _hide_overview(subject: Any) -> None:
    press(subject, "Escape")
    press(subject, "Escape")
    wait(lambda: not _overview(subject), "the end of the overview")


def _terminal(subject: Any) -> None:
    _user(subject, "gnome-terminal -- sh -c 'echo quzhalf; exec cat' >/dev/null 2>&1")
    wait(lambda: any("erminal" in title or "cat" in title for title in titles(subject)), "a terminal", 30)


def _program(name: str, line: str, title: str) -> AppState:
    def is_shown(subject: Any) -> bool:
        return any(title in text for text in titles(subject))

    def enter(subject: Any) -> None:
        _user(subject, f"setsid {line} >/dev/null 2>&1 &")
        wait(lambda: is_shown(subject), lambda: f"{title!r} among {titles(subject)}", 30)

    def leave(subject: Any) -> None:
        _user(subject, f"pkill -x {shlex.quote(line.split()[0][:15])}")
        wait(lambda: not is_shown(subject), f"the end of {name}")

    return AppState(APP, name, enter, is_shown, leave)


def _keys(name: str, *keys: str) -> AppState:
    def enter(subject: Any) -> None:
        press(subject, *keys)
        subject.guest.call_tool("computer.screenshot", {"limit_seconds": 3})

    def leave(subject: Any) -> None:
        press(subject, "Escape")

    return AppState(APP, name, enter, leave=leave)


def _ask_to_lock(subject: Any) -> None:
    """GNOME's lock screen needs GDM, and the X server neither blanks nor has DPMS: nothing must come of these."""
    press(subject, "super", "l")
    _user(subject, "xset s activate; xset dpms force off; loginctl lock-session")
    answer = _user(subject, f"{_SCREEN_SAVER}.Lock 2>&1; {_SCREEN_SAVER}.GetActive 2>&1")
    if answer.count("ScreenShield was not provided") != 2 or _is_dark(subject):
        raise UnreachedError(f"the screen locks, so that is a state of this table: {answer}")


def _is_dark(subject: Any) -> bool:
    (picture,) = subject.guest.call_tool("computer.screenshot", {}).images
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("L").getextrema()[1] < 128


def _stop_sound(subject: Any) -> None:
    _user(subject, "systemctl --user stop pipewire-pulse.socket pipewire-pulse.service")


def _start_sound(subject: Any) -> None:
    _user(subject, "systemctl --user start pipewire-pulse.socket")
    wait(lambda: "Server Name" in _user(subject, "pactl info"), "the sound server", 20)


STATES: Final = (
    AppState(APP, "plain", nothing),
    AppState(APP, "overview", _show_overview, _overview, _hide_overview),
    AppState(APP, "terminal in use", _terminal, free=("terminals",)),
    _program("files shown", "nautilus /home/user", "Home"),
    _keys("calendar", "super", "v"),
    _keys("run dialog", "alt", "F2"),
    _keys("window menu", "alt", "space"),
    AppState(APP, "asked to lock", _ask_to_lock),
    AppState(
        APP,
        "sound server stopped",
        _stop_sound,
        leave=_start_sound,
        names="sound|PulseAudio|audio",
        readable=False,
        reads=False,
    ),
    AppState(
        APP, "disk full", nothing, document={"full_disk": True}, names="disk|space|no object stands out"
    ),
)
TABLE: Final = AppTable(
    STATES,
    {
        "files": [
            *(
                ["one.txt", "text"],
                ["a/two  words.txt", "text"],
                ["a/b/[x]*?.txt", "text"],
                ["rgb.png", "rgb.png"],
            ),
            *(
                ["alpha.png", "alpha.png"],
                ["film.mp4", "film.mp4"],
                ["deep/er/repo", "repository"],
                ["two  words", "folder"],
            ),
        ],
        "trash": [["one.txt", "/home/user/fuzz/gone/one.txt", "text"]],
        "locked_folders": [],
        "full_disk": False,
        "settings": ["1.0", "true", "uint32 300", "uint32 30", "true", f"'{PROFILE_ID}'"],
        "sound": [50, 50, False],
    },
    "osworld_mcp_os.get_text_scale",
)
