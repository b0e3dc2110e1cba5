"""The rounds with nspawn guests: a run whose guests and controllers meet one fault after another."""

from __future__ import annotations

import itertools
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from controller.guests.nspawn.state import GuestState
from controller.tasks.selection import tasks_root
from tests.chaos import leftovers, nspawn_guests
from tests.chaos.comparison import compare
from tests.chaos.controller_faults import KILLED, TERMINATED, mount_small_disk, unmount
from tests.chaos.controllers import Controller, Controllers
from tests.chaos.frozen_faults import SNAPSHOT_FAULTS
from tests.chaos.nspawn_faults import GUEST_FAULTS
from tests.chaos.round import Outcome, Plan, finish
from tests.chaos.subject import HANGS_AFTER, Scenario, Subject
from vm_images.folders import data_folder, images_folder

NSPAWN_TASKS = tasks_root()
EPISODES = ("os/restore_notes", "os/quiet_presentation")
OPTIONS = (
    *("--agent", "oracle", "--tool-filter", "oracle", "--seed", "7"),
    *("--epochs", "3", "--episode-seconds", "240"),
    *(part for task in EPISODES for part in ("--task", task)),
)
NSPAWN, FROZEN = (Scenario(("--provider", name, *OPTIONS)) for name in ("nspawn", "frozen"))
FAULTS_A_ROUND = 8
BETWEEN_SECONDS = 12.0
DATA_MIB = 2600
"""Size of the disk for guests' files; a guest does not start with less than 2 GiB free."""
AFTER_REMOVAL_SECONDS = 8.0
IMAGE_CAUSES = r"ImageError|the image|manifest|No such file|did not come up|ended with"
CONTROLLER_SIGNALS = {"kill_9": signal.SIGKILL, "sigterm": signal.SIGTERM}
KINDS = (*GUEST_FAULTS, *CONTROLLER_SIGNALS, "images_removed")
FROZEN_KINDS = (*KINDS, *SNAPSHOT_FAULTS)


def nspawn_plans(seed: int, kinds: Sequence[str] = ()) -> Iterator[tuple[str, Plan]]:
    """Yield rounds with booted guests without end; each kind of fault (all, or `kinds`) comes equally often."""
    return _plans(NSPAWN, seed, kinds or KINDS)


def frozen_plans(seed: int, kinds: Sequence[str] = ()) -> Iterator[tuple[str, Plan]]:
    """Yield rounds with thawed guests; see `nspawn_plans`."""
    return _plans(FROZEN, seed, kinds or FROZEN_KINDS)


def _plans(scenario: Scenario, seed: int, chosen: Sequence[str]) -> Iterator[tuple[str, Plan]]:
    order = random.Random(seed)
    endless = itertools.chain.from_iterable(order.sample(chosen, len(chosen)) for _ in itertools.count())
    for number in itertools.count():
        faults = tuple(itertools.islice(endless, FAULTS_A_ROUND))
        yield scenario.options[1], Plan(f"round-{number}", f"{seed}/{number}", scenario, faults)


def play_nspawn(plan: Plan, controllers: Controllers, undisturbed: Path, work: Path, tasks: Path) -> Outcome:
    """Play a round with real guests in a folder of its own; see `*_faults`. Thawed guests have snapshots of its own."""
    place = work / plan.name
    with ExitStack() as undo:
        environment = {"TESTBED_TASKS": str(tasks), "TESTBED_IMAGES": str(place / "images")}
        if plan.scenario is FROZEN:
            (place / "data").mkdir(parents=True)
            (place / "data/criu").symlink_to(data_folder() / "criu")
            environment["TESTBED_DATA"] = str(place / "data")
        elif "guest_disk_full" in plan.controller:
            mount_small_disk(place / "data", DATA_MIB)
            undo.callback(unmount, place / "data")
            environment["TESTBED_DATA"] = str(place / "data")
        subject = Subject(place, plan.scenario, controllers, environment, guests=1)
        (place / "images").symlink_to(images_folder())
        injector = _FaultInjector(subject, random.Random(plan.seed))
        for kind in plan.controller:
            injector.inject(kind)
        injector.let_end()
        finish(subject)
        injector.watch()
        comparison = compare(
            subject.folder,
            undisturbed,
            injector.causes,
            same_usage=True,
            limits=subject.limits,
        )
        comparison.mis_scored += subject.problems
        left = leftovers.find(subject.folder, subject.temporary, subject.mark, subject.pids)
        left += nspawn_guests.left_of(injector.guests.values())
        if left:
            undo.pop_all()  # what is left keeps its disk, to be looked at
    outcome = Outcome(plan, injector.injected, comparison, tuple(left))
    if outcome.is_right:
        shutil.rmtree(place)
    return outcome


class _FaultInjector:
    """Injects faults into the guests and controllers of one run, which it starts again when they have ended."""

    def __init__(self, subject: Subject, rng: random.Random) -> None:
        self.injected: Counter[str] = Counter()
        self.causes: list[str] = []
        self.guests: dict[str, GuestState] = {}
        self._subject = subject
        self._rng = rng
        self._controller: Controller | None = None

    def inject(self, kind: str) -> None:
        """Wait a seeded time, then inject a fault into what runs then; not at all once the run is complete."""
        controller = self._running()
        if controller is None or controller.wait(self._rng.uniform(0, BETWEEN_SECONDS)) is not None:
            return
        if kind in CONTROLLER_SIGNALS:
            if controller.signal(CONTROLLER_SIGNALS[kind]):
                self.watch()
                self._subject.end(controller, 0, 1, KILLED, TERMINATED, 130)
                self.injected[kind] += 1
        elif kind in SNAPSHOT_FAULTS:
            self._hit_snapshots(kind, controller)
        elif kind == "images_removed":
            self._remove_images(controller)
        else:
            self._hit_guest(kind, controller)

    def watch(self) -> None:
        """Note the guests that the run has now."""
        for pid in self._subject.pids:
            self.guests |= {state.name: state for state in nspawn_guests.guests_of(pid)}

    def let_end(self) -> None:
        """Let the present controller go on to its end."""
        while self._controller is not None and self._controller.wait(1.0) is None:
            self.watch()

    def _running(self) -> Controller | None:
        """The present controller with a guest, or a new one; None when the run is complete or does not get so far."""
        if self._controller is None or self._controller.wait(0) is not None:
            if self._subject.is_complete:
                return None
            self._controller = self._subject.start()
        deadline = time.monotonic() + HANGS_AFTER
        while self._controller.wait(0.2) is None and time.monotonic() < deadline:
            self.watch()
            if nspawn_guests.guests_of(self._controller.pid):
                return self._controller
        return None

    def _hit_guest(self, kind: str, controller: Controller) -> None:
        states = nspawn_guests.guests_of(controller.pid)
        fault = GUEST_FAULTS[kind]
        if not states:
            return
        name = self._rng.choice(states).name
        self.watch()
        if not fault.inject(name):
            return
        self._note(kind, fault.causes)
        if fault.undo is not None:
            controller.wait(fault.duration(self._rng))
            fault.undo(name)

    def _hit_snapshots(self, kind: str, controller: Controller) -> None:
        fault = SNAPSHOT_FAULTS[kind]
        undo = fault.inject(self._subject.place / "data")
        if undo is not None:
            self._note(kind, fault.causes)
            controller.wait(fault.seconds)
            undo()

    def _remove_images(self, controller: Controller) -> None:
        link = self._subject.place / "images"
        target = link.readlink()
        link.unlink()
        self._note("images_removed", IMAGE_CAUSES)
        controller.wait(AFTER_REMOVAL_SECONDS)
        link.symlink_to(target)

    def _note(self, kind: str, causes: str) -> None:
        self.injected[kind] += 1
        self.causes.append(causes)
