"""When a booting guest is usable: ssh answers, the desktop is drawn, the MCP server answers, the screen is steady.

A headless guest is usable when ssh and the MCP server answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from controller.core.guest import CommandResult, Guest
from controller.guests.link.diagnostics import service_journal, session_journal
from controller.guests.link.ssh import SshConnection
from testbed.errors import GuestBootError, GuestConnectionError, GuestError

STEADY_SECONDS = 0.5
"""How long the picture must stay the same: a loading shell pauses longer than a settled screenshot waits."""

LOOK_SECONDS = 5
"""How long one look for the desktop's window lasts at most; it ends when the window is there."""
_DESKTOP_WINDOW = f"""
timeout {LOOK_SECONDS} sh -c '
    stdbuf -oL xprop -root -spy _NET_CLIENT_LIST | while read -r list; do
        case $list in *0x* | *"no such atom"*) pkill -P $$ -x xprop ;; esac
    done
    for window in $(xprop -root _NET_CLIENT_LIST | grep -o "0x[0-9a-f]*"); do
        xprop -id "$window" _NET_WM_WINDOW_TYPE
    done | grep --quiet _NET_WM_WINDOW_TYPE_DESKTOP
'
"""
"""Waits for the first window without starting processes; its type follows a moment later. Before a window manager has
run, xprop knows no name for their list and would wait for ever."""

PROBE_SECONDS = 30.0
"""Time limit of one look at the session; on a slow guest, that many times more."""
ICONS_SECONDS = 30.0
"""In about one boot of a hundred the shell starts, but never its icons: after so long it is started again."""
_HARMLESS_KEY = "shift"
_START_SHELL_AGAIN = """
pkill -KILL -x gnome-shell
pkill -KILL -f 'gjs .*/[d]ing.js'
"""

Value = TypeVar("Value")


class WaitAlive(Protocol):
    """Waits for a condition as long as the guest lives; raises GuestBootError when it died or time ran out."""

    def __call__(
        self, condition: Callable[[], Value | None], seconds: float, what: str, every: float = 0.02
    ) -> Value: ...


def wait_for_ssh(ssh: SshConnection, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the guest lets root in. Raises GuestBootError."""

    def connected() -> bool:
        try:
            ssh.connect()
        except GuestConnectionError:
            return False
        return True

    wait_alive(connected, seconds, "ssh to answer")


def wait_for_screenshot(guest: Guest, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the tools answer and the screen can be seen. Raises GuestBootError, GuestError."""

    def seen() -> bool:
        return bool(guest.call_tool("computer.screenshot", {"limit_seconds": 3.0}, timeout=seconds).images)

    wait_alive(seen, seconds, "a screenshot", every=0.1)


def wait_for_tools(guest: Guest, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the tools of a headless guest answer. Raises GuestBootError, GuestError."""
    try:
        wait_alive(lambda: bool(guest.list_tools()), seconds, "the tools to answer")
    except GuestConnectionError as error:
        raise GuestError(f"{error.message}\n{service_journal(guest)}") from error


def wait_for_desktop(guest: Guest, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the desktop is drawn and the tools answer. Raises GuestBootError, GuestError."""
    picture, since = b"", 0.0
    patience = ICONS_SECONDS * guest.slowness
    start_again = time.monotonic() + patience

    def run_as_user(script: str) -> CommandResult:
        seconds = PROBE_SECONDS * guest.slowness
        return guest.run(["sh", "-c", script], as_user=True, check=False, timeout=seconds)

    def desktop_window() -> bool:
        nonlocal patience, start_again
        if run_as_user(_DESKTOP_WINDOW).exit_code == 0:
            return True
        if time.monotonic() > start_again:
            patience *= 2
            start_again = time.monotonic() + patience
            run_as_user(_START_SHELL_AGAIN)
        return False

    def steady() -> bool:
        nonlocal picture, since
        shot = guest.call_tool("computer.screenshot", {"settle": True, "limit_seconds": 3.0}, timeout=seconds)
        if shot.is_error or not shot.images:
            raise GuestError(f"no screenshot: {shot.text}")
        if shot.images[0] != picture:
            picture, since = shot.images[0], time.monotonic()
        return time.monotonic() - since >= STEADY_SECONDS

    # the desktop's icons are the last part that GNOME's session starts, in a window of their own
    try:
        wait_alive(desktop_window, seconds, "the desktop's own window", every=0.25)
    except GuestBootError as error:
        raise GuestBootError(f"{error.message}\n{session_journal(guest)}", hint=error.hint) from error
    # At the first key from XTEST the shell reads keyboard and shortcuts anew, and misses keys that arrive meanwhile.
    pressed = guest.call_tool("computer.key", {"keys": [_HARMLESS_KEY]}, timeout=seconds)
    if pressed.is_error:
        raise GuestError(f"no key can be pressed: {pressed.text}")
    wait_alive(steady, seconds, "a steady screen", every=0.1)
