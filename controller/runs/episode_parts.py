"""The parts of a run's episodes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from controller.core.parts import all_parts, check_parts, said
from controller.episode.declared_part import MakePart, PartAttempt, PartCheck, PartRun
from controller.episode.parts import EpisodeParts, NamedPart, failures_named
from controller.guests.provider import Provider
from controller.models.client import ModelClient
from controller.models.model_access import ModelAccess
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.replay import Recording
from controller.tasks.task import Task
from controller.tool_filter.registry import prepare_task
from testbed.errors import PluginError, UsageError

_log = logging.getLogger(__name__)


def _tell_nobody(_label: str, _line: str) -> None:
    """Nobody watches."""


class RunParts:
    """The parts of a run, which make those of each attempt."""

    def __init__(self, run: PartRun, recording: Recording | None = None) -> None:
        """Open the parts of a run, each with its own options. Raises UsageError.

        A replay has the `recording` of the run that it replays.
        """
        self._recording = recording
        self._makers: dict[str, MakePart] = {
            name: spec.open(replace(run, given=run.options.of_part(name)))
            for name, spec in all_parts().items()
        }

    @classmethod
    def of(
        cls,
        records: RunRecords,
        tell: Callable[[str, str], None],
        recording: Recording | None,
        access: ModelAccess,
        provider: Provider,
        episodes: Sequence[tuple[str, int]],
    ) -> RunParts:
        """Open the parts of a run with these records, of which these episodes are played. Raises UsageError."""
        run = PartRun(
            given=None,
            options=records.info.options,
            folder=records.folder,
            tell=tell,
            records=records,
            replayed=recording.records if recording else None,
            model_access=access,
            provider=provider,
            episodes=episodes,
        )
        return cls(run, recording)

    def make(self, attempt: PartAttempt) -> EpisodeParts:
        """Return the parts of an attempt."""
        if recording := self._recording:
            known = replace(
                attempt, replayed=lambda: recording.events(attempt.task.id, attempt.epoch, attempt.number)
            )
            return EpisodeParts(self._members(known))
        return EpisodeParts(self._members(attempt))

    def _members(self, attempt: PartAttempt) -> Iterator[NamedPart]:
        for name, make in self._makers.items():
            spec = all_parts()[name]
            try:
                with failures_named(name, "what its open returned"):
                    part = make(attempt)
            except PluginError as error:
                if spec.on_failure == "infra_error":
                    raise
                _log.warning("the episode is played without a part: %s", error.message)
                continue
            if part is not None:
                yield NamedPart(name, spec, part)


def prepared(task: Task, options: RunOptions) -> Task:
    """Return a task as a run with these options plays it."""
    task = prepare_task(task, options.tool_filter)
    for name, spec in all_parts().items():
        task = spec.prepare(task, options.of_part(name))
    return task


def ordered(
    episodes: Sequence[tuple[str, int]], options: RunOptions, guests: int
) -> Sequence[tuple[str, int]]:
    """Return the episodes of a run with these options in the order in which so many guests are to play them."""
    for name, spec in all_parts().items():
        episodes = spec.order(options.of_part(name), episodes, guests)
    return episodes


def check_run(options: RunOptions, folder: Path, tasks: Sequence[Task], client: ModelClient) -> None:
    """Raise UsageError if a part cannot be used, is missing, or has something against a run; ModelApiError.

    See `PartCheck`.
    """
    check_parts()
    if missing := sorted(options.parts.keys() - all_parts().keys()):
        raise UsageError(
            f"the run began with the part {', '.join(missing)}, which is not installed",
            hint="install the distribution that has it, see versions in run.json, or start a new run",
        )
    for name, spec in all_parts().items():
        spec.check(PartCheck(options.of_part(name), options, folder, tasks, client))


def part_prompts(options: RunOptions, tasks: Sequence[Task]) -> dict[str, str]:
    """Return the prompts of the parts of a run of these tasks with these options, by name."""
    prompts: dict[str, str] = {}
    for name, spec in all_parts().items():
        prompts |= spec.prompts(options.of_part(name), tasks)
    return prompts


def part_models(options: RunOptions) -> list[str]:
    """Return the models that the parts of a run with these options call."""
    return [model for name, spec in all_parts().items() for model in spec.models(options.of_part(name))]


def advice_of_parts(options: RunOptions, tasks: Sequence[Task]) -> Iterator[str]:
    """Yield what the parts say to a person who starts a run of these tasks with these options."""
    for name, spec in all_parts().items():
        yield from said(spec.advice, options.of_part(name), tasks) or ()


def asks_here(options: RunOptions) -> bool:
    """Whether a part asks at the terminal of this process in a run with these options."""
    return any(spec.asks(options.of_part(name)) for name, spec in all_parts().items())


def parts_without_run(attempt: PartAttempt) -> EpisodeParts:
    """Return the parts of an attempt at an episode of no run, with the default options."""
    run = PartRun(None, RunOptions.model_validate({"agent": ""}), Path(), _tell_nobody)
    return RunParts(run).make(attempt)


def without_run(task: Task) -> EpisodeParts:
    """Return the parts of an episode of no run that plays a task."""
    return parts_without_run(PartAttempt(task, 1, task.id))
