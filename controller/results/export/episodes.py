"""A run's episodes and steps for exports. Records may come from elsewhere: a name in them is used as a path only if
testbed writes such names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.metrics.episode_stats import EpisodeStats
from controller.metrics.provenance import Provenance, provenance_of
from controller.metrics.run_loader import LoadedRun, load_records
from controller.records.event_lines import Damage, read_events
from controller.records.event_values import text_of
from controller.records.run_folder import RUN_FILE, EpisodeFolder
from controller.records.run_info import EpisodeResult, RunInfo, TaskEntry
from controller.records.run_records import RunRecords
from controller.records.study_folder import StudyFolder
from controller.records.trajectory import ImportedFolder, Trajectory, Turn
from controller.records.trajectory_reader import trajectory_of
from testbed.command import command
from testbed.errors import RecordsError, UsageError


@dataclass(frozen=True, slots=True)
class ExportedStep:
    """A step with its action and its decision.

    `first`: whether it is the first of its decision. `source` is the field of OSWorld's trajectory that the
    thought of an imported step is from, "" for others. `screen` is the file of the next screenshot, None
    without one; `pictures` are those of the result. `group` is the number of the first of the steps that were
    executed at the same time, None for a step alone. Times are in seconds, `time` since 1970.
    """

    number: int
    time: float
    action: dict[str, Any]
    first: bool
    thought: str
    decision_seconds: float
    model: str
    refused: bool
    is_error: bool
    text: str
    seconds: float
    screen: Path | None
    pictures: tuple[Path, ...]
    source: str = ""
    group: int | None = None


@dataclass(frozen=True, slots=True)
class EpisodeToExport:
    """An episode of the run; `result` and `stats` are None while it has no readable result.

    `variant` is that of the task, None of a task without variants; `task` has the instruction of that variant.
    """

    task: TaskEntry
    epoch: int
    result: EpisodeResult | None
    stats: EpisodeStats | None
    folder: Path
    variant: int | None = None
    damage: list[Damage] = field(default_factory=list, compare=False)

    @property
    def began(self) -> bool:
        """Whether it has events: it was played at least in part."""
        return EpisodeFolder(self.folder).events_file().is_file()

    def first_screen(self) -> Path | None:
        """The first screenshot of the episode."""
        observation = self._trajectory().first_observation
        return observation.screen if observation else None

    def steps(self) -> Iterator[ExportedStep]:
        """The steps, in order."""
        for turn in self._trajectory().turns:
            yield from _steps(turn)

    def span(self) -> tuple[float, float]:
        """Times of the first and last event, in seconds since 1970; zeros if unknown."""
        trajectory = self._trajectory()
        return trajectory.began, trajectory.last

    def imported(self) -> ImportedFolder | None:
        """The folder that it was imported from; None for an episode of testbed."""
        return self._trajectory().imported

    def _trajectory(self) -> Trajectory:
        self.damage.clear()
        events = read_events(EpisodeFolder(self.folder).events_file(), self.damage)
        return trajectory_of(events, self.folder)


def _steps(turn: Turn) -> Iterator[ExportedStep]:
    decision = turn.decision
    actions = [step for step in turn.steps if not step.mistake]
    for position, step in enumerate(actions):
        last = position == len(actions) - 1
        yield ExportedStep(
            number=step.number,
            time=step.time,
            action=step.action,
            first=position == 0,
            thought=decision.thought if decision else "",
            decision_seconds=decision.seconds if decision else 0.0,
            model=decision.model if decision else "",
            refused=step.refused,
            is_error=step.result is not None and step.result.is_error,
            text=step.result.text if step.result else "",
            seconds=step.seconds,
            screen=turn.after.screen if last and turn.after else None,
            pictures=step.result.pictures if step.result else (),
            group=step.group,
            source=text_of(decision.details.get("imported")) if decision else "",
        )


@dataclass(frozen=True, slots=True)
class RunToExport:
    """A run with its readable episodes.

    `tasks` and `epoch` select some of them; without them every episode is selected.
    """

    name: str
    loaded: LoadedRun
    records: RunRecords
    tasks: frozenset[str] = frozenset()
    epoch: int = 0

    @property
    def info(self) -> RunInfo:
        return self.loaded.info

    @property
    def agent(self) -> str:
        return self.info.options.agent_name

    def provenance(self, episode: EpisodeToExport) -> Provenance:
        """Where the numbers of an episode come from."""
        key = (episode.task.id, episode.epoch)
        return provenance_of(
            self.info,
            [episode.result] if episode.result else [],
            edited=self.loaded.edited & {key},
            rechecked=self.loaded.rechecked & {key},
        )

    def episodes(self) -> Iterator[EpisodeToExport]:
        """Every episode, epoch by epoch."""
        tasks = {entry.id: entry for entry in self.info.tasks}
        for key in self.records.episodes():
            if (self.tasks and key[0] not in self.tasks) or self.epoch not in (0, key[1]):
                continue
            yield EpisodeToExport(
                task=tasks[key[0]].in_epoch(key[1], self.info.options),
                variant=tasks[key[0]].variant_in(key[1], self.info.options),
                epoch=key[1],
                result=self.loaded.results.get(key),
                stats=self.loaded.stats.get(key),
                folder=self.records.episode(*key).path,
            )


@dataclass(frozen=True, slots=True)
class StudyToExport:
    """The runs of a study.

    Attributes:
        runs: The runs that have begun, in the study's order.
        not_begun: The names of the others.
        unreadable: Runs whose records cannot be read, and why.
    """

    runs: tuple[RunToExport, ...]
    not_begun: tuple[str, ...]
    unreadable: tuple[Damage, ...]


def open_study(folder: Path) -> StudyToExport:
    """Open the runs of a study for export.

    Raises:
        UsageError: No run has begun.
        RecordsError: `study.json` is damaged, or none of the runs can be read.
    """
    study = StudyFolder(folder)
    names = study.read("export its runs one by one instead").runs
    begun = [name for name in names if study.run(name).exists()]
    if not begun:
        raise UsageError(f"no run of {folder} has begun", hint=f"`{command('study FILE')}` runs it")
    runs: list[RunToExport] = []
    unreadable: list[Damage] = []
    for name in begun:
        try:
            runs.append(open_run(folder / name))
        except RecordsError as error:
            unreadable.append(Damage(f"{name}/{RUN_FILE}", 0, error.message))
            if len(unreadable) == len(begun):
                raise
    return StudyToExport(tuple(runs), tuple(name for name in names if name not in begun), tuple(unreadable))


def open_run(folder: Path) -> RunToExport:
    """Open a run for export.

    Raises:
        UsageError: The folder is not a run.
        RecordsError: The run is damaged.
    """
    records = RunRecords.open(folder)
    return RunToExport(folder.resolve().name, load_records(records, rechecks=True), records)
