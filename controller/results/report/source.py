"""What a report is made of: runs and studies read, floors apart, all over the same tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from controller.records.event_lines import Damage
from controller.records.run_folder import RunRecords
from controller.records.run_info import RunOptions
from controller.records.study_folder import StudyRecord
from controller.results.report.model import clean
from controller.results.run_loader import LoadedRun, load_records
from testbed.errors import RecordsError, UsageError

FLOORS = ("noop", "fail", "random")
"""Agents whose runs are floors, unless a report has no other runs."""
NAMED = 8
"""How many names a message lists."""
IMMATERIAL = ("epochs", "concurrency", "max_tokens", "max_cost", "replay")
"""Options that change no episode's result; of a study's shared budget each run has another limit."""
_ELSEWHERE = ("agent", "variant", "model", "actions", "steps", "provider", *IMMATERIAL)
"""Options that tables show anyway, or that change no result."""


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """A run in a report. `agent` is it and its model, with what tells it from other runs of the same."""

    name: str
    folder: Path
    agent: str
    reading: LoadedRun
    summary: dict[str, Any]

    @property
    def options(self) -> RunOptions:
        return self.reading.info.options

    @property
    def title(self) -> str:
        """The run in one line."""
        return f"{self.agent}, {self.options.actions}, {self.options.steps} steps"

    @property
    def incomplete(self) -> int:
        """Episodes without a verdict."""
        return sum(self.summary["without_verdict"].values())

    def damage(self) -> list[tuple[str, int, str]]:
        """What cannot be read of its records: file (in the run's folder), line, problem."""
        inside = str(self.folder) + "/"
        return [
            (clean(item.path.removeprefix(inside)), item.line, clean(item.problem))
            for item in self.reading.damage
        ]


@dataclass(frozen=True, slots=True)
class Material:
    """A report's runs and floors; `missing` runs of a study are not begun, `unreadable` ones say why."""

    title: str
    runs: tuple[ReportedRun, ...]
    floors: tuple[ReportedRun, ...]
    tasks: int
    left_out: tuple[str, ...]
    missing: tuple[str, ...]
    unreadable: tuple[Damage, ...]

    @property
    def all(self) -> tuple[ReportedRun, ...]:
        return self.runs + self.floors


def gather(folders: Sequence[Path], floors: Sequence[Path] = (), *, common_only: bool = False) -> Material:
    """Read runs and studies.

    Raises UsageError when a folder is neither, when nothing is there yet, and when the runs are not of the
    same tasks (unless `common_only`); RecordsError when none of the runs can be read.
    """
    places: list[Path] = []
    titles: list[str] = []
    for folder in folders:
        if (folder / "study.json").is_file():
            kept = _study(folder / "study.json")
            titles.append(clean(kept.title) or folder.resolve().name)
            places += [folder / name for name in kept.runs]
        else:
            titles.append(folder.resolve().name)
            places.append(folder)
    missing = [place.name for place in places if not _begun(place)]
    places = list(dict.fromkeys(place for place in places if _begun(place)))
    if not places:
        raise UsageError(f"no run of {', '.join(titles)} is begun", hint="`testbed study FILE` runs it")
    found, unreadable = _read_all(places)
    given, _ = _read_all(floors)
    ordinary = [item for item in found if item[1].info.options.agent not in FLOORS]
    below = [item for item in found if item not in ordinary] if ordinary else []
    runs, left_out = _alike(_in_order(ordinary or found), common_only)
    tasks = {entry.id: entry.hash for entry in runs[0][1].info.tasks}
    beside = [_floor(folder, reading, tasks) for folder, reading in (*below, *given)]
    named = _named([*runs, *beside])
    return Material(
        title=", ".join(titles) if len(titles) <= 3 else f"{len(titles)} runs",
        runs=named[: len(runs)],
        floors=named[len(runs) :],
        tasks=len(tasks),
        left_out=left_out,
        missing=tuple(missing),
        unreadable=tuple(unreadable),
    )


_Read = tuple[Path, LoadedRun]


def _begun(place: Path) -> bool:
    """Whether there is a run; a folder that is none of a study's is asked for anyway, to say what is wrong."""
    return (place / "run.json").is_file() or not (place.parent / "study.json").is_file()


def _study(path: Path) -> StudyRecord:
    try:
        kept = StudyRecord.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RecordsError(
            f"cannot read {path}: {error}", hint="give the folders of its runs instead"
        ) from error
    odd = next((name for name in kept.runs if Path(name).name != name), None)
    if odd is not None:
        raise RecordsError(f"{path} names a run {odd!r} that is not in its folder", hint="restore the file")
    return kept


def _read_all(places: Sequence[Path]) -> tuple[list[_Read], list[Damage]]:
    """The runs that can be read, and the others. Raises RecordsError when there are only others."""
    found: list[_Read] = []
    damage: list[Damage] = []
    for place in places:
        try:
            found.append((place, load_records(RunRecords.open(place), rechecks=True)))
        except RecordsError as error:
            damage.append(Damage(f"{place.name}/run.json", 0, clean(error.message, 300)))
            if len(damage) == len(places):
                raise
    return found, damage


def _alike(found: Sequence[_Read], common_only: bool) -> tuple[list[_Read], tuple[str, ...]]:
    """The runs over the tasks that all have, and the others' ids. Raises UsageError."""
    tasks = [{(entry.id, entry.hash) for entry in reading.info.tasks} for _, reading in found]
    common = set.intersection(*tasks)
    others = tuple(sorted({task for task, _ in set.union(*tasks) - common}))
    if not others:
        return list(found), ()
    if not common:
        raise UsageError("the runs have no task in common", hint="report on runs of the same tasks")
    if not common_only:
        raise UsageError(
            f"the runs are not of the same tasks: {len(common)} are the same in all, {len(others)} are not in all, "
            f"or not of the same content ({_listed(others)})",
            hint="--common reports on those that are the same",
        )
    return [(folder, reading.only(dict(common))) for folder, reading in found], others


def _in_order(found: Sequence[_Read]) -> list[_Read]:
    """As in the paper's tables: an agent's runs together, fewer steps first, GUI alone first."""
    agents = [_agent(reading) for _, reading in found]

    def place(item: _Read) -> tuple[int, int, int]:
        options = item[1].info.options
        return agents.index(_agent(item[1])), options.steps, ("gui", "mcp", "gui+mcp").index(options.actions)

    return sorted(found, key=place)


def _agent(reading: LoadedRun) -> str:
    """The agent with its variant and model."""
    name, model = reading.info.options.agent_name, reading.info.agent.model
    return clean(f"{name} {model}" if model else name)


def _floor(folder: Path, reading: LoadedRun, tasks: dict[str, str]) -> _Read:
    same = reading.only(tasks)
    if tasks and not same.info.tasks:
        raise UsageError(
            f"{folder} has none of the tasks of the report, as they are in it",
            hint="a floor is a run of the same tasks: `testbed run --agent noop …`",
        )
    return folder, same


def _named(found: Sequence[_Read]) -> tuple[ReportedRun, ...]:
    """Runs with names that tell them apart."""
    runs = [
        ReportedRun(
            name=clean(folder.resolve().name),
            folder=folder,
            agent=_agent(reading),
            reading=reading,
            summary=reading.summary(times=True),
        )
        for folder, reading in found
    ]
    return tuple(_told_apart(run, [other for other in runs if other.title == run.title]) for run in runs)


def _told_apart(run: ReportedRun, alike: Sequence[ReportedRun]) -> ReportedRun:
    if len(alike) == 1:
        return run
    options = [other.options.model_dump() for other in alike]
    own = run.options.model_dump()
    differing = [
        name for name in own if name not in _ELSEWHERE and any(other[name] != own[name] for other in options)
    ]
    plain = ("tool_filter", "tool_order")
    said = tuple(clean(f"{own[name]}" if name in plain else f"{name} {own[name]}", 60) for name in differing)
    unique = sum(all(other[name] == own[name] for name in differing) for other in options) == 1
    return replace(run, agent=f"{run.agent} ({', '.join(said if unique else (*said, run.name))})")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(clean(name, 80) for name in names[:NAMED]) + (f" and {more} more" if more > 0 else "")
