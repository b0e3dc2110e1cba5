"""Waiting until the screen has settled: the DAMAGE extension says when to look, a `SettleDetector` decides."""

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
from mcp_tools.computer.screen import Screen
from mcp_tools.computer.settling import FEEDBACK_SECONDS, LATE_FEEDBACK_SECONDS, SettleDetector
from mcp_tools.computer.tiles import Pixels, changed_tiles, grid
from mcp_tools.registry import ToolError
from mcp_tools.windows import active_window
from mcp_tools.x11 import LOST, XConnection

log = logging.getLogger(__name__)

SAMPLE_SECONDS = 0.01
"""Changes closer together than this count as one: bounds the work while somebody waits."""
IDLE_SAMPLE_SECONDS = 0.1
"""So do these while nobody waits: enough to learn what moves by itself."""
RECONNECT_SECONDS = 0.2
_WINDOW_PROPERTIES = ("_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW")


class DamageMonitor:
    """Follows the screen in its own thread, from the first time that somebody waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._detector: SettleDetector | None = None
        self._picture: Pixels | None = None
        self._acted = 0.0
        self._calls = 0
        self._feedback = FEEDBACK_SECONDS
        self._waiters = 0
        self._following = False
        self._screen = Screen()
        self._connection = XConnection()

    def settle(self, limit_seconds: float, feedback_seconds: float | None = None) -> bool:
        """Wait until the screen has settled; False when `limit_seconds` ran out.

        `feedback_seconds` is how long an effect may take to follow a first change; by default, the application's time.
        """
        deadline = time.monotonic() + limit_seconds
        self._feedback = _feedback_of_application() if feedback_seconds is None else feedback_seconds
        with self._changed:
            self._waiters += 1
            self._changed.notify_all()
            if not self._following:
                self._following = True
                threading.Thread(target=self._follow, name="damage", daemon=True).start()
        try:
            return self._settle(deadline)
        finally:
            with self._changed:
                self._waiters -= 1
                if self._detector is not None:
                    self._detector.give_up()

    def _settle(self, deadline: float) -> bool:
        while self._wait_until_quiet(deadline):
            asked = time.monotonic()
            if not self._connection.query(lambda display: _all_answer(display, deadline)):
                return False
            answered = time.monotonic()
            with self._changed:
                self._look()
                if self._detector is not None and self._detector.confirm(asked, answered):
                    return True
        return False

    def _wait_until_quiet(self, deadline: float) -> bool:
        with self._changed:
            while (now := time.monotonic()) < (due := self._due(deadline)):
                if now >= deadline:
                    return False
                self._changed.wait(min(due, deadline) - now)
        return True

    def _due(self, deadline: float) -> float:
        """When the screen counts as quiet if nothing more happens; after `deadline` if it cannot be seen yet."""
        self._note_action()
        if self._detector is None:
            return deadline + 1
        self._detector.allow_feedback(self._feedback)
        return self._detector.due()

    def _note_action(self) -> None:
        if self._detector is None:
            return
        if (calls := activity.calls()) > self._calls:
            self._calls = calls
            self._detector.expect_changes(time.monotonic())
        action = activity.last()
        if action.at > self._acted:
            self._acted = action.at
            self._detector.act(action.at, hover=action.hover)

    def _look(self) -> None:
        """Pass what has changed since the last look to the detector. Raises ToolError without an X server."""
        self._note_action()
        now = time.monotonic()
        before, self._picture = self._picture, self._screen.pixels()
        if before is None or self._detector is None or before.shape != self._picture.shape:
            self._detector = SettleDetector(grid(self._picture.shape), now)
            self._acted = 0.0
        elif (tiles := changed_tiles(before, self._picture)).any():
            self._detector.change(now, tiles)
        else:
            return
        self._changed.notify_all()

    def _follow(self) -> None:
        while True:
            try:
                self._follow_server()
            except (*LOST, ToolError) as error:
                log.warning("the X server is gone (%r): connecting again", error)
            with self._changed:
                self._detector = self._picture = None
            time.sleep(RECONNECT_SECONDS)

    def _follow_server(self) -> None:
        display = Display()
        root = display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        about_windows = {display.intern_atom(name) for name in _WINDOW_PROPERTIES}
        display.damage_query_version()
        region = root.damage_create(damage.DamageReportNonEmpty)
        with self._changed:
            self._look()
        while True:
            event = display.next_event()
            if event.type == X.PropertyNotify:
                if event.atom in about_windows:
                    with self._changed:
                        self._note_action()
                        if self._detector is not None:
                            self._detector.change_windows(time.monotonic())
                        self._changed.notify_all()
                continue
            display.damage_subtract(region)
            display.sync()
            with self._changed:
                self._look()
                self._changed.wait_for(lambda: self._waiters > 0, IDLE_SAMPLE_SECONDS)
            time.sleep(SAMPLE_SECONDS)


def _feedback_of_application() -> float:
    active = active_window()
    late = active is not None and active.app.startswith("libreoffice")
    return LATE_FEEDBACK_SECONDS if late else FEEDBACK_SECONDS


def _all_answer(display: Display, deadline: float) -> bool:
    try:
        return application_answers(display, deadline - time.monotonic()) and window_manager_answers(
            display, deadline - time.monotonic()
        )
    except (BadWindow, BadDrawable):
        return True  # the window closed meanwhile, which is a change of its own
