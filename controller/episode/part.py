"""What takes part in an episode beside its loop, which knows no more of it than these hooks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.core.actions import Action
from controller.core.approval import SafetyCheck
from controller.core.guest import Guest
from controller.episode.bounds import EpisodeProgress
from controller.episode.desktop import Desktop
from controller.episode.groups import Denials
from controller.episode.recorder import Recorder
from controller.tasks.task import Task


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An attempt at an episode, as its parts see it.

    Attributes:
        task: The task.
        guest: The guest, on which the task is set up.
        desktop: What the agent uses of it.
        progress: What is counted; parts count what is theirs.
        recorder: Its record.
        cancel: Set when the run is cancelled.
        seconds: Returns how long it has been played, in seconds from the first observation.
        extend: Moves its time limit by some seconds.
    """

    task: Task
    guest: Guest
    desktop: Desktop
    progress: EpisodeProgress
    recorder: Recorder
    cancel: threading.Event
    seconds: Callable[[], float]
    extend: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class PendingActions:
    """Actions that are about to be executed, at the same time if they are several.

    Attributes:
        actions: The actions, within the step budget.
        decided: All actions of the decision.
        place: The index of the first of `actions` among them.
        checks: The vendor's checks of the decision.
    """

    actions: Sequence[Action]
    decided: Sequence[Action]
    place: int
    checks: Sequence[SafetyCheck]


class EpisodePart:
    """A feature's part in one attempt at an episode. A hook does nothing unless a part has its own."""

    def begin(self, episode: PlayedEpisode) -> None:
        """The task is set up, or the episode goes on from a saved state. Raises InfraError, TaskError."""

    def before(self, pending: PendingActions) -> Denials:  # noqa: ARG002
        """Actions are about to be executed.

        Returns:
            For each of them the result that it has instead of being executed, None if it is executed; () for no denial.

        Raises:
            InfraError, RecordsError, CancelledError
        """
        return ()

    def observing(self) -> None:
        """The desktop is about to be observed. Raises InfraError, RecordsError, CancelledError."""
