"""The rounds on a Ray cluster: a run whose slots, guests, nodes, head and drivers meet one fault after another."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.chaos import leftovers
from tests.chaos.cluster_nodes import ClusterNodes
from tests.chaos.comparison import compare
from tests.chaos.controller_faults import KILLED, POLL_SECONDS
from tests.chaos.controllers import Controller, Controllers
from tests.chaos.mortal_guests import NAME
from tests.chaos.round import MOST_RESUMES, Outcome, Plan
from tests.chaos.subject import HANGS_AFTER, Scenario, Subject
from tests.controller.guests.cluster.ray_nodes import TOKEN
from tests.waiting import poll

SCENARIO = Scenario(
    ("--provider", "fake", "--agent", "oracle", "--tool-filter", "oracle", "--epochs", "40", "--seed", "7")
)
BETWEEN_SECONDS = 1.5
SETS_A_ROUND = 6
KINDS = ("slot_killed", "guest_killed", "node_killed", "driver_killed")
LONG_KINDS = ("node_cut", "head_restarted", *(("node_disk_full",) if os.geteuid() == 0 else ()))
ROUNDS_A_LONG_ONE = 4
CUT_SECONDS = 60.0
FULL_SECONDS = 5.0
CAUSES = (
    r"NodeError: .* (is lost|did not answer)",
    r"GuestConnectionError: the connection to fake-\d+ is gone",
    r"the disk of .* has \d+ MiB left",
)
LOST_HEAD = (1, 2, KILLED, -signal.SIGABRT, -signal.SIGTERM)
"""How a driver ends that has missed its head: by itself, or by Ray's library."""


def cluster_plans(seed: int, kinds: Sequence[str] = ()) -> Iterator[tuple[str, Plan]]:
    """Yield rounds without end: short faults in a seeded order, each kind equally often; now and then a long one.

    With `kinds`, all faults are of these short ones.
    """
    order = random.Random(seed)
    chosen = kinds or KINDS
    for number in itertools.count():
        rounds, place = divmod(number, ROUNDS_A_LONG_ONE)
        if place == ROUNDS_A_LONG_ONE - 1 and not kinds:
            faults = [LONG_KINDS[rounds % len(LONG_KINDS)]]
        else:
            faults = [kind for _ in range(SETS_A_ROUND) for kind in order.sample(chosen, len(chosen))]
        yield "cluster", Plan(f"round-{number}", f"{seed}/{number}", SCENARIO, tuple(faults))


def play_cluster(
    plan: Plan,
    controllers: Controllers,
    undisturbed: Path,
    work: Path,
    tasks: Path,
    *,
    cut_seconds: float = CUT_SECONDS,
    ray_variables: dict[str, str] | None = None,
) -> Outcome:
    """Play a round on two nodes of its own; see `ClusterNodes` for the faults.

    Args:
        plan: The round.
        controllers: What starts its drivers.
        undisturbed: The folder of the same run on this host, without faults.
        work: The folder in which its folder is made.
        tasks: The tasks' folder.
        cut_seconds: How long a node is cut off.
        ray_variables: Settings of Ray for nodes and drivers, such as shorter limits.
    """
    place = work / plan.name
    variables = {"TESTBED_TASKS": str(tasks), "RAY_AUTH_TOKEN": TOKEN, **(ray_variables or {})}
    place.mkdir(parents=True)
    small_disk = "node_disk_full" in plan.controller
    with ClusterNodes(place, cut_seconds=cut_seconds, variables=variables, small_disk=small_disk) as nodes:
        options = tuple(NAME if part == "fake" else part for part in plan.scenario.options)
        subject = Subject(place, Scenario(options), controllers, variables, cluster=nodes.address)
        injector = _FaultInjector(subject, nodes, random.Random(plan.seed))
        for kind in plan.controller:
            injector.inject(kind)
        nodes.hurry()
        injector.finish()
        left = []
        if not poll(lambda: not nodes.slots(), bool, seconds=60.0):
            left = [f"slot {slot}" for slot in nodes.slots()]
        (place / "nodes.txt").write_text(nodes.output())
    own = {"cluster": nodes.address, "provider": NAME}
    comparison = compare(subject.folder, undisturbed, CAUSES, same_usage=True, limits=own)
    comparison.mis_scored += subject.problems
    left += leftovers.find(subject.folder, subject.temporary, subject.mark, subject.pids)
    outcome = Outcome(plan, injector.injected, comparison, tuple(left))
    if outcome.is_right:
        shutil.rmtree(place)
    return outcome


class _FaultInjector:
    """Injects faults into a cluster and the drivers of one run, which it starts again when they have ended."""

    def __init__(self, subject: Subject, nodes: ClusterNodes, rng: random.Random) -> None:
        self.injected: Counter[str] = Counter()
        self._subject = subject
        self._nodes = nodes
        self._rng = rng
        self._driver: Controller | None = None
        self._faults: dict[str, Callable[[random.Random], bool]] = {
            "slot_killed": nodes.kill_slot,
            "guest_killed": nodes.kill_guest,
            "node_killed": nodes.kill_node,
            "node_cut": nodes.cut_node,
        }

    def inject(self, kind: str) -> None:
        """Wait a seeded time, then inject a fault into what runs then; not at all once the run is complete."""
        driver = self._running()
        if driver is None or driver.wait(self._rng.uniform(0, BETWEEN_SECONDS)) is not None:
            return
        if kind == "driver_killed":
            self.injected[kind] += driver.signal(signal.SIGKILL)
            self._end(driver, 0, KILLED)
        elif kind == "head_restarted":
            self.injected[kind] += self._nodes.restart_head(self._rng)
            self._end(driver, 0, *LOST_HEAD)
        elif kind == "node_disk_full":
            if self._within_seconds(self._nodes.fill_disk, driver):
                driver.wait(FULL_SECONDS)
                self._nodes.clear_disk()
                self.injected[kind] += 1
        else:
            self.injected[kind] += self._within_seconds(self._faults[kind], driver)

    def finish(self) -> None:
        """Let the present driver go on, and resume the run until it is complete."""
        for _ in range(MOST_RESUMES):
            if self._driver is None:
                if self._subject.is_complete:
                    return
                self._driver = self._subject.start()
            self._end(self._driver, 0, 1)

    def _end(self, driver: Controller, *codes: int) -> None:
        self._subject.end(driver, *codes)
        self._driver = None

    def _within_seconds(self, fault: Callable[[random.Random], bool], driver: Controller) -> bool:
        """Inject a fault as soon as there is something that it can hit; not once the driver has ended."""
        deadline = time.monotonic() + HANGS_AFTER
        while driver.wait(POLL_SECONDS) is None and time.monotonic() < deadline:
            if fault(self._rng):
                return True
        return False

    def _running(self) -> Controller | None:
        """The present driver with a guest, or a new one; None when the run is complete or does not get so far."""
        if self._driver is not None and self._driver.wait(0) is not None:
            self._end(self._driver, 0, 1)
        if self._driver is None:
            if self._subject.is_complete:
                return None
            self._driver = self._subject.start()
        deadline = time.monotonic() + HANGS_AFTER
        while self._driver.wait(POLL_SECONDS) is None and time.monotonic() < deadline:
            if self._nodes.busy_slots() and self._subject.begun:
                return self._driver
        return None
