"""What judges a task: its checker, the expected answer and what its author wrote for judges."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checkers import GuestView, Score
from controller.core.guest import Guest


@dataclass(frozen=True, slots=True)
class JudgeNotes:
    """What a task's author wrote for judges played by a model. No agent sees it, but for the fuzzy form in a run of it.

    Attributes:
        key_points: What a successful episode must have done or found, one statement each.
        reference: The expected answer.
        fuzzy: The instruction as a user would say it, without names of tools and steps.
        dependencies: Which results other steps need, and what may be done at the same time.
        computed: Whether the expected answer is computed when an episode is judged (`TaskJudging.truth`); `reference`
            is then "" in a task's notes, and the computed answer in those of a judged episode.
        sections: What the task tells parts of episodes (`Task.sections`), for judges that belong to one.
    """

    key_points: tuple[str, ...] = ()
    reference: str = ""
    fuzzy: str = ""
    dependencies: str = ""
    computed: bool = False
    sections: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def decide(self) -> bool:
        """Whether a judge has a part in the task's score."""
        return bool(self.key_points or self.reference or self.computed)


class TaskJudging(ABC):
    """What judges a task. Instances are immutable."""

    @property
    @abstractmethod
    def checker_path(self) -> str:
        """Path of the checker, for error messages."""

    @property
    def has_checker(self) -> bool:
        """Whether a script scores the task; without one, only judges do."""
        return True

    @abstractmethod
    def checker(self) -> Callable[[GuestView], Score]:
        """Return the function that judges a final state. Raises TaskError."""

    def safety_checker(self) -> Callable[[GuestView], Score] | None:
        """Return the function whose claims say what must not have happened; None if there is none. Raises TaskError."""
        return None

    def truth(self) -> Callable[[GuestView], str] | None:
        """Return the function that computes the expected answer in a final state; None if there is none.

        Raises TaskError.
        """
        return None

    @property
    def truth_path(self) -> Path:
        """Path of `truth`, for error messages."""
        return Path(self.checker_path)

    @property
    def weights(self) -> Mapping[str, float]:
        """How much claims of the checker count for partial credit, by their texts; those not named count 1."""
        return {}

    @property
    def notes(self) -> JudgeNotes:
        """What the task's author wrote for judges. Raises TaskError."""
        return JudgeNotes()

    @property
    def nothing_else(self) -> bool:
        """Whether the checker claims that nothing has changed but what the task asks for."""
        return False

    def prepare(self, guest: Guest, cancel: threading.Event) -> None:  # noqa: B027  # most need nothing
        """Bring the guest from the state in which the agent left it into the one that the checker reads.

        Raises:
            SetupError: It cannot be; the episode then scores 0.
            GuestConnectionError, CancelledError: As in `Task.set_up`.
        """
