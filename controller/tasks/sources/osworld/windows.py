"""Windows as OSWorld's steps name them: as `wmctrl -a` does, by a part of the title in any case, or by the whole."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from controller.core.guest import Guest
from controller.core.limits import POLL_SECONDS
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.tasks.sources.osworld.steps import WindowStep
from testbed.errors import GuestTimeoutError

OTHER_NAMES = {"Google Chrome": "Chromium"}
"""Names of applications in titles that the guest has in another form."""


def activate(window: WindowStep, guest: Guest) -> None:
    """Bring a window to the front. One that is not there is no error, as in OSWorld."""
    for number in _find(window, guest)[:1]:
        guest.run(["xdotool", "windowactivate", number], as_user=True, check=False)


def close(window: WindowStep, guest: Guest) -> None:
    """Close a window as Alt+F4 does. One that is not there is no error, as in OSWorld."""
    for number in _find(window, guest)[:1]:
        guest.run(["xdotool", "windowactivate", "--sync", number, "key", "alt+F4"], as_user=True, check=False)


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
    _wait(lambda: bool(_find(window, guest)), f"the window {window.window_name!r}", guest, seconds, cancel)


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


def _find(window: WindowStep, guest: Guest) -> list[str]:
    """Return the X numbers of the windows that a step means."""
    if window.by_class:
        return _by_class(window, guest)
    names = [window.window_name]
    names += [window.window_name.replace(name, ours) for name, ours in OTHER_NAMES.items()]
    matching = [
        item.title for item in windows_of(guest) if any(_is(name, item.title, window) for name in names)
    ]
    return [number for title in matching[:1] for number in _search("--name", f"^{re.escape(title)}$", guest)]


def _is(name: str, title: str, window: WindowStep) -> bool:
    return title == name if window.strict else name.casefold() in title.casefold()


def _by_class(window: WindowStep, guest: Guest) -> list[str]:
    """Find windows by "<instance>.<class>", of which either may have dots."""
    name = window.window_name
    if not window.strict:
        pattern = re.escape(name)
        return [*_search("--classname", pattern, guest), *_search("--class", pattern, guest)]
    for position in (match.start() for match in re.finditer(r"\.", name)):
        instances = _search("--classname", f"^{re.escape(name[:position])}$", guest)
        classes = _search("--class", f"^{re.escape(name[position + 1 :])}$", guest)
        if both := [number for number in instances if number in classes]:
            return both
    return []


def _search(what: str, pattern: str, guest: Guest) -> list[str]:
    result = guest.run(["xdotool", "search", "--onlyvisible", what, pattern], as_user=True, check=False)
    return [line for line in result.text.split() if line.isdigit()]
