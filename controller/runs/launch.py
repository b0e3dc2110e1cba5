"""Launching a run: its options checked, its tasks selected, its guests' provider opened, its folder created."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.agents.registry import parse_name
from controller.guests.provider import GuestOptions, Provider
from controller.models.prices import Prices
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.guest_options import guest_options
from controller.runs.launch_options import GUESTS_HERE, LaunchOptions
from controller.runs.observer import RunObserver
from controller.runs.placement import Placement, check_model_calls, open_provider, refuse_person
from controller.runs.resolve_options import (
    default_agent,
    new_folder,
    resolve,
    resolve_provider,
    tasks_to_run,
)
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that can be launched.

    Attributes:
        options: Its options as recorded.
        tasks: The selected tasks.
        placement: Where its guests run.
        provider: The provider of its guests: a name, "" for the default, or one that is open.
        guests: The guests, see `guest_options`.
        launch: How it is started and labelled.
        prices: Prices of models.
        folder: Its folder.
    """

    options: RunOptions
    tasks: list[Task]
    placement: Placement
    provider: str | Provider
    guests: GuestOptions
    launch: LaunchOptions
    prices: Prices
    folder: Path


def plan_run(
    given: RunOptions,
    selected: SelectionOptions,
    launch: LaunchOptions,
    placement: Placement,
    source_options: tuple[tuple[str, str], ...] = (),
    provider: Provider | None = None,
) -> RunPlan:
    """Check a run's options and select its tasks.

    Args:
        given: The options as users give them.
        selected: Which tasks.
        launch: How the run is started and labelled.
        placement: Where its guests run.
        source_options: Options of the task source.
        provider: A provider that is open, whose guests have a network already; None for that of the options.

    Raises:
        UsageError: An option is invalid, or options do not fit together.
        TaskError: A task is malformed.
    """
    given = given.model_copy(update={"agent": given.agent or default_agent(given.model)})
    check_model_calls(given.model_calls, placement)
    refuse_person(parse_name(given.agent)[0], placement)
    name = resolve_provider(given, selected.suite) if provider is None else provider.name
    options = resolve(given, selected.suite, name)
    prices = Prices.load(launch.prices)
    make_filter(
        options.tool_filter, options.tool_order, budget=options.tool_budget, embeddings=options.embeddings
    )
    tasks, network = tasks_to_run(options, selected, source_options)
    if provider is None:
        options = options.model_copy(update={"network": network})
    return RunPlan(
        options,
        tasks,
        placement,
        given.provider if provider is None else provider,
        guest_options(selected.suite, network, given.screen, given.scale),
        launch,
        prices,
        launch.out or new_folder(options.agent),
    )


@dataclass(frozen=True, slots=True)
class LaunchedRun:
    """A run with what it is played on: the provider of its guests, and how many run at the same time."""

    records: RunRecords
    tasks: list[Task]
    placement: Placement
    provider: Provider
    guests: int

    def play(
        self, observer: RunObserver, *, spare_guest: bool = True, keep_errors: bool = False
    ) -> dict[str, Any]:
        """Run the episodes without a result and return the run's summary; a cluster keeps no spare guest.

        Errors are those of `Run.finish`.
        """
        return Run(
            self.records,
            self.tasks,
            self.provider,
            self.guests,
            observer,
            spare_guest=spare_guest and not self.placement.cluster,
            keep_errors=keep_errors,
        ).finish()


@contextmanager
def launch_run(plan: RunPlan, on_unused: Callable[[str], None] = lambda _line: None) -> Iterator[LaunchedRun]:
    """Create a planned run's folder and yield the run; stop its guests at the end, unless their provider was open.

    `on_unused` and errors: as for `open_provider` and `create_run`.
    """
    if isinstance(plan.provider, str):
        place = open_provider(
            plan.placement, plan.provider, plan.guests, run=plan.folder.name, on_unused=on_unused
        )
        with place as (provider, guests):
            yield _create(plan, provider, guests)
    else:
        yield _create(plan, plan.provider, plan.placement.guests or GUESTS_HERE)


def _create(plan: RunPlan, provider: Provider, guests: int) -> LaunchedRun:
    options = plan.options
    if options.cluster:
        options = options.model_copy(update={"provider": provider.name})
    records = create_run(
        plan.folder,
        options,
        plan.tasks,
        provider,
        plan.prices,
        tags=plan.launch.tags,
        note=plan.launch.note,
    )
    return LaunchedRun(records, plan.tasks, plan.placement, provider, guests)
