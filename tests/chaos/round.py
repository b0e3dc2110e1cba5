"""A round: one run that goes through seeded faults, is resumed until complete, and is then compared."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.solver import Solver
from plugins.mock_models.task_index import TaskIndex
from tests.chaos import leftovers
from tests.chaos.comparison import Comparison, compare
from tests.chaos.controller_faults import CONTROLLER_FAULTS, mount_small_disk, unmount
from tests.chaos.controllers import Controllers
from tests.chaos.model_faults import MODEL_FAULTS, FaultyModel
from tests.chaos.subject import Scenario, Subject

GUEST_FAULTS = {
    "guest_dies": r"the connection to fake-\d+ is gone",
    "guest_does_not_boot": r"fake-\d+ did not come up",
    "guest_hangs": r"took more than",
}
"""Faults of guests in memory, each with a pattern of the error that it may end an episode with."""
MOST_RESUMES = 12
"""A run that is not complete after so many controllers without a fault of their own never will be."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What happens to one run.

    Attributes:
        name: Of the round; its folder has the same.
        seed: Of all its moments and choices.
        scenario: The run.
        controller: The faults of controllers, in order.
        model: The kinds of faults of the model API, and the number of them.
        guests: The faults of guests, by the number of the guest in its controller.
        limits: Limits of the run besides those of the scenario, by their names in its options.
    """

    name: str
    seed: str
    scenario: Scenario
    controller: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    model_faults: int = 0
    guests: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round showed."""

    plan: Plan
    injected: Counter[str]
    comparison: Comparison
    left: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing is lost, doubled, mis-scored or left behind."""
        return self.comparison.is_right and not self.left


def play(plan: Plan, controllers: Controllers, undisturbed: Path, work: Path, tasks: Path) -> Outcome:
    """Play a round in a folder of its own, which is removed if all went well.

    Args:
        plan: The round.
        controllers: What starts its controllers.
        undisturbed: The folder of the same run without faults.
        work: The folder in which its folder is made.
        tasks: The tasks' folder.
    """
    rng = random.Random(plan.seed)
    place = work / plan.name
    injected: Counter[str] = Counter()
    small_disk = "disk_full" in plan.controller
    if small_disk:
        mount_small_disk(place / "disk")
    try:
        with serve_model(plan.scenario, tasks, plan.model, plan.model_faults, plan.seed) as (
            environment,
            model,
        ):
            subject = Subject(
                place,
                plan.scenario,
                controllers,
                {**environment, "TESTBED_TASKS": str(tasks)},
                plan.guests,
                seed=rng.randrange(2**31),
                limits=dict(plan.limits),
            )
            for kind in plan.controller:
                if subject.is_complete:
                    break
                injected[kind] += CONTROLLER_FAULTS[kind](subject, rng)
            finish(subject)
        injected += model.injected if model else Counter()
        injected += subject.logged_failures({kind: GUEST_FAULTS[kind] for kind in plan.guests.values()})
        comparison, left = judge(subject, plan, undisturbed)
    finally:
        if small_disk:
            unmount(place / "disk")
    left += [f"mount {point}" for point in leftovers.mounts_below(place)]
    outcome = Outcome(plan, injected, comparison, tuple(left))
    if outcome.is_right:
        shutil.rmtree(place)
    return outcome


def finish(subject: Subject) -> None:
    """Resume the run until it is complete."""
    for _ in range(MOST_RESUMES):
        if subject.is_complete:
            return
        subject.end(subject.start(), 0, 1)


def judge(subject: Subject, plan: Plan, undisturbed: Path) -> tuple[Comparison, list[str]]:
    """Compare the run with the one without faults, and look for what it left behind."""
    if not subject.begun:
        return Comparison(lost=["the run was never created", *subject.problems]), []
    causes = [MODEL_FAULTS[kind][1] for kind in plan.model] + [
        GUEST_FAULTS[kind] for kind in plan.guests.values()
    ]
    comparison = compare(
        subject.folder,
        undisturbed,
        causes,
        same_usage=not plan.model,
        limits=subject.limits,
    )
    comparison.mis_scored += subject.problems
    return comparison, leftovers.find(subject.folder, subject.temporary, subject.mark, subject.pids)


@contextmanager
def serve_model(
    scenario: Scenario, tasks: Path, kinds: Sequence[str], faults: int, seed: str
) -> Iterator[tuple[dict[str, str], FaultyModel | None]]:
    """Serve the scenario's model API meanwhile; yields the environment of its clients, and the model."""
    if not scenario.vendor:
        yield {}, None
        return
    model = FaultyModel(Solver(TaskIndex(tasks)), kinds, faults, seed)
    vendor = VENDORS[scenario.vendor]
    with ModelServer(vendor.apis(), model, keep=False) as server:
        yield vendor.environment(server.url), model
