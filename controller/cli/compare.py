"""`testbed compare`: two runs on the same tasks."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from controller.cli import common
from controller.cli.tagged import TagFilter, tagged_runs
from controller.metrics.run_loader import load_records
from controller.records.run_records import RunRecords
from controller.results.comparison.compare import Comparison, TaskChange
from controller.results.comparison.compare import compare as compare_readings
from controller.results.comparison.text import (
    DIFFERENCE_HEADINGS,
    DIFFERENCES,
    describe_run,
    difference_rows,
    remarks,
    verdict,
)
from controller.results.text_table import make_table
from testbed.command import command
from testbed.errors import UsageError


def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="Folder of the run to compare to.")],
    second: Annotated[
        Path | None,
        typer.Argument(metavar="B", help="Folder of the run that is compared.", show_default=False),
    ] = None,
    common_only: Annotated[
        bool, typer.Option("--common", help="Compare runs with different tasks over the common ones.")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the permutations.")] = 0,
    tag: TagFilter = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=0, help="Maximum number of tasks to list as won and lost; 0: all.")
    ] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare run B to run A on the same tasks: differences with intervals and tests, tasks won and lost.

    Runs with different tasks are refused, and the tasks are listed. With --tag, A and B are folders that contain
    runs, and the two runs with the tags are compared, the older one as A.
    """
    first, second = _two_runs(first, second, tag or ())
    a, b = (load_records(RunRecords.open(folder), rechecks=True) for folder in (first, second))
    for loaded in (a, b):
        common.warn_of_damage(loaded.damage)
    comparison = compare_readings(a, b, common_only=common_only, seed=seed)
    if as_json:
        sys.stdout.write(json.dumps(asdict(comparison), indent=2) + "\n")
        return
    for name, folder, loaded in (("A", first, a), ("B", second, b)):
        _print(f"{name}: {folder}, {describe_run(loaded.info, loaded.provenance)}")
    for line in remarks(comparison):
        _print(line)
    _print_differences(comparison)
    for line in verdict(comparison):
        _print(line)
    _print_changes("won by B", comparison.won, limit)
    _print_changes("lost by B", comparison.lost, limit)


def _two_runs(first: Path, second: Path | None, tags: Sequence[str]) -> tuple[Path, Path]:
    if not tags:
        if second is None:
            raise UsageError(
                "missing argument B",
                hint=f"give two runs, `{command(f'compare {first} B')}`, or tags that two runs in {first} have, "
                "--tag K=V",
            )
        return first, second
    runs = tagged_runs([first] if second is None else [first, second], tags)
    if len(runs) != 2:
        names = ", ".join(str(run) for run in runs)
        raise UsageError(
            f"{len(runs)} run(s) instead of two have {' and '.join(tags)}: {names}",
            hint="add a --tag that exactly two of the runs have, or name the two runs",
        )
    return runs[0], runs[1]


def _print(line: str) -> None:
    common.out.print(line, markup=False, soft_wrap=True)


def _print_differences(comparison: Comparison) -> None:
    table = make_table(*DIFFERENCE_HEADINGS, title=DIFFERENCES, texts=())
    for group, rows in difference_rows(comparison):
        table.add_row(group)
        for name, *cells in rows:
            table.add_row(f"  {name}", *cells)
    common.out.print(table)


def _print_changes(title: str, changes: Sequence[TaskChange], limit: int) -> None:
    if not changes:
        _print(f"{title}: none")
        return
    shown = changes[: limit or None]
    more = f", {len(shown)} shown" if len(shown) < len(changes) else ""
    columns = ("task", "A", "B", "A ended", "B ended")
    table = make_table(*columns, texts=("task", "A ended", "B ended"), title=f"{title}: {len(changes)}{more}")
    for item in shown:
        table.add_row(Text(item.label), f"{item.a:.2g}", f"{item.b:.2g}", Text(item.why_a), Text(item.why_b))
    common.out.print(table)
