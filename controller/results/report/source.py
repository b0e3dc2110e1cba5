"""The runs of a report: loaded from folders of runs and studies, baselines apart, all over the same tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.core.texts import list_some
from controller.metrics.run_loader import LoadedRun, load_records
from controller.records.event_lines import Damage
from controller.records.run_folder import RUN_FILE, RunFolder
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.study_folder import StudyFolder
from controller.results.report.model import clean
from testbed.command import command
from testbed.errors import RecordsError, UsageError

MAX_LISTED = 8
"""How many names a message lists."""
IMMATERIAL = ("epochs", "concurrency", "max_tokens", "max_cost", "replay")
"""Options that change no episode's result. The runs of a study with a shared budget differ in their limits."""
_ELSEWHERE = ("agent", "variant", "model", "actions", "steps", "provider", *IMMATERIAL)
"""Options that tables show anyway, or that change no result."""


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """A run in a report. `agent` names agent and model, and what distinguishes it from other runs of the same."""

    name: str
    folder: Path
    agent: str
    loaded: LoadedRun
    summary: dict[str, Any]

    @property
    def options(self) -> RunOptions:
        return self.loaded.info.options

    @property
    def title(self) -> str:
        """The run in one line: what distinguishes it first, since figures cut long titles; marks last."""
        marks = _marks(self.loaded)
        agent = self.agent.replace(marks, "", 1)
        return f"{agent}, {self.options.actions}, {self.options.steps} steps{marks}"

    @property
    def incomplete(self) -> int:
        """Episodes without a verdict."""
        return sum(self.summary["without_verdict"].values())

    def damage(self) -> list[tuple[str, int, str]]:
        """Damaged records: file (in the run's folder), line, problem."""
        inside = str(self.folder) + "/"
        return [
            (clean(item.path.removeprefix(inside)), item.line, clean(item.problem))
            for item in self.loaded.damage
        ]


@dataclass(frozen=True, slots=True)
class ReportInput:
    """The runs of a report.

    Attributes:
        title: The names of the folders.
        runs: The runs, in the order of the paper's tables.
        baselines: Runs of agents that are baselines, unless there are no others, and those given as baselines.
        tasks: Number of tasks.
        left_out: Tasks that are not the same in all runs.
        missing: Runs of a study that have not started.
        unreadable: Runs that cannot be read, and why.
        paper: Whether the paper's numbers stand beside ours.
    """

    title: str
    runs: tuple[ReportedRun, ...]
    baselines: tuple[ReportedRun, ...]
    tasks: int
    left_out: tuple[str, ...]
    missing: tuple[str, ...]
    unreadable: tuple[Damage, ...]
    paper: bool = True

    @property
    def all(self) -> tuple[ReportedRun, ...]:
        return self.runs + self.baselines


def load_report_input(
    folders: Sequence[Path],
    baselines: Sequence[Path] = (),
    *,
    common_only: bool = False,
    paper: bool = True,
) -> ReportInput:
    """Load the runs of a report.

    Args:
        folders: Folders of runs and studies.
        baselines: Folders of further runs to show as baselines.
        common_only: Whether to report on the common tasks of runs with different tasks.
        paper: Whether the paper's numbers stand beside ours.

    Raises:
        UsageError: A folder is neither a run nor a study, no run has started, or the runs have different tasks
            and `common_only` is false.
        RecordsError: None of the runs can be read.
    """
    places: list[Path] = []
    titles: list[str] = []
    for folder in folders:
        if StudyFolder(folder).exists():
            study = StudyFolder(folder).read("give the folders of its runs instead")
            titles.append(clean(study.title) or folder.resolve().name)
            places += [folder / name for name in study.runs]
        else:
            titles.append(folder.resolve().name)
            places.append(folder)
    missing = [place.name for place in places if not _has_started(place)]
    places = list(dict.fromkeys(place for place in places if _has_started(place)))
    if not places:
        raise UsageError(
            f"no run of {', '.join(titles)} has started", hint=f"`{command('study FILE')}` runs it"
        )
    all_runs, unreadable = _load_all(places)
    further_baselines, _ = _load_all(baselines)
    ordinary = [item for item in all_runs if not item[1].info.agent.is_baseline]
    own_baselines = [item for item in all_runs if item not in ordinary] if ordinary else []
    runs, left_out = _same_tasks(_in_order(ordinary or all_runs), common_only)
    tasks = {entry.id: entry.hash for entry in runs[0][1].info.tasks}
    below = [_baseline(folder, run, tasks) for folder, run in (*own_baselines, *further_baselines)]
    reported = _report_runs([*runs, *below])
    return ReportInput(
        title=", ".join(titles) if len(titles) <= 3 else f"{len(titles)} runs",
        runs=reported[: len(runs)],
        baselines=reported[len(runs) :],
        tasks=len(tasks),
        left_out=left_out,
        missing=tuple(missing),
        unreadable=tuple(unreadable),
        paper=paper,
    )


_Loaded = tuple[Path, LoadedRun]


def _has_started(place: Path) -> bool:
    """Whether there is a run. A folder outside a study counts, so that loading it reports what is wrong."""
    return RunFolder(place).exists() or not StudyFolder(place.parent).exists()


def _load_all(places: Sequence[Path]) -> tuple[list[_Loaded], list[Damage]]:
    """The runs that can be read, and why others cannot. Raises RecordsError if none can."""
    runs: list[_Loaded] = []
    damage: list[Damage] = []
    for place in places:
        try:
            runs.append((place, load_records(RunRecords.open(place), rechecks=True)))
        except RecordsError as error:
            damage.append(Damage(f"{place.name}/{RUN_FILE}", 0, clean(error.message, 300)))
            if len(damage) == len(places):
                raise
    return runs, damage


def _same_tasks(runs: Sequence[_Loaded], common_only: bool) -> tuple[list[_Loaded], tuple[str, ...]]:
    """The runs over the tasks that all of them have, and the ids of other tasks. Raises UsageError."""
    tasks = [{(entry.id, entry.hash) for entry in run.info.tasks} for _, run in runs]
    common = set.intersection(*tasks)
    others = tuple(sorted({task for task, _ in set.union(*tasks) - common}))
    if not others:
        return list(runs), ()
    if not common:
        raise UsageError("the runs have no task in common", hint="report on runs of the same tasks")
    if not common_only:
        raise UsageError(
            f"the runs have different tasks: {len(common)} are the same in all runs, {len(others)} are missing "
            f"in some or have different content ({_list_names(others)})",
            hint="add --common to report on those that are the same",
        )
    return [(folder, run.only(dict(common))) for folder, run in runs], others


def _in_order(runs: Sequence[_Loaded]) -> list[_Loaded]:
    """In the order of the paper's tables: an agent's runs together, fewer steps first, GUI alone first."""
    agents = [_agent(run) for _, run in runs]

    def sort_key(item: _Loaded) -> tuple[int, int, int]:
        options = item[1].info.options
        return agents.index(_agent(item[1])), options.steps, ("gui", "mcp", "gui+mcp").index(options.actions)

    return sorted(runs, key=sort_key)


def _agent(run: LoadedRun) -> str:
    """The agent with its variant and model, and remarks on where its numbers come from."""
    name, model = run.info.options.agent_name, run.info.agent.model
    return clean(" ".join(filter(None, (name, model)))) + _marks(run)


def _marks(run: LoadedRun) -> str:
    """Where its numbers come from, in brackets behind a space; "" if there is nothing to remark."""
    marks = run.provenance.marks
    return f" [{clean('; '.join(marks))}]" if marks else ""


def _baseline(folder: Path, run: LoadedRun, tasks: dict[str, str]) -> _Loaded:
    same = run.only(tasks)
    if tasks and not same.info.tasks:
        raise UsageError(
            f"{folder} has no task in common with the report",
            hint=f"run a baseline on the same tasks: `{command('run --agent noop …')}`",
        )
    return folder, same


def _report_runs(loaded_runs: Sequence[_Loaded]) -> tuple[ReportedRun, ...]:
    """The runs with names that distinguish them."""
    runs = [
        ReportedRun(
            name=clean(folder.resolve().name),
            folder=folder,
            agent=_agent(loaded),
            loaded=loaded,
            summary=loaded.summary(times=True),
        )
        for folder, loaded in loaded_runs
    ]
    return tuple(_distinguish(run, [other for other in runs if other.title == run.title]) for run in runs)


def _distinguish(run: ReportedRun, same_title: Sequence[ReportedRun]) -> ReportedRun:
    if len(same_title) == 1:
        return run
    options = [other.options.by_name("python") for other in same_title]
    own = run.options.by_name("python")
    differing = [
        name
        for name in own
        if name not in _ELSEWHERE and any(other.get(name) != own[name] for other in options)
    ]
    values = tuple(dict.fromkeys(clean(_value_text(run.options, name), 60) for name in differing))
    unique = sum(all(other.get(name) == own[name] for name in differing) for other in options) == 1
    return replace(run, agent=f"{run.agent} ({', '.join(values if unique else (*values, run.name))})")


def _value_text(options: RunOptions, name: str) -> str:
    """An option's value, so that one sees what it is of."""
    if name in ("screen", "scale"):
        return f"screen {options.screen_text}" if options.screen_text else "usual screen"
    value = options.by_name("python")[name]
    return f"{value}" if name in ("tool_filter", "tool_order") else f"{name} {value}"


def _list_names(names: Sequence[str]) -> str:
    return list_some([clean(name, 80) for name in names], MAX_LISTED)
