"""`testbed compare`: two runs on the same tasks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from controller.commands import common
from controller.compare import Comparison, TaskChange
from controller.compare import compare as compare_readings
from controller.paired import PairedDifference
from controller.reading import Reading, read
from controller.records import RunRecords
from controller.sheet import sheet

POINTS = 100.0
"""What a share is multiplied with to be shown."""
NAMES = {"accuracy": "accuracy %", "fractional": "claims %", "tir": "TIR %", "acs": "ACS"}
GROUPS = {
    "overall": "overall",
    "tool_beneficial": "tool-beneficial",
    "non_tool_beneficial": "not tool-beneficial",
}


def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="A run's folder.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The folder of the run compared to it.")],
    common_only: Annotated[
        bool, typer.Option("--common", help="Compare the tasks that are the same where not all are.")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the bootstrap and the permutations.")] = 0,
    limit: Annotated[
        int, typer.Option(metavar="N", min=0, help="Tasks won and lost that are listed; 0: all.")
    ] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare run B to run A on the same tasks: differences with intervals and tests, tasks won and lost.

    Runs whose tasks are not the same are refused, and it is said which are.
    """
    a, b = (read(RunRecords.open(folder), rechecks=True) for folder in (first, second))
    for reading in (a, b):
        common.warn_of_damage(reading.damage)
    found = compare_readings(a, b, common_only=common_only, seed=seed)
    if as_json:
        sys.stdout.write(json.dumps(asdict(found), indent=2) + "\n")
        return
    for name, folder, reading in (("A", first, a), ("B", second, b)):
        _say(f"{name}: {folder}, {_described(reading)}")
    for line in _remarks(found):
        _say(line)
    _print_differences(found)
    for line in _verdict(found):
        _say(line)
    _print_changes("won by B", found.won, limit)
    _print_changes("lost by B", found.lost, limit)


def _say(line: str) -> None:
    common.out.print(line, markup=False, soft_wrap=True)


def _described(reading: Reading) -> str:
    options = reading.info.options
    model = f" {reading.info.agent.model}" if reading.info.agent.model else ""
    return (
        f"{common.agent_name(options)}{model}, {options.actions}, filter {options.tool_filter} "
        f"({options.tool_order}), {options.steps} steps, {options.epochs} epoch(s)"
    )


def _remarks(found: Comparison) -> Iterator[str]:
    tasks = found.common
    yield f"{len(tasks.same)} tasks are compared"
    for left_out, why in (
        (tasks.no_verdict, "have no verdict in every epoch of both runs"),
        (tasks.changed, "are not of the same content in both"),
        (tasks.only_a, "are in A alone"),
        (tasks.only_b, "are in B alone"),
    ):
        if left_out:
            yield f"LEFT OUT: {len(left_out)} tasks {why}: {', '.join(left_out[:8])}" + (
                " …" if len(left_out) > 8 else ""
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


def _print_differences(found: Comparison) -> None:
    table = sheet(
        *("", "A", "B", "B-A", "95% interval", "p", "MDE"),
        title="means over tasks (their number); interval: bootstrap over tasks; p: sign flips",
        texts=(),
    )
    for name, differences in found.groups.items():
        table.add_row(f"{GROUPS[name]} ({differences['accuracy'].tasks})")
        for metric, item in differences.items():
            table.add_row(f"  {NAMES[metric]}", *_cells(item, 1.0 if metric == "acs" else POINTS))
    common.out.print(table)


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


def _verdict(found: Comparison) -> Iterator[str]:
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


def _print_changes(title: str, changes: Sequence[TaskChange], limit: int) -> None:
    if not changes:
        _say(f"{title}: none")
        return
    shown = changes[: limit or None]
    more = f", {len(shown)} shown" if len(shown) < len(changes) else ""
    columns = ("task", "A", "B", "A ended", "B ended")
    table = sheet(*columns, texts=("task", "A ended", "B ended"), title=f"{title}: {len(changes)}{more}")
    for item in shown:
        table.add_row(Text(item.task), f"{item.a:.2g}", f"{item.b:.2g}", Text(item.why_a), Text(item.why_b))
    common.out.print(table)
