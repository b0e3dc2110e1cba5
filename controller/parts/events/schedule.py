"""When the events of a task are executed during an episode."""

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
class TriggeredEvent:
    """An event of the task and whether it was executed.

    Attributes:
        text: The event as a line of text.
        step: How many steps the agent had made when it was executed; None if it was not.
        error: Why it failed; "" if it did not.
        seconds: How long it took.
    """

    text: str
    step: int | None = None
    error: str = ""
    seconds: float = 0.0


class EventSchedule:
    """The events of one episode.

    They are executed between the agent's actions: one that becomes due while the agent decides is executed before the
    agent's next action. The failure of an event is recorded and does not end the episode: the agent may have caused it.
    """

    def __init__(
        self,
        events: Sequence[TaskEvent],
        guest: Guest,
        cancel: threading.Event,
        earlier: Sequence[TriggeredEvent] = (),
    ) -> None:
        """`earlier` are all events as they were when the episode was saved."""
        self._guest = guest
        self._cancel = cancel
        self._events = events
        self._fired = {index: event for index, event in enumerate(earlier) if event.step is not None}

    @property
    def all(self) -> tuple[TriggeredEvent, ...]:
        """Every event of the task, in its order."""
        return tuple(
            self._fired.get(index, TriggeredEvent(event.text)) for index, event in enumerate(self._events)
        )

    def fire_due(self, steps: int, seconds: float) -> list[TriggeredEvent]:
        """Execute the events that are due after so many steps of the agent and seconds, and return them.

        Raises GuestConnectionError, GuestTimeoutError when a condition takes too long, CancelledError.
        """
        now = []
        for index, event in enumerate(self._events):
            if index not in self._fired and self._is_due(event, steps, seconds):
                self._fired[index] = self._execute(event, steps)
                now.append(self._fired[index])
        return now

    def _is_due(self, event: TaskEvent, steps: int, seconds: float) -> bool:
        if event.after_steps is not None:
            return steps >= event.after_steps
        if event.after_seconds is not None:
            return seconds >= event.after_seconds
        timeout = CONDITION_SECONDS * self._guest.slowness
        return self._guest.run(event.when or (), check=False, timeout=timeout).exit_code == 0

    def _execute(self, event: TaskEvent, steps: int) -> TriggeredEvent:
        started, error = time.monotonic(), ""
        try:
            event.happen(self._guest, self._cancel)
        except SetupError as raised:
            error = raised.message
        return TriggeredEvent(event.text, steps, error, round(time.monotonic() - started, 4))
