"""`testbed tasks attack`: what an agent gets that wants the score without the work."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from controller.cli import common
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.plain_text import plain_text
from controller.proofs.attacks.attack_record import AttackLine, AttackRecord
from controller.proofs.attacks.play import OUTCOMES, AttackResult, attack_tasks, attackable, select_attacks
from controller.results.text_table import make_table
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task, with_variant

RECORD = Path("runs/attacks.jsonl")
FINDINGS = ("fooled", "raised")
"""Outcomes that are faults of a checker."""


@takes_options(*SOURCES)
def attack(
    context: typer.Context,
    given: Given,
    task_names: Annotated[
        list[str] | None, typer.Argument(metavar="TASK", help="Task ids or globs, like --task.")
    ] = None,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    attacks: Annotated[
        list[str] | None,
        typer.Option("--attack", metavar="NAME", help="Attack to play; repeatable; default: all of them."),
    ] = None,
    provider: common.ProviderName = "",
    guests: common.Guests = 2,
    record: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="File of the results; attacks on record of a task as it is are not repeated."
        ),
    ] = RECORD,
    again: Annotated[bool, typer.Option("--again", help="Repeat also those on record.")] = False,
    as_json: common.Json = False,
) -> None:
    """Attack checkers: try for a score without the work, on each feasible task, in guests.

    The attacks read gold, write what the checker reads, answer with all options or the negated one, leave empty, huge
    or linked files, put words into files' names, move the clock, forge windows and end programs. None may score 1.
    A task with variants is attacked in variant 0. Repeat the command to go on after an interruption.

    Exit code 1: a checker gave the score 1 or ended with an error, or a task could not be attacked.
    """
    chosen = select_attacks(attacks or ())
    globs = [*(task_names or ()), *(task or ())]
    selection = common.selection(suite, globs, domain, limit, None, source_options(context, given))
    selected = select_tasks(selection, tasks_root())
    tasks = [with_variant(item, 0) for item in selected if attackable(item)]
    results = AttackRecord(record)
    jobs = []
    for item in tasks:
        known = set() if again else {line.attack for line in results.current(item)}
        left = [each for each in chosen if each.name not in known]
        if left:
            jobs.append((item, left))
    problems: dict[str, str] = {}
    lock = threading.Lock()

    def on_task(item: Task, found: Sequence[AttackResult]) -> None:
        with lock:
            results.put_results(item, found, guest_provider)
            _print_progress(item.id, found)

    def on_problem(item: Task, why: str) -> None:
        with lock:
            problems[item.id] = why
            common.err.print(Text(f"{item.id}: not attacked: {plain_text(why)}"), soft_wrap=True)

    if jobs:
        with common.provider_named(provider, suite) as guest_provider:
            attack_tasks(jobs, guest_provider, guests, on_task, on_problem)
    names = {each.name for each in chosen}
    lines = [line for item in tasks for line in results.current(item) if line.attack in names]
    if as_json:
        outcomes = Counter(line.outcome for line in lines)
        common.print_json(
            {
                "tasks": len(tasks),
                **{str(outcome): outcomes[outcome] for outcome in OUTCOMES},
                "attacks": [line.model_dump(mode="json") for line in lines],
                "not_attacked": problems,
            }
        )
    else:
        _print(lines, len(tasks), len(selected) - len(tasks), record)
    if problems or any(line.outcome in FINDINGS for line in lines):
        raise typer.Exit(1)


def _print_progress(task: str, found: Sequence[AttackResult]) -> None:
    wrong = [f"{each.attack} ({each.outcome})" for each in found if each.outcome in FINDINGS]
    played = sum(each.outcome != "not applicable" for each in found)
    text = f"{task}: {played} attacks: " + (", ".join(wrong) if wrong else "none scores")
    common.err.print(Text(text), soft_wrap=True)


def _print(lines: Sequence[AttackLine], tasks: int, others: int, record: Path) -> None:
    wrong = [line for line in lines if line.outcome in FINDINGS]
    if wrong:
        columns = ("task", "attack", "outcome", "detail")
        table = make_table(*columns, texts=columns)
        for line in wrong:
            cells = (line.task, line.attack, line.outcome, line.detail)
            table.add_row(*(Text(plain_text(cell)) for cell in cells))
        common.out.print(table)
    per_attack = make_table("attack", *OUTCOMES, texts=("attack",))
    for name in dict.fromkeys(line.attack for line in lines):
        outcomes = Counter(line.outcome for line in lines if line.attack == name)
        per_attack.add_row(name, *(str(outcomes[outcome]) for outcome in OUTCOMES))
    common.out.print(per_attack)
    attacked = len({line.task for line in lines})
    common.out.print(
        f"{attacked} of {tasks} tasks attacked, {len(wrong)} attacks succeed; results in {record}"
        + (f"; {others} tasks are infeasible or have no checker" if others else ""),
        soft_wrap=True,
    )
