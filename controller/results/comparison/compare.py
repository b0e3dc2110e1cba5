"""Two runs side by side: what can be compared, and what comes of it task by task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from controller.records.run_info import EpisodeResult, RunInfo
from controller.results.comparison.paired import McNemar, PairedDifference, mcnemar, paired_difference
from controller.results.metrics import Metrics, Outcome, measure, outcomes_of
from controller.results.run_loader import LoadedRun
from testbed.errors import UsageError

NAMED = 8
"""How many tasks a message names."""
LONGEST_REASON = 200
METRICS: tuple[tuple[str, Callable[[Metrics], float | None]], ...] = (
    ("accuracy", lambda metrics: metrics.accuracy),
    ("fractional", lambda metrics: metrics.fractional),
    ("tir", lambda metrics: metrics.tir),
    ("acs", lambda metrics: metrics.acs),
)
GROUPS: tuple[tuple[str, Callable[[Outcome], bool]], ...] = (
    ("overall", lambda _item: True),
    ("tool_beneficial", lambda item: item.tool_beneficial),
    ("non_tool_beneficial", lambda item: not item.tool_beneficial),
)


@dataclass(frozen=True, slots=True)
class Common:
    """The tasks of two runs: the same in both, in one alone, of another content; and without a verdict."""

    same: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    changed: tuple[str, ...]
    no_verdict: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A task's mean score on both sides, and why: statuses, and the claim that failed where it is lower."""

    task: str
    a: float
    b: float
    why_a: str
    why_b: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comes of it. `won`, `lost` and `tied` are as b sees it; `mcnemar` is None for more than one epoch.

    `settings` are the options that differ, `surroundings` what else does and should not.
    """

    common: Common
    settings: dict[str, tuple[Any, Any]]
    surroundings: tuple[str, ...]
    epochs: tuple[int, int]
    groups: dict[str, dict[str, PairedDifference]]
    mcnemar: McNemar | None
    won: tuple[TaskChange, ...]
    lost: tuple[TaskChange, ...]
    tied: tuple[TaskChange, ...]


def compare(a: LoadedRun, b: LoadedRun, *, common_only: bool = False, seed: int = 0) -> Comparison:
    """Compare b to a over the tasks that both ran to a verdict in all their epochs.

    Raises UsageError when the runs' tasks are not the same (unless `common_only`), or none is left.
    """
    common = common_tasks(a, b)
    if not common_only:
        _refuse_unlike(common)
    if not common.same:
        raise _nothing_left(common)
    sides = [_by_task(reading, common.same) for reading in (a, b)]
    groups = {}
    for name, belongs in GROUPS:
        tasks = [task for task in common.same if belongs(sides[0][task][0])]
        if tasks:
            groups[name] = _differences(tasks, sides[0], sides[1], seed)
    epochs = (a.info.options.epochs, b.info.options.epochs)
    won, lost, tied = _changes(common.same, a, b, sides)
    return Comparison(
        common=common,
        settings=_settings(a.info, b.info),
        surroundings=_surroundings(a.info, b.info),
        epochs=epochs,
        groups=groups,
        mcnemar=_mcnemar(common.same, sides) if epochs == (1, 1) else None,
        won=won,
        lost=lost,
        tied=tied,
    )


def common_tasks(a: LoadedRun, b: LoadedRun) -> Common:
    """Which tasks of two runs can be compared."""
    first = {entry.id: entry.hash for entry in a.info.tasks}
    second = {entry.id: entry.hash for entry in b.info.tasks}
    both = [task for task in first if task in second]
    unlike = [task for task in both if first[task] != second[task]]
    verdictless = {
        item.task for reading in (a, b) for item in outcomes_of(reading.info, reading.results) if not item.ran
    }
    alike = [task for task in both if first[task] == second[task]]
    return Common(
        same=tuple(task for task in alike if task not in verdictless),
        only_a=tuple(task for task in first if task not in second),
        only_b=tuple(task for task in second if task not in first),
        changed=tuple(unlike),
        no_verdict=tuple(task for task in alike if task in verdictless),
    )


def _refuse_unlike(common: Common) -> None:
    reasons = [
        f"{len(tasks)} {what} ({_named(tasks)})"
        for tasks, what in (
            (common.only_a, "only in A"),
            (common.only_b, "only in B"),
            (common.changed, "not of the same content in both"),
        )
        if tasks
    ]
    if reasons:
        same = len(common.same) + len(common.no_verdict)
        raise UsageError(
            f"the runs are not of the same tasks: {'; '.join(reasons)}; {same} are the same",
            hint="--common compares those that are the same" if same else "compare runs of the same tasks",
        )


def _nothing_left(common: Common) -> UsageError:
    if common.no_verdict:
        return UsageError(
            f"none of the {len(common.no_verdict)} common tasks has a verdict in every epoch of both runs",
            hint="finish the runs with `testbed resume`; `testbed score` shows their statuses",
        )
    return UsageError("the runs have no task in common", hint="compare runs of the same tasks")


def _by_task(reading: LoadedRun, tasks: Sequence[str]) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {task: [] for task in tasks}
    for item in outcomes_of(reading.info, reading.results):
        if item.task in found:
            found[item.task].append(item)
    return found


def _differences(
    tasks: Sequence[str], a: dict[str, list[Outcome]], b: dict[str, list[Outcome]], seed: int
) -> dict[str, PairedDifference]:
    before, after = [measure(a[task]) for task in tasks], [measure(b[task]) for task in tasks]
    return {
        name: paired_difference(
            [value(item) or 0.0 for item in before], [value(item) or 0.0 for item in after], seed
        )
        for name, value in METRICS
    }


def _mcnemar(tasks: Sequence[str], sides: Sequence[dict[str, list[Outcome]]]) -> McNemar:
    first, second = ([side[task][0].succeeded for task in tasks] for side in sides)
    return mcnemar(first, second)


def _changes(
    tasks: Sequence[str], a: LoadedRun, b: LoadedRun, sides: Sequence[dict[str, list[Outcome]]]
) -> tuple[tuple[TaskChange, ...], ...]:
    """The tasks won, lost and neither."""

    def mean(side: dict[str, list[Outcome]], task: str) -> float:
        return measure(side[task]).accuracy or 0.0

    changes = [
        TaskChange(task, mean(sides[0], task), mean(sides[1], task), why(a, task), why(b, task))
        for task in tasks
    ]
    won = sorted((item for item in changes if item.b > item.a), key=lambda item: item.a - item.b)
    lost = sorted((item for item in changes if item.b < item.a), key=lambda item: item.b - item.a)
    return tuple(won), tuple(lost), tuple(item for item in changes if item.b == item.a)


def why(reading: LoadedRun, task: str) -> str:
    """The statuses of a task's episodes, and of one that did not succeed what was missing or went wrong."""
    results = [result for key, result in sorted(reading.results.items()) if key[0] == task]
    statuses = Counter(result.status for result in results)
    said = ", ".join(name if number == 1 else f"{name} x{number}" for name, number in statuses.items())
    reasons = (reason_of(result) for result in results if result.score != 1.0)
    reason = next((found for found in reasons if found), "")[:LONGEST_REASON]
    printable = "".join(letter if letter.isprintable() else " " for letter in reason)
    return f"{said}: {printable}" if printable else said


def reason_of(result: EpisodeResult) -> str:
    """What was missing, or went wrong, in an episode that did not succeed; "" when nobody knows."""
    if result.error:
        return result.error.message.strip().rpartition("\n")[2]
    return next((f"not so: {claim.text}" for claim in result.claims if not claim.holds), "")


def _settings(a: RunInfo, b: RunInfo) -> dict[str, tuple[Any, Any]]:
    first, second = a.options.model_dump(), b.options.model_dump()
    return {name: (first[name], second[name]) for name in first if first[name] != second[name]}


def _surroundings(a: RunInfo, b: RunInfo) -> tuple[str, ...]:
    found = []
    if a.image_hash != b.image_hash:
        found.append(f"the image: {a.image_hash[:12]} and {b.image_hash[:12]}")
    if a.tools_hash and b.tools_hash and a.tools_hash != b.tools_hash:
        found.append("the guests' list of tools")
    if a.agent.name == b.agent.name and a.agent.prompts != b.agent.prompts:
        found.append("the agent's prompts")
    first, second = a.versions.get("testbed"), b.versions.get("testbed")
    if first != second:
        found.append(f"testbed's version: {first} and {second}")
    return tuple(found)


def _named(tasks: Sequence[str]) -> str:
    more = len(tasks) - NAMED
    return ", ".join(tasks[:NAMED]) + (f" and {more} more" if more > 0 else "")
