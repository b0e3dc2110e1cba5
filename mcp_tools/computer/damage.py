"""When the screen last changed, and waiting until it has settled."""

from __future__ import annotations

import logging
import threading
import time

from Xlib.display import Display
from Xlib.ext import damage

from mcp_tools import activity
from mcp_tools.x11 import LOST

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.15
"""Settled is when nothing has changed for this long ..."""
REACTION_SECONDS = 0.45
"""... and the last action had this long to show its first change."""
SAMPLE_SECONDS = 0.01
"""Changes closer together than this count as one: bounds the work while a video plays."""
RECONNECT_SECONDS = 0.2


class DamageMonitor:
    """Follows the screen's changes through the DAMAGE extension, in its own thread once somebody waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last_change = time.monotonic()
        self._following = False

    @property
    def last_change(self) -> float:
        """When the screen last changed, on the clock of `time.monotonic()`."""
        return self._last_change

    def settle(self, limit_seconds: float) -> bool:
        """Wait until the screen has settled after the last action; False when `limit_seconds` ran out."""
        deadline = time.monotonic() + limit_seconds
        with self._changed:
            if not self._following:
                self._following = True
                threading.Thread(target=self._follow, name="damage", daemon=True).start()
            while True:
                now = time.monotonic()
                due = self._due()
                if now >= due:
                    return True
                if now >= deadline:
                    return False
                self._changed.wait(min(due, deadline) - now)

    def _due(self) -> float:
        """When the screen will count as settled if nothing more happens."""
        action = activity.last()
        quiet = self._last_change + QUIET_SECONDS
        return quiet if self._last_change > action else max(quiet, action + REACTION_SECONDS)

    def _follow(self) -> None:
        while True:
            try:
                self._follow_server()
            except LOST as error:
                log.warning("the X server is gone (%r): connecting again", error)
            self._note()
            time.sleep(RECONNECT_SECONDS)

    def _follow_server(self) -> None:
        display = Display()
        display.damage_query_version()
        region = display.screen().root.damage_create(damage.DamageReportNonEmpty)
        while True:
            display.next_event()
            self._note()
            time.sleep(SAMPLE_SECONDS)
            display.damage_subtract(region)
            display.flush()

    def _note(self) -> None:
        with self._changed:
            self._last_change = time.monotonic()
            self._changed.notify_all()
