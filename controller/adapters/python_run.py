"""Runs from Python: the same run as that of `testbed run`, without its display."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Unpack

from pydantic import ConfigDict, Field, SkipValidation

from controller.adapters.run_keywords import RunKeywords
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
from controller.records.run_options import RunOptions
from controller.results.run_data import RunData, load_run
from controller.runs.attempts import RunObserver
from controller.runs.launch import launch_run, plan_run
from controller.runs.launch_options import GUESTS_HERE, LaunchOptions
from controller.runs.placement import Placement, on_cluster
from controller.tasks.selection_options import SelectionOptions
from testbed.errors import UsageError


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
    opened = None if isinstance(python.provider, str) else python.provider
    given = _read(RunOptions, values | {"provider": "" if opened is not None else python.provider})
    where = place_guests(given.cluster, launch.guests, launch.max_guests)
    if where.cluster and opened is not None:
        raise UsageError("a provider given as an object is of this host", hint="with cluster give its name")
    plan = plan_run(given, selected, launch, where, tuple(python.source_options.items()), opened)
    with launch_run(plan) as launched:
        launched.play(python.observer or RunObserver())
    return load_run(plan.folder)


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


def place_guests(cluster: str, guests: int | None, max_guests: int | None) -> Placement:
    """Return where guests run. Raises UsageError for arguments that do not fit together."""
    if not cluster:
        if max_guests is not None:
            raise UsageError("max_guests needs cluster", hint="on this host use guests=N")
        if guests is not None and guests < 1:
            raise UsageError(f"invalid value for guests: {guests}", hint="at least 1")
        return Placement("", guests or GUESTS_HERE)
    if guests is not None:
        raise UsageError(f"guests={guests} is for this host", hint="with cluster use max_guests=N")
    return on_cluster(cluster, max_guests)
