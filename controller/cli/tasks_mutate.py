"""`testbed tasks mutate`: how well checkers see what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from controller.cli import common
from controller.core.plain_text import plain_text
from controller.proofs.mutation import OUTCOMES, Mutant
from controller.proofs.mutation import mutate as make_mutants
from controller.proofs.mutation_record import MutationRecord
from controller.proofs.solved_episodes import SolvedEpisode, solved_in_proof, solved_in_run
from controller.records.run_folder import RunFolder
from controller.records.run_records import RunRecords
from controller.results.text_table import make_table
from controller.tasks.selection import Selection, load_tasks, select_tasks, task_source, tasks_root
from controller.tasks.task import Task
from testbed.errors import RecordsError, TaskError, UsageError


def mutate(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="A run that solved the tasks, or records of tasks validate."),
    ],
    task: common.TaskGlobs = None,
    most: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Additive mutants of each task at most, and as many others."),
    ] = 40,
    seed: Annotated[int, typer.Option(metavar="S", help="Which mutants are drawn.")] = 0,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File to add the figures to; those on record of a task as it is are not repeated.",
        ),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Repeat also those on record.")] = False,
    as_json: common.Json = False,
) -> None:
    """Measure checkers: change one thing in the evidence of solved episodes; the checker must not score 1.

    Additive mutants add to a right result or change what must stay: a format elsewhere, a hidden row, a file.
    The others drop or change the result.

    No guest is needed. FOLDER is a run whose episodes score 1, such as one of the agent oracle, or what `testbed tasks
    validate --out FOLDER` has recorded of reference solutions. With --record, repeat the command to go on after an
    interruption, or with records that have grown. Exit code 1: a checker ended with an error on a mutant, or a task has
    no episode that scores 1.
    """
    tasks, solved = _open_episodes(folder, task or ["*"])
    on_record = _open_record(record, tasks) if record else None
    mutants: list[Mutant] = []
    problems: dict[str, str] = {}
    for item in tasks:
        if on_record and not again and on_record.find(item, most, seed):
            continue
        try:
            episode = solved(item)
            made = make_mutants(episode, most=most, seed=seed)
        except (RecordsError, TaskError) as error:
            problems[item.id] = error.message
            continue
        mutants += made
        if on_record:
            on_record.put_mutants(episode, made, most, seed)
    if as_json:
        common.print_json(
            {
                **_figures(mutants),
                "additive": _figures([mutant for mutant in mutants if mutant.additive]),
                "mutants": [asdict(mutant) for mutant in mutants],
                "not_mutated": problems,
            }
        )
    else:
        _print_mutants(mutants, problems)
    if problems or any(mutant.outcome == "raised" for mutant in mutants):
        raise typer.Exit(1)


def _open_episodes(folder: Path, globs: Sequence[str]) -> tuple[list[Task], Callable[[Task], SolvedEpisode]]:
    """Return the tasks of a run, or of records of proofs, and what finds their episodes.

    Raises UsageError when the folder holds neither, RecordsError, TaskError.
    """

    def is_chosen(name: str) -> bool:
        return any(fnmatch(name, glob) for glob in globs)

    if not RunFolder(folder).run_file.is_file():
        tasks = select_tasks(Selection(), tasks_root())
        proven = [
            task
            for task in tasks
            if task.info.feasible and is_chosen(task.id) and (folder / task.id).is_dir()
        ]
        if proven:
            return proven, partial(solved_in_proof, folder=folder)
    records = RunRecords.open(folder)
    names = [name for name, epoch in records.episodes() if epoch == 1 and is_chosen(name)]
    source = task_source(records.info.source.ref, tasks_root())
    return load_tasks(names, source), partial(solved_in_run, records=records)


def _open_record(path: Path, tasks: Sequence[Task]) -> MutationRecord:
    """Raises UsageError when a task has no folder whose hash a record could have, or the file is malformed."""
    if other := next((item for item in tasks if item.folder is None), None):
        raise UsageError(
            f"no figures are recorded of {other.id}: it has no folder of its own", hint="leave --record out"
        )
    return MutationRecord(path)


def _figures(mutants: Sequence[Mutant]) -> dict[str, int]:
    outcomes = Counter(mutant.outcome for mutant in mutants)
    return {"made": len(mutants), **{str(outcome): outcomes[outcome] for outcome in OUTCOMES}}


def _print_mutants(mutants: Sequence[Mutant], problems: Mapping[str, str]) -> None:
    alive = [mutant for mutant in mutants if mutant.outcome != "killed"]
    if alive:
        columns = ("task", "outcome", "evidence", "change", "where")
        table = make_table(*columns, texts=columns)
        for mutant in alive:
            cells = (mutant.task, mutant.outcome, mutant.evidence, mutant.kind, mutant.place)
            table.add_row(*(Text(plain_text(cell)) for cell in cells))
        common.out.print(table)
    per_task = make_table("task", "mutants", "made", *OUTCOMES, texts=("task", "mutants"))
    for name, additive in dict.fromkeys((mutant.task, mutant.additive) for mutant in mutants):
        family = [mutant for mutant in mutants if (mutant.task, mutant.additive) == (name, additive)]
        per_task.add_row(name, "additive" if additive else "others", *map(str, _figures(family).values()))
    common.out.print(per_task)
    for name, why in problems.items():
        common.out.print(Text(f"{name}: not mutated: {plain_text(why)}"), soft_wrap=True)
    for of, family in (
        ("additive mutants", [mutant for mutant in mutants if mutant.additive]),
        ("others", [mutant for mutant in mutants if not mutant.additive]),
    ):
        killed = sum(mutant.outcome == "killed" for mutant in family)
        common.out.print(f"{len(family)} {of}, {killed / max(1, len(family)):.1%} killed")
