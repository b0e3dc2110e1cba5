"""The episodes of a run that others go on from, and their saved states."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from controller.core.guest import Guest
from controller.core.limits import POLL_SECONDS
from controller.episode.bounds import EpisodeProgress
from controller.episode.saved_episode import SavedEpisode
from controller.guests.provider import ForkingProvider, Provider
from controller.parts.branch import BranchOptions
from controller.parts.branch.agents import Seen
from controller.parts.branch.history import History, read_history
from controller.parts.branch.origin import open_origin
from controller.parts.branch.points import BranchPoints, rule_of
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from testbed.errors import CancelledError

MOST_STATES = 8
"""Most states of one task that are kept at a time: each takes disk space of about the memory that its guest uses."""


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A point from which an episode can go on.

    Attributes:
        history: What was done before it.
        saved: The episode with its guest; None if the history must be executed again.
        seen: What the agent was given for each decision of the history, if the guest was saved.
        run: The folder of the run of the history; "" for the run itself.
        epoch: Its epoch there.
    """

    history: History
    saved: SavedEpisode | None = None
    seen: Sequence[Seen] = ()
    run: str = ""
    epoch: int = 1


@dataclass(slots=True)
class Trunk:
    """The first epoch of a task.

    Attributes:
        points: Where its branches go on.
        begun: Whether an attempt at it has begun.
        latest: Where its next attempt may go on.
        seen: What its agent was given so far.
        states: All that was saved and not discarded.
    """

    points: BranchPoints[State]
    begun: bool = False
    latest: State | None = None
    seen: list[Seen] = field(default_factory=list)
    states: list[State] = field(default_factory=list)


class BranchedRun:
    """The trunks of a run. Thread-safe."""

    def __init__(
        self,
        given: BranchOptions,
        options: RunOptions,
        records: RunRecords,
        provider: Provider,
        episodes: Iterable[tuple[str, int]],
    ) -> None:
        """`episodes` are those that are to be played."""
        self.given = given
        self._records = records
        self._provider = provider if isinstance(provider, ForkingProvider) else None
        self._rule = rule_of(given.branch_at)
        self._most = min(max(options.epochs - 1, 1), MOST_STATES)
        self._lock = threading.Lock()
        self._trunks: dict[str, Trunk] = {}
        self._left: dict[str, set[int]] = defaultdict(set)
        for task_id, epoch in episodes:
            self._left[task_id].add(epoch)

    def trunk(self, task_id: str) -> Trunk:
        """Return the trunk of a task."""
        with self._lock:
            if task_id not in self._trunks:
                self._trunks[task_id] = Trunk(BranchPoints(self._rule, self._most))
            return self._trunks[task_id]

    def begin_trunk(self, task_id: str) -> State | None:
        """Return where an attempt at a trunk goes on; None for the task's start.

        That is the last state of the attempt before it, once; else where `--branch-from` says.
        """
        trunk = self.trunk(task_id)
        latest, trunk.latest, trunk.begun = trunk.latest, None, True
        if latest:
            del trunk.seen[len(latest.seen) :]
            return latest
        trunk.points = BranchPoints(self._rule, self._most)
        trunk.seen.clear()
        origin = open_origin(self.given)
        return State(origin.history(task_id), run=origin.folder, epoch=origin.epoch) if origin else None

    def begin_branch(self, task_id: str, epoch: int, cancel: threading.Event) -> State | None:
        """Wait for the state that a later epoch goes on from; None if its trunk has none.

        Raises CancelledError, RecordsError.
        """
        while not self._ready(task_id):
            if cancel.wait(POLL_SECONDS):
                raise CancelledError("interrupted")
        states = self.trunk(task_id).points.kept or self._recorded_states(task_id)
        return states[(epoch - 2) % len(states)] if states else None

    def save(self, trunk: Trunk, task_id: str, guest: Guest, saved: EpisodeProgress) -> str | None:
        """Save the state of a trunk before a decision, which `trunk.seen` does not have yet.

        Returns:
            The checkpoint's name; None if the provider cannot save guests in progress.

        Raises:
            GuestError: The guest cannot be saved.
            RecordsError: The record cannot be read.
        """
        if self._provider is None:
            return None
        checkpoint = self._provider.checkpoint(guest)
        observation, _ = trunk.seen[-1]
        episode = SavedEpisode(checkpoint, replace(saved, timings={}), observation)
        state = State(read_history(self._records, task_id, 1), episode, tuple(trunk.seen[:-1]))
        trunk.states.append(state)
        unused = trunk.points.keep(state)
        if trunk.latest and trunk.latest not in trunk.points.kept:
            unused.append(trunk.latest)
        trunk.latest = state
        self._discard(trunk, [one for one in unused if one is not state])
        return checkpoint

    def ended(self, task_id: str, epoch: int) -> None:
        """An episode has a result: once all of the task have, its states are discarded."""
        with self._lock:
            left = self._left[task_id]
            left.discard(epoch)
            trunk = None if left else self._trunks.pop(task_id, None)
        if trunk:
            self._discard(trunk, list(trunk.states))

    def _ready(self, task_id: str) -> bool:
        """Whether the states are known that the branches of a task go on from."""
        trunk = self.trunk(task_id)
        if 1 in self._left[task_id]:
            saved_early = bool(trunk.points.kept) and not self._rule.every
            return saved_early or (trunk.begun and self._records.result(task_id, 1) is not None)
        return True

    def _recorded_states(self, task_id: str) -> list[State]:
        """The states of a trunk that was not saved, or by a process that has ended."""
        history = read_history(self._records, task_id, 1)
        points = BranchPoints[State](self._rule, self._most)
        for past in history.decisions:
            if points.reached(past.steps) and (until := history.until(past.steps)):
                points.keep(State(until))
        return points.kept

    def _discard(self, trunk: Trunk, states: Sequence[State]) -> None:
        for state in states:
            if self._provider and state.saved and state in trunk.states:
                trunk.states.remove(state)
                self._provider.discard(state.saved.checkpoint)
