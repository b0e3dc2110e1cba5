"""Launching a study: its runs, in its folder, one after the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.guests.provider import Provider
from controller.records.part_records import usages_of
from controller.records.run_options import ModelCalls
from controller.records.run_records import RunRecords
from controller.records.spending import Spending
from controller.records.study_folder import StudyFolder
from controller.runs.launch import LaunchedRun
from controller.runs.observer import RunObserver
from controller.runs.placement import Placement, check_model_calls, open_provider, refuse_person
from controller.runs.start import create_run, resume_run
from controller.runs.study import Study, StudyRun, UsageSoFar, limits_of, read_study, write_study
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task

Observe = Callable[[StudyRun, RunRecords, int], AbstractContextManager[RunObserver]]
"""Returns the observer of a run with that many episodes left."""


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """A study that can be launched.

    Attributes:
        study: Its runs.
        tasks: The selected tasks.
        folder: Its folder.
        placement: Where its guests run.
        provider: Name of the provider of its guests; "" for the default.
        model_calls: With a cluster: who sends requests to models.
        keep_errors: Whether episodes that ended in an infrastructure error are left as they are.
    """

    study: Study
    tasks: list[Task]
    folder: Path
    placement: Placement
    provider: str = ""
    model_calls: ModelCalls = "driver"
    keep_errors: bool = False

    def has_begun(self, cell: StudyRun) -> bool:
        """Whether the folder of a run exists."""
        return StudyFolder(self.folder).run(cell.name).exists()

    def records(self, cell: StudyRun) -> RunRecords:
        """Open the records of a run that has begun."""
        return RunRecords.open(self.folder / cell.name)


def plan_study(
    source: Path | Mapping[str, Any],
    folder: Path,
    placement: Placement,
    changes: Mapping[str, Any] | None = None,
    *,
    provider: str = "",
    model_calls: ModelCalls = "driver",
    keep_errors: bool = False,
) -> StudyPlan:
    """Read a study and select its tasks.

    Arguments are those of `StudyPlan` and `read_study`.

    Raises:
        UsageError: The study or an option is invalid.
        TaskError: A task is malformed.
    """
    check_model_calls(model_calls, placement)
    study = read_study(source, provider, changes, on_cluster=bool(placement.cluster))
    tasks = select_tasks(study.selection, tasks_root())
    return StudyPlan(study, tasks, folder, placement, provider, model_calls, keep_errors)


def launch_study(
    plan: StudyPlan,
    observe: Observe,
    on_run: Callable[[StudyRun], None] = lambda _cell: None,
    on_unused: Callable[[str], None] = lambda _line: None,
) -> None:
    """Run what remains of a study.

    Args:
        plan: The study.
        observe: Called for each run that has episodes left, before they are run.
        on_run: Called for each run in turn.
        on_unused: As for `open_provider`.

    Errors are those of `create_run`, `resume_run` and `Run.finish`.
    """
    cells = plan.study.cells
    for cell in cells:
        refuse_person(cell.options.agent, plan.placement)
    write_study(plan.study, plan.tasks, plan.folder)
    begun = next((cell for cell in cells if plan.has_begun(cell)), None)
    image = plan.records(begun).info.image_hash if begun else ""
    for guest_options, same_guests in plan.study.by_guests.items():
        place = open_provider(
            plan.placement,
            plan.provider,
            guest_options,
            image_hash=image,
            run=plan.folder.name,
            on_unused=on_unused,
        )
        with place as (provider, guests):
            image = image or provider.image_hash
            _create_missing(plan, provider)
            for cell in same_guests:
                on_run(cell)
                _play(plan, cell, provider, guests, observe)


def _create_missing(plan: StudyPlan, provider: Provider) -> None:
    """Create the folders of all runs, so that what is wrong with one is known before the first is played."""
    for cell in plan.study.cells:
        if plan.has_begun(cell):
            continue
        options = cell.options
        if plan.placement.cluster:
            placed = {
                "provider": provider.name,
                "cluster": plan.placement.cluster,
                "model_calls": plan.model_calls,
            }
            options = options.model_copy(update=placed)
        create_run(plan.folder / cell.name, options, plan.tasks, provider)


def _play(plan: StudyPlan, cell: StudyRun, provider: Provider, guests: int, observe: Observe) -> None:
    remaining = len(plan.records(cell).remaining(keep_errors=plan.keep_errors))
    if not remaining:
        return
    others = _usage_of(plan.records(other) for other in plan.study.cells if other != cell)
    limits = limits_of(plan.study.file, others)
    records, tasks = resume_run(plan.folder / cell.name, tasks_root(), provider, limits)
    with observe(cell, records, remaining) as observer:
        LaunchedRun(records, tasks, plan.placement, provider, guests).play(
            observer, keep_errors=plan.keep_errors
        )


def _usage_of(runs: Iterable[RunRecords]) -> UsageSoFar:
    """What runs took, failed tries of episodes with a result and parts' own requests included."""
    results = [result for records in runs for result in records.results().values()]
    tries: list[Spending] = [used for result in results for used in result.usages]
    tries += [used for result in results for used in usages_of(result.parts)]
    costs = [item.cost for item in tries]
    known = [cost for cost in costs if cost is not None]
    return UsageSoFar(
        sum(item.input_tokens + item.output_tokens for item in tries),
        math.fsum(known) if len(known) == len(costs) else None,
    )
