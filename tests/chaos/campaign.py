"""Rounds of faults, several at a time, until there were enough."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from controller.records.run_records import RunRecords
from tests.chaos.controllers import Controllers
from tests.chaos.round import Outcome, Plan, finish, play, serve_model
from tests.chaos.subject import Subject

Plans = Iterator[tuple[str, Plan]]
Tell = Callable[[str], None]
Play = Callable[[Plan, Controllers, Path, Path, Path], Outcome]


def tell_on_stderr(line: str) -> None:
    """Print a line for people."""
    print(line, file=sys.stderr, flush=True)


@dataclass(slots=True)
class Tally:
    """What all rounds showed so far."""

    injected: Counter[str] = field(default_factory=Counter)
    infra_errors: int = 0
    lost: int = 0
    doubled: int = 0
    mis_scored: int = 0
    leftovers: int = 0
    rounds: int = 0
    wrong_faults: int = 0

    def add(self, outcome: Outcome) -> None:
        """Add a round."""
        self.rounds += 1
        self.injected += outcome.injected
        self.infra_errors += len(outcome.comparison.infra_errors)
        self.lost += len(outcome.comparison.lost)
        self.doubled += len(outcome.comparison.doubled)
        self.mis_scored += len(outcome.comparison.mis_scored)
        self.leftovers += len(outcome.left)
        if not outcome.is_right:
            self.wrong_faults += outcome.injected.total()

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost, doubled, mis-scored or left behind."""
        return not (self.lost or self.doubled or self.mis_scored or self.leftovers)

    def as_data(self) -> dict[str, int]:
        """The last line. A fault is survived if its round is right and it did not end an episode as infra_error."""
        faults = self.injected.total()
        return {
            "faults": faults,
            "survived": max(0, faults - self.wrong_faults - self.infra_errors),
            "infra_errors": self.infra_errors,
            "lost": self.lost,
            "doubled": self.doubled,
            "mis_scored": self.mis_scored,
            "leftovers": self.leftovers,
        }


class Campaign:
    """Plays rounds in a folder, each beside an undisturbed run of its scenario."""

    def __init__(
        self,
        plans: Plans,
        work: Path,
        tasks: Path,
        tell: Tell = tell_on_stderr,
        play: Play = play,
        undisturbed: Path | None = None,
    ) -> None:
        self.tally = Tally()
        self._plans = plans
        self._work = work
        self._tasks = tasks
        self._tell = tell
        self._play = play
        self._lock = threading.Lock()
        self._undisturbed_folder = undisturbed or work
        self._undisturbed: dict[str, threading.Lock] = {}

    def run(self, faults: float, jobs: int = 1, seconds: float = math.inf) -> Tally:
        """Play rounds on several threads until there were so many faults, the time is up, or no plan is left."""
        self._deadline = time.monotonic() + seconds
        with ThreadPoolExecutor(jobs) as threads:
            try:
                for ended in [threads.submit(self._work_off, faults) for _ in range(jobs)]:
                    ended.result()
            finally:  # after an error or an interruption the others end with their round
                self._deadline = 0.0
        return self.tally

    def _work_off(self, faults: float) -> None:
        with Controllers() as controllers:
            while True:
                with self._lock:
                    if self.tally.injected.total() >= faults or time.monotonic() > self._deadline:
                        return
                    if (planned := next(self._plans, None)) is None:
                        return
                name, plan = planned
                undisturbed = self._undisturbed_run(name, plan, controllers)
                outcome = self._play(plan, controllers, undisturbed, self._work, self._tasks)
                with self._lock:
                    self.tally.add(outcome)
                    self._report(name, outcome)

    def _undisturbed_run(self, name: str, plan: Plan, controllers: Controllers) -> Path:
        """The folder of a run of the scenario without faults; the first call makes it."""
        place = self._undisturbed_folder / f"undisturbed-{name}"
        with self._lock:
            lock = self._undisturbed.setdefault(name, threading.Lock())
        with lock:
            if not place.exists():
                with serve_model(plan.scenario, self._tasks, (), 0, "") as (environment, _):
                    environment = {**environment, "TESTBED_TASKS": str(self._tasks)}
                    subject = Subject(place, plan.scenario, controllers, environment)
                    finish(subject)
                results = RunRecords.open(subject.folder).results().values() if subject.is_complete else ()
                if subject.problems or not results or any(result.error for result in results):
                    raise RuntimeError(f"the run without faults failed; see {subject.output}")
        return place / "disk/run"

    def _report(self, name: str, outcome: Outcome) -> None:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(outcome.injected.items()))
        self._tell(f"{outcome.plan.name} ({name}): {kinds or 'no fault came in time'}")
        comparison = outcome.comparison
        for kind in ("lost", "doubled", "mis_scored", "infra_errors"):
            for line in getattr(comparison, kind):
                self._tell(f"  {kind}: {line}")
        for line in outcome.left:
            self._tell(f"  left behind: {line}")
