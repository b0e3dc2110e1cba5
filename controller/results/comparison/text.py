"""A comparison in words and cells, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator

from controller.records.run_info import RunInfo
from controller.results.comparison.compare import NAMED, Comparison
from controller.results.comparison.paired import PairedDifference

POINTS = 100.0
"""What a share is multiplied with to be shown."""
NAMES = {"accuracy": "accuracy %", "fractional": "claims %", "tir": "TIR %", "acs": "ACS"}
GROUPS = {
    "overall": "overall",
    "tool_beneficial": "tool-beneficial",
    "non_tool_beneficial": "not tool-beneficial",
}
DIFFERENCES = "means over tasks (their number); interval: bootstrap over tasks; p: sign flips"
DIFFERENCE_HEADS = ("", "A", "B", "B-A", "95% interval", "p", "MDE")


def described(info: RunInfo) -> str:
    """A run in one line."""
    options = info.options
    model = f" {info.agent.model}" if info.agent.model else ""
    return (
        f"{options.agent_name}{model}, {options.actions}, filter {options.tool_filter} "
        f"({options.tool_order}), {options.steps} steps, {options.epochs} epoch(s)"
    )


def remarks(found: Comparison) -> Iterator[str]:
    """What is compared, what is left out, and what else differs."""
    tasks = found.common
    yield f"{len(tasks.same)} tasks are compared"
    for left_out, why in (
        (tasks.no_verdict, "have no verdict in every epoch of both runs"),
        (tasks.changed, "are not of the same content in both"),
        (tasks.only_a, "are in A alone"),
        (tasks.only_b, "are in B alone"),
    ):
        if left_out:
            yield f"LEFT OUT: {len(left_out)} tasks {why}: {', '.join(left_out[:NAMED])}" + (
                " …" if len(left_out) > NAMED else ""
            )
    if found.settings:
        yield "settings that differ: " + "; ".join(
            f"{name} {before!r} / {after!r}" for name, (before, after) in found.settings.items()
        )
    else:
        yield "the settings are the same: what differs is chance, or what follows"
    for item in found.surroundings:
        yield f"BESIDES THE SETTINGS: not the same in both is {item}"
    if found.epochs[0] != found.epochs[1]:
        yield f"epochs differ ({found.epochs[0]} and {found.epochs[1]}): each task counts with its mean"


def difference_rows(found: Comparison) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Each group of tasks with its rows, whose cells are `DIFFERENCE_HEADS`."""
    for name, differences in found.groups.items():
        rows = [
            (NAMES[metric], *_cells(item, 1.0 if metric == "acs" else POINTS))
            for metric, item in differences.items()
        ]
        yield f"{GROUPS[name]} ({differences['accuracy'].tasks})", rows


def _cells(item: PairedDifference, factor: float) -> Iterator[str]:
    yield f"{item.a * factor:.1f}"
    yield f"{item.b * factor:.1f}"
    yield f"{item.difference * factor:+.1f}"
    if item.low is None or item.high is None:
        yield "-"
    else:
        yield f"{item.low * factor:+.1f}, {item.high * factor:+.1f}"
    yield f"{item.p:.4f}"
    if item.detectable is None:
        yield "-"
    else:
        yield ">100" if item.detectable > 1 and factor == POINTS else f"{item.detectable * factor:.1f}"


def verdict(found: Comparison) -> Iterator[str]:
    """What the tests say, and what so many tasks could have found."""
    if found.mcnemar:
        pairs = found.mcnemar
        yield (
            f"McNemar, exact: {pairs.only_a} tasks succeed in A alone, {pairs.only_b} in B alone, p = {pairs.p:.4f}"
        )
    else:
        yield "McNemar's test wants one epoch on each side; with more, the sign flips over tasks stand for it"
    accuracy = found.groups["overall"]["accuracy"]
    if accuracy.detectable is not None:
        least = "not even 100" if accuracy.detectable > 1 else f"{accuracy.detectable * POINTS:.1f}"
        hint = f"MDE: a true difference in accuracy of {least} points is found 4 times in 5"
        if accuracy.tasks_needed is not None and accuracy.tasks_needed > accuracy.tasks:
            hint += f"; the one seen would take about {accuracy.tasks_needed} tasks"
        yield hint
