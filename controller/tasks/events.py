"""Events of a task: what happens in the guest while the agent works."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable
from dataclasses import dataclass

from controller.core.guest import Guest
from controller.core.texts import count


@dataclass(frozen=True, slots=True)
class TaskEvent:
    """Something that happens once. Exactly one of the first three says when.

    Attributes:
        after_steps: After so many steps of the agent.
        after_seconds: So many seconds after the agent's first observation.
        when: As soon as this command of root ends with exit code 0.
        what: What happens, as a line of text.
        happen: Executes it. Raises SetupError if it fails, GuestConnectionError, CancelledError.
    """

    after_steps: int | None
    after_seconds: float | None
    when: tuple[str, ...] | None
    what: str
    happen: Callable[[Guest, threading.Event], None]

    @property
    def text(self) -> str:
        """When it happens, and what, as a line of text."""
        if self.after_steps is not None:
            moment = f"after {count(self.after_steps, 'step')}"
        elif self.after_seconds is not None:
            moment = f"after {self.after_seconds:g} s"
        else:
            moment = f"when {shlex.join(self.when or ())} succeeds"
        return f"{moment}: {self.what}"
