"""Runs from Python: the same run as that of `testbed run`, without its display."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Unpack

from pydantic import ConfigDict, Field, SkipValidation

from controller.adapters.run_keywords import RunKeywords
from controller.agents.registry import load_agent, parse_name
from controller.core.actions import Action
from controller.core.options import (
    GUESTS,
    RECORDS,
    SELECTION,
    ModelT,
    Option,
    OptionGroup,
    from_keywords,
    list_options,
    read_options,
)
from controller.guests.provider import Provider
from controller.models.prices import Prices
from controller.records.run_info import Attempt, EpisodeResult
from controller.records.run_options import RunOptions
from controller.results.run_data import RunData, load_run
from controller.runs.attempts import RunObserver
from controller.runs.guest_options import guest_options
from controller.runs.launch_options import GUESTS_HERE, LaunchOptions
from controller.runs.placement import Placement, check_model_calls, on_cluster, open_provider, refuse_person
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
from testbed.errors import UsageError


class SilentObserver(RunObserver):
    """Shows nothing of a run's progress."""

    def started(self, worker: int, label: str, guest: str) -> None:
        """An episode has its guest."""

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
        """An action is about to be executed."""

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        """An attempt failed; another follows."""

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        """An episode has its result."""

    def cancelled(self, worker: int, label: str) -> None:
        """An episode was cancelled."""


class PythonOptions(OptionGroup):
    """The options that only callers in Python have."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    source_options: Annotated[Mapping[str, str], Option(SELECTION, cli=False)] = Field(default_factory=dict)
    """Options of the task source, such as {"cache": "DIR"}."""
    provider: Annotated[str | Provider, SkipValidation, Option(GUESTS, cli=False)] = ""
    """Provider or its name; "" for the host's default. A provider given as an object is left open. It has decided
    `network`, `screen` and `scale` itself: give the same values here, for the record."""
    observer: Annotated[RunObserver | None, Option(RECORDS, cli=False)] = None
    """Receives the run's progress, from any thread."""


GROUPS_OF_PYTHON = (SelectionOptions, RunOptions, LaunchOptions, PythonOptions)


def run(tasks: str | Sequence[str] = (), **options: Unpack[RunKeywords]) -> RunData:
    """Run an agent on tasks and return the finished run, as `testbed run` does.

    Args:
        tasks: Task ids or globs; with none, the suite and the domains select.
        options: The options of the run, see `RunKeywords`. With `cluster`, call it from a process that has not started
            Ray itself.

    Returns:
        The run. Episodes that ended in an infrastructure error have the status "infra_error".

    Raises:
        UsageError: An option is invalid, no task is selected, `out` exists, or no such cluster can be joined.
        ImageError: There is no guest image.
        GuestBootError: No guest boots.
        LimitReachedError: The run reached a limit; `testbed resume` finishes it.
        RecordsError: The records cannot be written.
        KeyboardInterrupt: The run was interrupted; guests are stopped and the records are whole.
    """
    values = {"tasks": tasks, "guests": None, **from_keywords(GROUPS_OF_PYTHON, options)}
    launch, selected = _read(LaunchOptions, values), _read(SelectionOptions, values)
    python = _read(PythonOptions, values)
    provider = python.provider
    given = _read(RunOptions, values | {"provider": provider if isinstance(provider, str) else provider.name})
    given = given.model_copy(update={"agent": given.agent or default_agent(given.model)})
    where = _placement(given.cluster, launch, provider)
    refuse_person(parse_name(given.agent)[0], where)
    check_model_calls(given.model_calls, where)
    name = resolve_provider(given, selected.suite) if isinstance(provider, str) else provider.name
    options_of_run = resolve(given, selected.suite, name)
    if where.guests != 1 and load_agent(options_of_run.agent).is_person:
        raise UsageError(f"the agent {options_of_run.agent} uses one guest at a time", hint="use guests=1")
    found, network = tasks_to_run(options_of_run, selected, tuple(python.source_options.items()))
    if isinstance(provider, str):
        options_of_run = options_of_run.model_copy(update={"network": network})
    folder = launch.out or new_folder(options_of_run.agent)
    price_list = Prices.load(launch.prices)

    def finish(guest_provider: Provider, number: int) -> None:
        chosen = options_of_run
        if where.cluster:
            chosen = chosen.model_copy(update={"provider": guest_provider.name})
        records = create_run(
            folder, chosen, found, guest_provider, price_list, tags=launch.tags, note=launch.note
        )
        followed = python.observer or SilentObserver()
        Run(records, found, guest_provider, number, followed, spare_guest=not where.cluster).finish()

    if isinstance(provider, str):
        guests = guest_options(selected.suite, network, given.screen, given.scale)
        with open_provider(where, provider, guests, run=folder.name) as (guest_provider, number):
            finish(guest_provider, number)
    else:
        finish(provider, where.guests or GUESTS_HERE)
    return load_run(folder)


def _signature() -> inspect.Signature:
    """The signature of `run` with the keyword of each option, which editors and `help` show."""
    keywords = [
        inspect.Parameter(
            item.keyword,
            inspect.Parameter.KEYWORD_ONLY,
            default=item.field_default if item.default is None else item.default,
            annotation=item.annotation,
        )
        for item in list_options(*GROUPS_OF_PYTHON)
        if item.option.python
    ]
    tasks = inspect.signature(run).parameters["tasks"]
    return inspect.Signature([tasks, *keywords], return_annotation=RunData)


run.__signature__ = _signature()  # type: ignore[attr-defined]


def _read(model: type[ModelT], values: Mapping[str, Any]) -> ModelT:
    return read_options(model, values, lambda item: item.keyword)


def _placement(cluster: str, launch: LaunchOptions, provider: str | Provider) -> Placement:
    if not cluster:
        if launch.max_guests is not None:
            raise UsageError("max_guests needs cluster", hint="on this host use guests=N")
        return Placement("", launch.guests or GUESTS_HERE)
    if launch.guests is not None:
        raise UsageError(f"guests={launch.guests} is for this host", hint="with cluster use max_guests=N")
    if not isinstance(provider, str):
        raise UsageError("a provider given as an object is of this host", hint="with cluster give its name")
    return on_cluster(cluster, launch.max_guests)
