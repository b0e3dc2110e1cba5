"""Plays references with steps left out, in parallel guests."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.agents.builtin.oracle import SolutionAgent, begin_late
from controller.episode.bounds import EpisodeLimits
from controller.guests.provider import Provider
from controller.proofs.difficulty.steps import Played, drawn, reference
from controller.proofs.listed_tools import ListedTools
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_info import EpisodeResult
from controller.runs.attempts import EpisodeRunner, RunObserver
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.guest_pool import GuestPool
from controller.runs.worker_pool import run_workers
from controller.tasks.task import Task
from controller.tool_filter.base import EVERY_TOOL
from controller.tool_filter.registry import make_filter
from testbed.errors import CancelledError, GuestBootError, InfraError, RecordsError, TaskError

MOST_ACTIONS = 1_000
"""Of an episode."""
PATIENCE = 10.0
"""Seconds that a solution without a step may wait longer than the whole one: what it waits for may never come."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A reference that was played with steps left out; the fields are those of `DifficultyLine`."""

    reference: str
    steps: int
    left_out: int
    unneeded: dict[int, str]


def measure_tasks(
    tasks: Sequence[Task],
    provider: Provider,
    guests: int,
    most: int,
    observer: RunObserver,
    on_task: Callable[[Task, Measured], None],
    on_problem: Callable[[Task, str], None],
) -> None:
    """Play the reference of each task, then again without one of its steps, for `most` steps drawn of it.

    Args:
        tasks: Tasks that can be done, as they are to be played.
        provider: Where the guests come from.
        guests: How many tasks are measured at a time.
        most: Steps of a task that are left out at most.
        observer: Is told of the episodes.
        on_task: Gets what was measured of a task, in any thread.
        on_problem: Gets why a task could not be measured, in any thread; the others are.

    Raises KeyboardInterrupt, RecordsError; GuestBootError when no guest comes up.
    """
    cancel = threading.Event()
    snapshots = [task.select_snapshot(provider.snapshots) for task in tasks]
    pool = GuestPool(provider, min(guests, len(tasks)), snapshots)
    runner = EpisodeRunner(pool, observer, cancel, ListedTools(provider.snapshots))

    def run_task(worker: int, job: tuple[Task, str]) -> None:
        task, snapshot = job
        try:
            with tempfile.TemporaryDirectory(prefix="testbed-difficulty-") as folder:
                measured = _Measuring(task, snapshot, Path(folder), pool, runner, worker).measure(most)
            on_task(task, measured)
        except (GuestBootError, CancelledError, RecordsError):
            raise
        except (InfraError, TaskError) as error:
            on_problem(task, error.message)

    run_workers(list(zip(tasks, snapshots, strict=True)), guests, run_task, cancel, pool.close)


@dataclass(frozen=True, slots=True)
class _Measuring:
    """A task that one worker measures. The pool expects one guest for it."""

    task: Task
    snapshot: str
    folder: Path
    pool: GuestPool
    runner: EpisodeRunner
    worker: int

    def measure(self, most: int) -> Measured:
        """Raises TaskError if the reference does not score 1 as it is."""
        found = reference(self.task)
        if found is None:
            raise TaskError("solve.py has no reference", hint="write gui()")
        name, solution = found
        whole = Played(solution)
        result = self._play(whole, name)
        if result.score != 1:
            why = result.error.message if result.error else f"it scores {result.score}"
            raise TaskError(f"the reference {name} is not right as it is: {why}")
        numbers = drawn(self.task, len(whole.steps), most)
        unneeded = {}
        for number in numbers:
            self.pool.expect(self.snapshot)
            left = Played(solution, number, whole.waited + PATIENCE)
            if self._play(left, f"without-{number}").score == 1:
                unneeded[number] = whole.steps[number - 1]
        return Measured(name, len(whole.steps), len(numbers), unneeded)

    def _play(self, played: Played, name: str) -> EpisodeResult:
        spec = EpisodeSpec(
            label=f"{self.task.id} [{name}]",
            task=self.task,
            epoch=1,
            seed=0,
            make_agent=lambda _guest, _client: SolutionAgent(
                begin_late(played.play), feasible=self.task.info.feasible
            ),
            tool_filter=lambda: make_filter(EVERY_TOOL),
            limits=EpisodeLimits(steps=MOST_ACTIONS),
            recorder=EpisodeRecorder(self.folder / name),
            snapshot=self.snapshot,
            trusted=True,
        )
        return self.runner.run(self.worker, spec)
