"""What is set in VLC: the options that it starts with, and the switches of the player that runs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine
from checkers.files import read_text
from checkers.guest_scripts import PYTHON, guest_script

SETTINGS = "/home/user/.config/vlc/vlcrc"


@dataclass(frozen=True, slots=True)
class Switches:
    """Of the running player; a `rate` of 1.0 is normal speed."""

    rate: float
    loop: bool
    repeat: bool
    random: bool


def options(guest: GuestView) -> dict[str, str]:
    """The options in VLC's settings file; all others have VLC's default. Raises Unusable."""
    lines = [line.partition("=") for line in read_text(guest, SETTINGS).splitlines() if line[:1].islower()]
    return {name.strip(): value for name, equals, value in lines if equals}


def option_is(guest: GuestView, name: str, value: str, *, default: str = "") -> Claim:
    """Claim that VLC starts with an option set to this value; `default` is what it is without being set."""

    def look() -> tuple[bool, object]:
        current = options(guest).get(name, default)
        return current == value, current

    return examine(f"VLC's option {name} is {value}", look)


def switches(guest: GuestView) -> Switches:
    """What the running player has set. Raises Unusable if VLC is not running or its response is malformed."""
    try:
        status = json.loads(ask(guest, [*PYTHON, "status"], stdin=_SCRIPT).stdout)
        rate = float(status["rate"])
        loop, repeat, random = (status[name] is True for name in ("loop", "repeat", "random"))
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        raise Unusable(
            "VLC tells its state", f"VLC's status cannot be understood: {error!r}"[:200]
        ) from error
    return Switches(rate, loop, repeat, random)


_SCRIPT = guest_script(Path(__file__).with_name("vlc_state.py"))
