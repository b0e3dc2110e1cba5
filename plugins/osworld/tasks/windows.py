"""Windows as OSWorld's steps name them, by wmctrl: by a part of the title in any case, or by the whole."""

from __future__ import annotations

import threading
from collections.abc import Callable

from plugins.osworld.tasks.settling import POLL_SECONDS
from plugins.osworld.tasks.steps import WindowStep
from testbed.errors import GuestTimeoutError, SetupError
from testbed.guests import Guest, wait_until, windows_of

NOT_FOUND = 127
"""The exit code for a program that is not there."""
OTHER_NAMES = {"Google Chrome": "Chromium"}
"""Names of applications in titles that the guest has in another form."""


def activate(window: WindowStep, guest: Guest) -> None:
    """Bring a window to the front. One that is not there is no error, as in OSWorld.

    Raises SetupError: the guest has no wmctrl.
    """
    _ask("-a", window, guest)


def close(window: WindowStep, guest: Guest) -> None:
    """Ask a window to close. One that is not there is no error, as in OSWorld.

    Raises SetupError: the guest has no wmctrl.
    """
    _ask("-c", window, guest)


def raise_window(title: str, guest: Guest) -> None:
    """Bring the window with this title to the front."""
    activate(WindowStep(window_name=title, strict=True), guest)


def wait_for_number(number: int, guest: Guest, seconds: float, cancel: threading.Event) -> None:
    """Wait until there are so many windows, at most `seconds`. Raises CancelledError, GuestConnectionError."""
    _wait(lambda: len(windows_of(guest)) >= number, f"{number} windows", guest, seconds, cancel)


def wait_for(window: WindowStep, guest: Guest, seconds: float, cancel: threading.Event) -> None:
    """Wait until a window is there, at most `seconds`; one that does not come is no error, as in OSWorld.

    Raises CancelledError, GuestConnectionError.
    """
    _wait(lambda: _is_there(window, guest), f"the window {window.window_name!r}", guest, seconds, cancel)


def _wait(
    condition: Callable[[], bool], what: str, guest: Guest, seconds: float, cancel: threading.Event
) -> None:
    try:
        wait_until(condition, seconds=seconds, what=what, every=POLL_SECONDS * guest.slowness, cancel=cancel)
    except GuestTimeoutError:
        return


def titles(guest: Guest) -> str:
    """Return the titles of all windows, for error messages."""
    return f"windows: {', '.join(repr(window.title) for window in windows_of(guest)) or 'none'}"


def _ask(request: str, window: WindowStep, guest: Guest) -> None:
    """Ask the window manager, by an option of wmctrl, for the first window that a step means."""
    options = [*(["-F"] if window.strict else []), *(["-x"] if window.by_class else [])]
    for name in _names(window):
        result = guest.run(["wmctrl", *options, request, name], as_user=True, check=False)
        if result.exit_code == NOT_FOUND:
            raise SetupError(
                "there is no wmctrl in the guest",
                hint="use guests of the image profile osworld, or install wmctrl on the machine",
            )
        if result.exit_code == 0:
            return


def _is_there(window: WindowStep, guest: Guest) -> bool:
    if window.by_class:
        lines = guest.run(["wmctrl", "-l", "-x"], as_user=True, check=False).text.splitlines()
        shown = [fields[2] for fields in map(str.split, lines) if len(fields) > 2]
    else:
        shown = [item.title for item in windows_of(guest)]
    return any(_is(name, text, window) for name in _names(window) for text in shown)


def _names(window: WindowStep) -> list[str]:
    """Return the name that a step gives, and those that the window may have here instead."""
    name = window.window_name
    return [name, *(name.replace(theirs, ours) for theirs, ours in OTHER_NAMES.items() if theirs in name)]


def _is(name: str, text: str, window: WindowStep) -> bool:
    return text == name if window.strict else name.casefold() in text.casefold()
