"""The interface through which a run reports its progress."""

from __future__ import annotations

from controller.core.actions import Action
from controller.records.run_info import Attempt, EpisodeResult


class RunObserver:
    """Receives the progress of a run, from any thread. `label` names an episode for people.

    A subclass overrides what it shows.
    """

    def guests(self, booting: int, ready: int, in_use: int) -> None:
        """The numbers of guests that boot, are ready, and are in use have changed."""

    def waiting(self, worker: int, label: str) -> None:
        """An attempt at an episode waits for a guest."""

    def spent(self, tokens: int, cost: float | None) -> None:
        """The run has spent this much in total; `cost` is in dollars, None when unknown."""

    def started(self, worker: int, label: str, guest: str) -> None:
        """An attempt at an episode has got its guest."""

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
        """A step is about to be executed."""

    def told(self, label: str, line: str) -> None:
        """A part of an episode has something to tell, such as a question that waits for a person."""

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        """An attempt has failed, and another one follows."""

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        """An episode has its result."""

    def cancelled(self, worker: int, label: str) -> None:
        """An episode was cancelled."""
