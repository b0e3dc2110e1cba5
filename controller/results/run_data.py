"""Runs and studies as typed objects and data frames, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from controller.core.extras import import_extra
from controller.metrics.outcomes import EpisodeOutcome, outcome_of
from controller.metrics.run_loader import LoadedRun
from controller.records.study_folder import STUDY_FILE, StudyFolder
from controller.results.export.episodes import EpisodeToExport, ExportedStep, RunToExport, open_run
from controller.results.export.flat import episode_tables
from testbed.errors import UsageError

if TYPE_CHECKING:
    import pandas

TableName = Literal["episodes", "steps"]
"""One row an episode, or one row a step; the columns are those of `testbed export --format csv`."""
_DTYPES = (({bool}, "boolean"), ({int}, "Int64"), ({int, float}, "Float64"), ({str}, "string"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeData(EpisodeOutcome):
    """An episode of a loaded run."""

    source: EpisodeToExport
    """The episode's records."""

    @property
    def instruction(self) -> str:
        """The task's instruction; "" in old records."""
        return self.source.task.instruction

    @property
    def feasible(self) -> bool:
        """Whether the task can be solved."""
        return self.source.task.feasible

    @property
    def folder(self) -> Path:
        """The episode's folder."""
        return self.source.folder

    def actions(self) -> tuple[ExportedStep, ...]:
        """Read the executed actions with their decisions, results and screenshots, in order."""
        return tuple(self.source.steps())

    def first_screen(self) -> Path | None:
        """Return the file of the first screenshot; None without one."""
        return self.source.first_screen()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunData(LoadedRun):
    """A run on disk, as `load_run` reads it.

    Attributes:
        folder: The run's folder.
        episodes: Every selected episode, epoch by epoch; one without a result has the status "cancelled".
    """

    folder: Path
    episodes: tuple[EpisodeData, ...]

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.folder.name

    def to_dataframe(self, table: TableName = "episodes") -> pandas.DataFrame:
        """Make a data frame of the run.

        Args:
            table: "episodes" for one row an episode, "steps" for one row a step.

        Returns:
            The columns that `testbed export --format csv` writes, with pandas' nullable types.

        Raises:
            UsageError: pandas is not installed, or there is no such table.
        """
        return _data_frame(_rows(self.folder, table))


@dataclass(frozen=True, slots=True)
class StudyData:
    """A study on disk, as `load_study` reads it.

    Attributes:
        folder: The study's folder.
        title: The title in its file.
        runs: The runs that have started, by name, in the study's order.
        missing: The names of the runs that have not started.
    """

    folder: Path
    title: str
    runs: Mapping[str, RunData]
    missing: tuple[str, ...]

    def to_dataframe(self, table: TableName = "episodes") -> pandas.DataFrame:
        """Make one data frame of all runs; the column `run` identifies them.

        Args:
            table: "episodes" for one row an episode, "steps" for one row a step.

        Raises:
            UsageError: pandas is not installed, or there is no such table.
        """
        return _data_frame(row for run in self.runs.values() for row in _rows(run.folder, table))


def load_run(folder: Path | str) -> RunData:
    """Load a run for analysis, with the verdicts of later rechecks (`testbed score --recheck`).

    Args:
        folder: The run's folder, as `testbed run` writes it.

    Returns:
        The run. Damaged episodes are left out of its `results` and listed in its `damage`.

    Raises:
        UsageError: The folder is not a run.
        RecordsError: `run.json` or a recheck is damaged.
    """
    return run_data(open_run(Path(folder)))


def run_data(run: RunToExport) -> RunData:
    """Return a run that is open as `load_run` does."""
    loaded = {field.name: getattr(run.loaded, field.name) for field in fields(run.loaded)}
    folder = run.records.folder.resolve()
    return RunData(**loaded, folder=folder, episodes=tuple(map(_episode, run.episodes())))


def load_study(folder: Path | str) -> StudyData:
    """Load the runs of a study.

    Args:
        folder: The study's folder, as `testbed study` writes it.

    Returns:
        The study with the runs that have started.

    Raises:
        UsageError: The folder is not a study.
        RecordsError: `study.json` or a run is damaged.
    """
    place = Path(folder)
    study = StudyFolder(place)
    if not study.exists():
        raise UsageError(
            f"not a study folder: {folder} (no {STUDY_FILE})", hint="give a folder that `testbed study` made"
        )
    record = study.read("load its runs with load_run instead")
    started = [name for name in record.runs if study.run(name).exists()]
    return StudyData(
        folder=place.resolve(),
        title=record.title,
        runs={name: load_run(place / name) for name in started},
        missing=tuple(name for name in record.runs if name not in started),
    )


def _episode(episode: EpisodeToExport) -> EpisodeData:
    outcome = outcome_of(
        episode.task, episode.epoch, episode.result, variant=episode.variant, stats=episode.stats
    )
    values = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    return EpisodeData(**values, source=episode)


def _rows(folder: Path, table: str) -> Iterable[dict[str, Any]]:
    rows = dict(episode_tables(open_run(folder)))
    if table not in rows:
        raise UsageError(f"there is no table {table!r}", hint=f"use {' or '.join(rows)}")
    return rows[table]


def _data_frame(rows: Iterable[dict[str, Any]]) -> pandas.DataFrame:
    pd = import_extra("pandas")
    all_rows = list(rows)
    columns = {name: [row.get(name) for row in all_rows] for name in (all_rows[0] if all_rows else {})}
    data_frame: pandas.DataFrame = pd.DataFrame(
        {name: pd.Series(values, dtype=_dtype(values)) for name, values in columns.items()}
    )
    return data_frame


def _dtype(values: Iterable[Any]) -> str:
    """The nullable type of pandas for a column."""
    kinds = {type(value) for value in values if value is not None}
    for members, name in _DTYPES:
        if kinds and kinds <= members:
            return name
    return "object"
