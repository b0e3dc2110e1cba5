"""Several runs, or several pairs of runs, tested together on the tasks that all of them have."""

from __future__ import annotations

import math
from collections.abc import Sequence

from controller.metrics.outcomes import EpisodeOutcome, outcomes_of
from controller.metrics.run_loader import LoadedRun
from controller.metrics.spec import MetricSpec
from controller.metrics.statistics import JointTest, PairedDifference, compare_pairs, joint_test
from controller.results.comparison.compare import variants_of

_Tasks = Sequence[Sequence[Sequence[EpisodeOutcome]]]
"""The outcomes of all epochs, by task and by run."""


def joint_tests(runs: Sequence[LoadedRun], metrics: Sequence[MetricSpec]) -> dict[str, JointTest]:
    """Test whether all runs have the same values.

    Args:
        runs: At least two runs.
        metrics: The metrics to test.

    Returns:
        The test of each metric, by its key, over the tasks with a verdict in every epoch of all runs. A metric that is
        defined for no such task is not in it.
    """
    tasks = _common(runs)
    values = {spec.key: _values(spec, tasks) for spec in metrics}
    return {key: joint_test(table) for key, table in values.items() if table}


def pooled_differences(
    pairs: Sequence[tuple[LoadedRun, LoadedRun]], metrics: Sequence[MetricSpec]
) -> dict[str, PairedDifference]:
    """Test the difference of several pairs of runs together.

    Args:
        pairs: Runs a and b of each pair.
        metrics: The metrics to test.

    Returns:
        The difference of each metric, by its key: each task counts with the means of its values in the runs a and in
        the runs b. Tasks and metrics are chosen as by `joint_tests`.
    """
    tasks = _common([run for pair in pairs for run in pair])
    differences = {}
    for spec in metrics:
        if table := _values(spec, tasks):
            a, b = (_mean_over_runs(side) for side in (table[::2], table[1::2]))
            differences[spec.key] = compare_pairs(a, b)
    return differences


def _mean_over_runs(table: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each task."""
    return [math.fsum(values) / len(table) for values in zip(*table, strict=True)]


def _common(runs: Sequence[LoadedRun]) -> _Tasks:
    """The tasks that are the same and have a verdict in every epoch of all runs, of the variants that all played."""
    played = frozenset.intersection(*map(variants_of, runs))
    same = set.intersection(*({(entry.id, entry.hash) for entry in run.info.tasks} for run in runs))
    by_task: dict[str, list[list[EpisodeOutcome]]] = {
        entry.id: [[] for _ in runs] for entry in runs[0].info.tasks if (entry.id, entry.hash) in same
    }
    for place, run in enumerate(runs):
        for outcome in outcomes_of(run.info, run.results, run.stats):
            if outcome.task in by_task and (outcome.task, outcome.variant) in played:
                by_task[outcome.task][place].append(outcome)
    return [
        sides
        for sides in by_task.values()
        if all(sides) and all(outcome.ran for side in sides for outcome in side)
    ]


def _values(spec: MetricSpec, tasks: _Tasks) -> list[tuple[float, ...]]:
    """A metric's values of each run, one a task for which all runs have one."""
    rows = []
    for sides in tasks:
        row = [value for value in map(spec.value, sides) if value is not None]
        if len(row) == len(sides):
            rows.append(row)
    return list(zip(*rows, strict=True))
