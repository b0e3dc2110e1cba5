"""Lets the events of a task happen while the agent works."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.core.guest import Guest
from controller.tasks.events import TaskEvent
from testbed.errors import SetupError

CONDITION_SECONDS: Final = 10.0
"""Time limit of an event's condition, on a guest of the usual speed."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the task, as far as it has happened.

    Attributes:
        text: The event as a line of text.
        step: How many steps the agent had made; None if it has not happened.
        error: Why it could not be brought about; "" if it could.
        seconds: How long that took.
    """

    text: str
    step: int | None = None
    error: str = ""
    seconds: float = 0.0


class Happenings:
    """The events of one episode.

    They happen between the agent's actions: what becomes due while the agent decides has happened when its next
    action is executed. An event that cannot be brought about is told in its happening and does not end the episode,
    since the agent may have caused that.
    """

    def __init__(self, events: Sequence[TaskEvent], guest: Guest, cancel: threading.Event) -> None:
        self._guest = guest
        self._cancel = cancel
        self._events = events
        self._happened: dict[int, Happening] = {}
        self._began: float | None = None

    @property
    def all(self) -> tuple[Happening, ...]:
        """Every event of the task, in its order."""
        return tuple(
            self._happened.get(index, Happening(event.text)) for index, event in enumerate(self._events)
        )

    def let_happen(self, steps: int) -> list[Happening]:
        """Bring about what is due after so many steps of the agent, and return it. The first call starts the clock.

        Raises GuestConnectionError, GuestTimeoutError when a condition takes too long, CancelledError.
        """
        if self._began is None:
            self._began = time.monotonic()
        now = []
        for index, event in enumerate(self._events):
            if index not in self._happened and self._is_due(event, steps, time.monotonic() - self._began):
                self._happened[index] = self._bring_about(event, steps)
                now.append(self._happened[index])
        return now

    def _is_due(self, event: TaskEvent, steps: int, seconds: float) -> bool:
        if event.after_steps is not None:
            return steps >= event.after_steps
        if event.after_seconds is not None:
            return seconds >= event.after_seconds
        timeout = CONDITION_SECONDS * self._guest.slowness
        return self._guest.run(event.when or (), check=False, timeout=timeout).exit_code == 0

    def _bring_about(self, event: TaskEvent, steps: int) -> Happening:
        started, error = time.monotonic(), ""
        try:
            event.happen(self._guest, self._cancel)
        except SetupError as raised:
            error = raised.message
        return Happening(event.text, steps, error, round(time.monotonic() - started, 4))
