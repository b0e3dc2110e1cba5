"""When a screen has settled after an action: a decision from times and changed tiles alone.

A change counts as the action's effect unless it lies in the background: tiles that kept changing before the action
without one, or that have kept changing since, as a video does. The screen is settled when the effect has shown, or
an action without effect has had its time, and nothing but the background has changed for a moment.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from mcp_tools.computer.tiles import Tiles, bounds, parts, widen

QUIET_SECONDS = 0.15
"""No change for this long is quiet."""
FEEDBACK_SECONDS = 0.4
"""How long an action's effect may take to follow a first change, such as a button that is shown pressed."""
LATE_FEEDBACK_SECONDS = 0.7
"""The same of LibreOffice, which updates its status bar half a second after the document."""
LATE_QUIET_SECONDS = 0.3
"""No change for this long is quiet after an action in LibreOffice, which paints in pieces."""
REACTION_SECONDS = 0.45
"""How long an action may take to show its first change."""
HOVER_SECONDS = 0.9
"""How long a tooltip may take to appear under the pointer, whatever its movement has highlighted before."""
BUSY_SECONDS = 0.05
"""Who answers only after this was busy: the screen has to become quiet once more."""
MOVING_BUSY_SECONDS = 0.3
"""The same while the background moves: painting that takes time, too."""
BACKGROUND_SECONDS = 3.0
"""How far back changes without an action are remembered."""
BACKGROUND_CHANGES = 3
"""Tiles that changed so often within that time are background."""
MOTION_SECONDS = 0.45
"""A motion that goes on for so long is taken for one that does not end."""
MOTION_CHANGES = 4
"""How often within that time each of its tiles changes."""
INDICATOR_TILES = 12
"""A motion in no more tiles shows that something is being worked on, as a spinner does: its end is awaited."""
INDICATOR_ROWS = 2
"""So does one in no more rows of tiles: a progress bar."""
AREA_SHARE = 0.25
"""Tiles that cover so much of the rectangle around them are one area: all of it may move."""


class SettleDetector:
    """Follows a screen's changes. All times are seconds on one clock, passed in the order they happen."""

    def __init__(self, shape: tuple[int, int], now: float) -> None:
        """`shape` is the rows and columns of tiles. The screen counts as just changed."""
        self._nothing: Tiles = np.zeros(shape, bool)
        self._background = self._nothing
        self._unprovoked: deque[tuple[float, Tiles]] = deque()
        self._recent: deque[tuple[float, Tiles]] = deque()
        self._cause = 0.0
        self._hover_end = 0.0
        self._effect = now
        self._moved = 0.0
        self._acted = False
        self.allow_feedback(FEEDBACK_SECONDS)
        self._waiting = True

    def allow_feedback(self, seconds: float) -> None:
        """Set how long an action's effect may take to follow a first change; `FEEDBACK_SECONDS` at first."""
        self._feedback = seconds
        self._quiet = QUIET_SECONDS if seconds < LATE_FEEDBACK_SECONDS else LATE_QUIET_SECONDS

    def act(self, now: float, *, hover: bool = False) -> None:
        """Take note of an action; with `hover`, it only moved the pointer."""
        self.expect_changes(now)
        self._acted = True
        self._cause = now
        self._hover_end = now + HOVER_SECONDS if hover else 0.0

    def expect_changes(self, now: float) -> None:
        """Take note of a tool's call: what changes from now on is no background, but nothing has to change."""
        _forget(self._unprovoked, now - BACKGROUND_SECONDS)
        self._background = widen(self._often(self._unprovoked, BACKGROUND_CHANGES))
        self._waiting = True

    def change_windows(self, now: float) -> None:
        """Take note of a change of the window list: windows may now cover the background."""
        self._background = self._nothing
        self._recent.clear()
        self._acted = True
        self._cause = now
        self._waiting = True

    def change(self, now: float, tiles: Tiles) -> None:
        """Take note of the tiles in which the picture at `now` differs from the one before."""
        self._recent.append((now, tiles))
        _forget(self._recent, now - MOTION_SECONDS)
        background = self._background | self._motion(now)
        if (tiles & background).any():
            self._moved = now
        unprovoked = tiles & background if self._waiting else tiles
        if unprovoked.any():
            self._unprovoked.append((now, unprovoked))
            _forget(self._unprovoked, now - BACKGROUND_SECONDS)
        if (tiles & ~background).any():
            self._effect = now

    def due(self) -> float:
        """When the screen counts as quiet if nothing more happens."""
        shown = self._effect > self._cause
        reaction = self._feedback if shown else max(self._feedback, REACTION_SECONDS)
        quiet = self._quiet if self._acted else QUIET_SECONDS
        return max(self._effect + quiet, self._hover_end, self._cause + reaction)

    def confirm(self, asked: float, answered: float) -> bool:
        """Whether a quiet screen is settled, once the application has answered a question.

        Args:
            asked: When it was asked.
            answered: When it answered; late if it was busy, and the screen has to become quiet again.
        """
        moving = asked - self._moved < MOTION_SECONDS
        patience = MOVING_BUSY_SECONDS if moving else BUSY_SECONDS
        if answered - asked < patience and max(self._effect, self._cause) < asked:
            self.give_up()
            return True
        self._effect = max(self._effect, answered)
        return False

    def give_up(self) -> None:
        """Take note that nobody waits any longer: what changes from now on is not the action's effect."""
        self._waiting = self._acted = False

    def _motion(self, now: float) -> Tiles:
        """The tiles of a motion that has gone on for `MOTION_SECONDS`, unless it indicates work."""
        oldest = self._recent[0][0]
        if len(self._recent) < MOTION_CHANGES or now - oldest < MOTION_SECONDS * 0.75:
            return self._nothing
        motion = self._nothing.copy()
        for part in parts(self._often(self._recent, MOTION_CHANGES)):
            motion |= _area(part)
        return widen(motion)

    def _often(self, changes: deque[tuple[float, Tiles]], times: int) -> Tiles:
        if len(changes) < times:
            return self._nothing
        counts = np.zeros(self._nothing.shape, np.uint16)
        for _, tiles in changes:
            counts += tiles
        return np.asarray(counts >= times)


def _area(part: Tiles) -> Tiles:
    """The tiles in which a motion is expected to go on: none if it indicates work."""
    nothing = np.zeros_like(part)
    rows, columns = bounds(part)
    count, height, width = int(part.sum()), rows.stop - rows.start, columns.stop - columns.start
    if count <= INDICATOR_TILES or height <= INDICATOR_ROWS:
        return nothing
    if count < AREA_SHARE * height * width:
        return part
    nothing[rows, columns] = True
    return nothing


def _forget(changes: deque[tuple[float, Tiles]], before: float) -> None:
    while changes and changes[0][0] < before:
        changes.popleft()
