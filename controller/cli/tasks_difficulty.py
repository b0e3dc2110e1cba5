"""`testbed tasks difficulty`: how many steps of a task's reference are necessary."""

from __future__ import annotations

import threading
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import common
from controller.cli.display import Silence
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.plain_text import plain_text
from controller.proofs.difficulty.difficulty_record import SLIPS, DifficultyLine
from controller.proofs.difficulty.measuring import Measured, measure_tasks
from controller.proofs.difficulty.steps import reference
from controller.proofs.line_record import HASH, LineRecord, task_hashes, today
from controller.results.text_table import make_table
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task, canonical

RECORD = Path("runs/difficulty.jsonl")


@takes_options(*SOURCES)
def difficulty(
    context: typer.Context,
    given: Given,
    task_names: Annotated[
        list[str] | None, typer.Argument(metavar="TASK", help="Task ids or globs, like --task.")
    ] = None,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Steps of a task that are left out at most.")
    ] = 12,
    provider: common.ProviderName = "",
    guests: common.Guests = 2,
    record: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="File of the results; what is on record of a task as it is is not repeated."
        ),
    ] = RECORD,
    again: Annotated[bool, typer.Option("--again", help="Repeat also what is on record.")] = False,
    as_json: common.Json = False,
) -> None:
    """Measure how much work tasks are: play the reference, then again without one of its steps, in guests.

    A step without which the score is 1 all the same is not necessary. The reference by mouse and keyboard counts, that
    by tools where there is no other. Repeat the command to go on after an interruption.

    Exit code 1: a task could not be measured.
    """
    globs = [*(task_names or ()), *(task or ())]
    selection = common.selection(suite, globs, domain, limit, None, source_options(context, given))
    selected = select_tasks(selection, tasks_root())
    tasks = [canonical(item) for item in selected if _is_measurable(item)]
    lines = LineRecord(record, DifficultyLine)
    left = [item for item in tasks if again or not lines.current(item)]
    problems: dict[str, str] = {}
    lock = threading.Lock()

    def on_task(item: Task, found: Measured) -> None:
        folder, modules = task_hashes(item)
        line = DifficultyLine(
            task=item.id,
            **asdict(found),
            folder=folder,
            checkers=modules,
            image=guest_provider.image_hash[:HASH],
            provider=guest_provider.name,
            date=today(),
        )
        with lock:
            lines.put([line])
            common.err.print(Text(f"{item.id}: {_told(line)}"), soft_wrap=True)

    def on_problem(item: Task, why: str) -> None:
        with lock:
            problems[item.id] = why
            common.err.print(Text(f"{item.id}: not measured: {plain_text(why)}"), soft_wrap=True)

    if left:
        with common.provider_named(provider, suite) as guest_provider:
            measure_tasks(left, guest_provider, guests, most, Silence(), on_task, on_problem)
    measured = [line for item in tasks for line in lines.current(item)]
    if as_json:
        common.print_json({"tasks": [_as_json(line) for line in measured], "not_measured": problems})
    else:
        _print(measured, len(tasks), len(selected) - len(tasks), record)
    if problems:
        raise typer.Exit(1)


def _is_measurable(task: Task) -> bool:
    is_feasible = task.info.feasible and task.judging.has_checker and task.folder is not None
    return is_feasible and reference(canonical(task)) is not None


def _told(line: DifficultyLine) -> str:
    unneeded = "; ".join(f"{number} {what}" for number, what in line.unneeded.items())
    told = f"{line.steps} steps by {line.reference}, {line.left_out} left out"
    return f"{told}: not needed: {plain_text(unneeded)}" if unneeded else f"{told}: all are needed"


def _as_json(line: DifficultyLine) -> dict[str, Any]:
    predicted = {name: round(line.predicted(slip), 4) for name, slip in SLIPS.items()}
    return line.model_dump(mode="json") | {"necessary": round(line.necessary, 1), "predicted": predicted}


def _print(lines: list[DifficultyLine], tasks: int, others: int, record: Path) -> None:
    table = make_table("task", "steps", "left out", "not needed", "necessary", *SLIPS, texts=("task",))
    for line in lines:
        scores = (f"{line.predicted(slip):.0%}" for slip in SLIPS.values())
        cells = (line.steps, line.left_out, len(line.unneeded), f"{line.necessary:.0f}", *scores)
        table.add_row(Text(plain_text(line.task)), *map(str, cells))
    common.out.print(table)
    left_out = sum(line.left_out for line in lines)
    unneeded = sum(len(line.unneeded) for line in lines)
    common.out.print(
        f"{len(lines)} of {tasks} tasks measured, {unneeded} of {left_out} steps not needed; results in {record}"
        + (f"; {others} tasks are infeasible or have no checker or reference" if others else ""),
        soft_wrap=True,
    )
