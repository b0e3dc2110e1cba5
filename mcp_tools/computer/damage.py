"""When the screen last changed, and waiting until it has settled.

Settled is when, after the last action and the last change of the windows, the screen has had time to show a
first change, has then been quiet, and neither the active application nor the window manager is still busy.
"""

from __future__ import annotations

import logging
import threading
import time

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow
from Xlib.ext import damage

from mcp_tools import activity
from mcp_tools.computer.ping import application_answers, window_manager_answers
from mcp_tools.x11 import LOST, XConnection

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.15
"""No change for this long is quiet."""
REACTION_SECONDS = 0.45
"""How long an action may take to show its first change."""
BUSY_SECONDS = 0.05
"""Who answers only after this was busy: the screen has to become quiet once more."""
SAMPLE_SECONDS = 0.01
"""Changes closer together than this count as one: bounds the work while a video plays."""
RECONNECT_SECONDS = 0.2
_WINDOW_PROPERTIES = ("_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW")


class DamageMonitor:
    """Follows the screen through the DAMAGE extension, in its own thread once somebody waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last_change = time.monotonic()
        self._last_window = 0.0
        self._following = False
        self._connection = XConnection()

    def settle(self, limit_seconds: float) -> bool:
        """Wait until the screen has settled; False when `limit_seconds` ran out."""
        deadline = time.monotonic() + limit_seconds
        while self._wait_until_quiet(deadline):
            started = time.monotonic()
            responsive = self._connection.query(lambda display: _all_answer(display, deadline))
            if not responsive:
                return False
            with self._changed:
                if time.monotonic() - started < BUSY_SECONDS and self._last_change < started:
                    return True
                self._last_change = max(self._last_change, time.monotonic())
        return False

    def _wait_until_quiet(self, deadline: float) -> bool:
        with self._changed:
            if not self._following:
                self._following = True
                threading.Thread(target=self._follow, name="damage", daemon=True).start()
            while (now := time.monotonic()) < (wake_at := self._due()):
                if now >= deadline:
                    return False
                self._changed.wait(min(wake_at, deadline) - now)
        return True

    def _due(self) -> float:
        """When the screen will count as quiet if nothing more happens."""
        cause = max(activity.last(), self._last_window)
        quiet = self._last_change + QUIET_SECONDS
        return quiet if self._last_change > cause else max(quiet, cause + REACTION_SECONDS)

    def _follow(self) -> None:
        while True:
            try:
                self._follow_server()
            except LOST as error:
                log.warning("the X server is gone (%r): connecting again", error)
            with self._changed:
                self._last_change = time.monotonic()
                self._changed.notify_all()
            time.sleep(RECONNECT_SECONDS)

    def _follow_server(self) -> None:
        display = Display()
        root = display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        about_windows = {display.intern_atom(name) for name in _WINDOW_PROPERTIES}
        display.damage_query_version()
        region = root.damage_create(damage.DamageReportNonEmpty)
        while True:
            event = display.next_event()
            now = time.monotonic()
            if event.type == X.PropertyNotify:
                if event.atom in about_windows:
                    with self._changed:
                        self._last_window = now
                        self._changed.notify_all()
                continue
            with self._changed:
                self._last_change = now
                self._changed.notify_all()
            time.sleep(SAMPLE_SECONDS)
            display.damage_subtract(region)
            display.flush()


def _all_answer(display: Display, deadline: float) -> bool:
    try:
        return application_answers(display, deadline - time.monotonic()) and window_manager_answers(
            display, deadline - time.monotonic()
        )
    except (BadWindow, BadDrawable):
        return True  # the window closed meanwhile, which is a change of its own
