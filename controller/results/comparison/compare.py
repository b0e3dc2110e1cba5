"""Two runs compared on the same tasks: which tasks can be compared, differences of every metric, tasks won and lost.

Episodes are paired by task and variant: of a task with variants only those that both runs played are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.core.texts import last_line, list_some, printable_line
from controller.metrics.outcomes import EpisodeOutcome, mean_score, outcomes_of
from controller.metrics.provenance import Provenance
from controller.metrics.registry import all_metrics
from controller.metrics.run_loader import LoadedRun
from controller.metrics.spec import MetricSpec
from controller.metrics.statistics import McNemar, PairedDifference, compare_pairs, holm, mcnemar
from controller.records.run_info import EpisodeResult, RunInfo
from testbed.command import command
from testbed.errors import UsageError

MAX_LISTED = 8
"""How many tasks a message lists."""
MAX_REASON = 200
"""Longest reason of a failure, in characters."""
GROUPS: tuple[tuple[str, Callable[[EpisodeOutcome], bool]], ...] = (
    ("overall", lambda _item: True),
    ("tool_beneficial", lambda item: item.tool_beneficial),
    ("non_tool_beneficial", lambda item: not item.tool_beneficial),
)
ByTask = Mapping[str, Sequence[EpisodeOutcome]]
"""Outcomes of all epochs by task."""


@dataclass(frozen=True, slots=True)
class CommonTasks:
    """The tasks of two runs, by whether they can be compared.

    Attributes:
        same: Tasks with the same content and a verdict in every epoch of both runs.
        only_a: Tasks of run a alone.
        only_b: Tasks of run b alone.
        changed: Tasks whose content differs.
        no_verdict: Tasks with the same content without a verdict in some epoch.
        other_variants: Tasks with the same content of which the runs played no common variant.
        partly: Tasks that are compared over some of the variants that were played: those of both runs.
    """

    same: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    changed: tuple[str, ...]
    no_verdict: tuple[str, ...]
    other_variants: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A task's mean score on both sides, and how its episodes ended there.

    Attributes:
        task: The task's id.
        a: Mean score in run a.
        b: Mean score in run b.
        why_a: How the episodes ended in run a.
        why_b: How the episodes ended in run b.
        variant: The variant of the task; None of a task without variants.
        epochs_a: The epochs of run a that played it.
        epochs_b: The epochs of run b that played it.
    """

    task: str
    a: float
    b: float
    why_a: str
    why_b: str
    variant: int | None = None
    epochs_a: tuple[int, ...] = ()
    epochs_b: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """The task, with the variant if it has some."""
        return self.task if self.variant is None else f"{self.task} (variant {self.variant})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run b compared to run a.

    Attributes:
        common: Which tasks are compared and which are not.
        settings: Options that differ, with both values.
        surroundings: Other differences that affect the results, such as the image.
        epochs: Epochs of a and b.
        groups: Paired differences by group of tasks and by metric. A metric that is defined for no task of a group on
            both sides is not in it. Their p-values are adjusted for each other (`p_holm`).
        mcnemar: McNemar's test of success; None unless both runs have one epoch.
        won: Tasks on which b has the higher mean score, largest difference first.
        lost: Tasks on which b has the lower mean score, largest difference first.
        tied: All other tasks.
        provenance: Where the numbers of a and b come from.
    """

    common: CommonTasks
    settings: dict[str, tuple[Any, Any]]
    surroundings: tuple[str, ...]
    epochs: tuple[int, int]
    groups: dict[str, dict[str, PairedDifference]]
    mcnemar: McNemar | None
    won: tuple[TaskChange, ...]
    lost: tuple[TaskChange, ...]
    tied: tuple[TaskChange, ...]
    provenance: tuple[Provenance, Provenance] = (Provenance(), Provenance())


def compare(a: LoadedRun, b: LoadedRun, *, common_only: bool = False, seed: int = 0) -> Comparison:
    """Compare run b to run a over the tasks that have a verdict in every epoch of both.

    Args:
        a: The run to compare to.
        b: The run that is compared.
        common_only: Whether runs with different tasks are compared over those that are the same.
        seed: Seed of random sign flips.

    Returns:
        Differences of every metric with intervals and tests, and the tasks won and lost.

    Raises:
        UsageError: The runs have different tasks and `common_only` is false, or no task can be compared.
    """
    common = common_tasks(a, b)
    if not common_only:
        _refuse_different_tasks(common)
    if not common.same:
        raise _nothing_to_compare(common)
    before, after = _by_task(a, b, common.same), _by_task(b, a, common.same)
    groups = {}
    for name, belongs in GROUPS:
        tasks = [task for task in common.same if belongs(before[task][0])]
        if tasks:
            groups[name] = _differences(tasks, before, after, seed)
    epochs = (a.info.options.epochs, b.info.options.epochs)
    changes = [
        _change(a, b, task, before[task], after[task], variant)
        for task in common.same
        for variant in dict.fromkeys(outcome.variant for outcome in before[task])
    ]
    return Comparison(
        common=common,
        settings=_settings(a.info, b.info),
        surroundings=_surroundings(a.info, b.info),
        epochs=epochs,
        groups=_adjust(groups),
        mcnemar=_mcnemar(common.same, before, after) if epochs == (1, 1) else None,
        won=tuple(sorted((item for item in changes if item.b > item.a), key=lambda item: item.a - item.b)),
        lost=tuple(sorted((item for item in changes if item.b < item.a), key=lambda item: item.b - item.a)),
        tied=tuple(item for item in changes if item.b == item.a),
        provenance=(a.provenance, b.provenance),
    )


def common_tasks(a: LoadedRun, b: LoadedRun) -> CommonTasks:
    """Which tasks of two runs can be compared."""
    first = {entry.id: entry.hash for entry in a.info.tasks}
    second = {entry.id: entry.hash for entry in b.info.tasks}
    unchanged = [task for task in first if first[task] == second.get(task)]
    common, every = variants_of(a) & variants_of(b), variants_of(a) | variants_of(b)
    paired = [task for task in unchanged if any(task == name for name, _ in common)]
    without_verdict = {
        item.task
        for run in (a, b)
        for item in outcomes_of(run.info, run.results)
        if not item.ran and (item.task, item.variant) in common
    }
    partly = {task for task, _ in every - common}
    return CommonTasks(
        same=tuple(task for task in paired if task not in without_verdict),
        only_a=tuple(task for task in first if task not in second),
        only_b=tuple(task for task in second if task not in first),
        changed=tuple(task for task in first if task in second and first[task] != second[task]),
        no_verdict=tuple(task for task in paired if task in without_verdict),
        other_variants=tuple(task for task in unchanged if task not in paired),
        partly=tuple(task for task in paired if task not in without_verdict and task in partly),
    )


def variants_of(run: LoadedRun) -> frozenset[tuple[str, int | None]]:
    """The tasks of a run with the variants that it plays; None for a task without variants."""
    options = run.info.options
    return frozenset(
        (entry.id, entry.variant_in(epoch, options))
        for entry in run.info.tasks
        for epoch in range(1, options.epochs + 1)
    )


def _change(
    a: LoadedRun,
    b: LoadedRun,
    task: str,
    before: Sequence[EpisodeOutcome],
    after: Sequence[EpisodeOutcome],
    variant: int | None,
) -> TaskChange:
    first, second = ([item for item in side if item.variant == variant] for side in (before, after))
    epochs_a, epochs_b = (tuple(item.epoch for item in side) for side in (first, second))
    return TaskChange(
        task,
        mean_score(first),
        mean_score(second),
        describe_outcomes(a, task, epochs_a),
        describe_outcomes(b, task, epochs_b),
        variant,
        epochs_a,
        epochs_b,
    )


def describe_outcomes(run: LoadedRun, task: str, epochs: Container[int] | None = None) -> str:
    """The statuses of a task's episodes, all or in some epochs, and what went wrong in one that did not succeed."""
    results = [
        result
        for key, result in sorted(run.results.items())
        if key[0] == task and (epochs is None or key[1] in epochs)
    ]
    counts = Counter(result.status for result in results)
    statuses = ", ".join(name if number == 1 else f"{name} x{number}" for name, number in counts.items())
    reasons = (reason_of(result) for result in results if result.score != 1.0)
    reason = next((text for text in reasons if text), "")[:MAX_REASON]
    printable = printable_line(reason)
    return f"{statuses}: {printable}" if printable else statuses


def reason_of(result: EpisodeResult) -> str:
    """What was missing or went wrong in an episode that did not succeed; "" if it is not recorded."""
    if result.error:
        return last_line(result.error.message)
    return next((f"not met: {claim.text}" for claim in result.claims if not claim.holds), "")


def _refuse_different_tasks(common: CommonTasks) -> None:
    reasons = [
        f"{len(tasks)} {what} ({_list_tasks(tasks)})"
        for tasks, what in (
            (common.only_a, "only in A"),
            (common.only_b, "only in B"),
            (common.changed, "with different content"),
            (common.other_variants, "in other variants"),
        )
        if tasks
    ]
    if reasons:
        same = len(common.same) + len(common.no_verdict)
        raise UsageError(
            f"the runs have different tasks: {'; '.join(reasons)}; {same} are the same",
            hint="add --common to compare those that are the same"
            if same
            else "compare runs of the same tasks",
        )


def _nothing_to_compare(common: CommonTasks) -> UsageError:
    if common.no_verdict:
        return UsageError(
            f"none of the {len(common.no_verdict)} common tasks has a verdict in every epoch of both runs",
            hint=f"finish the runs with `{command('resume')}`; `{command('score')}` shows their statuses",
        )
    if common.other_variants:
        return UsageError(
            f"the runs played none of their {len(common.other_variants)} common tasks in the same variant",
            hint="compare runs with the same --variant",
        )
    return UsageError("the runs have no task in common", hint="compare runs of the same tasks")


def _by_task(run: LoadedRun, other: LoadedRun, tasks: Sequence[str]) -> dict[str, list[EpisodeOutcome]]:
    """The outcomes of each task in a run, of the variants that the other run plays, too."""
    by_task: dict[str, list[EpisodeOutcome]] = {task: [] for task in tasks}
    played = variants_of(other)
    for outcome in outcomes_of(run.info, run.results, run.stats):
        if outcome.task in by_task and (outcome.task, outcome.variant) in played:
            by_task[outcome.task].append(outcome)
    return by_task


def _differences(
    tasks: Sequence[str], before: ByTask, after: ByTask, seed: int
) -> dict[str, PairedDifference]:
    differences = {}
    for spec in all_metrics():
        pairs = list(_pair_values(spec, tasks, before, after))
        if pairs:
            first, second = zip(*pairs, strict=True)
            differences[spec.key] = compare_pairs(first, second, seed)
    return differences


def _adjust(groups: dict[str, dict[str, PairedDifference]]) -> dict[str, dict[str, PairedDifference]]:
    """The differences with p-values adjusted for all of them."""
    adjusted = iter(holm([item.p for differences in groups.values() for item in differences.values()]))
    return {
        name: {key: replace(item, p_holm=next(adjusted)) for key, item in differences.items()}
        for name, differences in groups.items()
    }


def _pair_values(
    spec: MetricSpec, tasks: Sequence[str], before: ByTask, after: ByTask
) -> list[tuple[float, float]]:
    """A metric's values over the epochs of each task for which it is defined on both sides."""
    values = [(spec.value(before[task]), spec.value(after[task])) for task in tasks]
    return [(first, second) for first, second in values if first is not None and second is not None]


def _mcnemar(tasks: Sequence[str], before: ByTask, after: ByTask) -> McNemar:
    first, second = ([side[task][0].succeeded for task in tasks] for side in (before, after))
    return mcnemar(first, second)


def _settings(a: RunInfo, b: RunInfo) -> dict[str, tuple[Any, Any]]:
    first, second = a.options.by_name("python"), b.options.by_name("python")
    if {first["calling"], second["calling"]} == {
        "",
        "native",
    }:  # records from before the choice do not say it
        del first["calling"]
    return {name: (first[name], second.get(name)) for name in first if first[name] != second.get(name)}


def _surroundings(a: RunInfo, b: RunInfo) -> tuple[str, ...]:
    differences = []
    if a.image_hash != b.image_hash:
        first_image, second_image = (info.image_hash[:12] or "unknown" for info in (a, b))
        differences.append(f"the image: {first_image} and {second_image}")
    if a.tools_hash and b.tools_hash and a.tools_hash != b.tools_hash:
        differences.append("the guests' list of tools")
    if a.agent.name == b.agent.name and a.agent.prompts != b.agent.prompts:
        differences.append("the agent's prompts")
    first, second = a.versions.get("testbed"), b.versions.get("testbed")
    if first != second:
        differences.append(f"testbed's version: {first} and {second}")
    return tuple(differences)


def _list_tasks(tasks: Sequence[str]) -> str:
    return list_some(tasks, MAX_LISTED)
