"""`testbed tasks validate --watch TASK`: prove again what its author changes."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from controller.cli.display import Goal, Style, watching
from controller.core.interrupts import terminate_as_interrupt
from controller.guests.network_access import CLOSED
from controller.guests.provider import Provider
from controller.proofs.proof_cases import count_cases
from controller.proofs.proof_record import ProofRecorder
from controller.proofs.proof_watch import WarmProver, await_change, content
from controller.proofs.verdicts import Verdict
from controller.tasks.selection import load_tasks, task_source, tasks_root
from controller.tasks.task import Task, with_servers
from testbed.errors import UsageError


def the_one(tasks: Sequence[Task], option: str) -> tuple[Task, Path]:
    """Return the only task of a selection, and its folder. Raises UsageError when there are others, or no folder."""
    if len(tasks) != 1:
        raise UsageError(
            f"{option} takes one task, and {len(tasks)} are selected", hint="name one task by its id"
        )
    if tasks[0].folder is None:
        raise UsageError(f"{option} takes a task with a folder, and {tasks[0].id} has none")
    return tasks[0], tasks[0].folder


def watch(
    tasks: Sequence[Task],
    guest_provider: Provider,
    guests: int,
    variants: Sequence[int],
    out: Path,
    console: Console,
    style: Style,
    show: Callable[[Sequence[Verdict], Path], None],
    network: str = CLOSED,
    screen: str = "",
) -> None:
    """Prove a task at once and whenever its files change, until Ctrl-C; `show` prints the verdicts.

    The records of each proof are in a folder of their own in `out`, numbered from 1.

    Raises UsageError when not one task is selected; RecordsError; GuestBootError when no guest comes up.
    """
    first, folder = the_one(tasks, "--watch")

    def line(text: str) -> None:
        console.print(text, markup=False, soft_wrap=True)

    with (
        suppress(KeyboardInterrupt),
        terminate_as_interrupt(),
        WarmProver(guest_provider, guests, variants) as prover,
    ):
        for number in itertools.count(1):
            seen = content(folder)
            finished = True
            try:
                (loaded,) = load_tasks([first.id], task_source(first.source, tasks_root()))
                task = with_servers(loaded, first.servers.added)
                task.judging.truth()
                task.judging.checker()
                recorder = ProofRecorder([task], guest_provider, network, screen)
                records = out / str(number)
                with watching(style, Goal(count_cases([task], variants)), console) as observer:
                    verdicts = prover.prove(task, records, observer, seen, recorder.record)
            except UsageError as error:
                line(f"error: {error.message}" + (f"; {error.hint}" if error.hint else ""))
            else:
                finished = verdicts is not None
                if verdicts is None:
                    line(f"{first.id} has changed")
                else:
                    show(verdicts, records)
                for problem in recorder.problems:
                    line(problem)
            if finished:
                line(f"waiting for a change in {folder}; Ctrl-C ends")
            await_change(folder, seen if finished else "", threading.Event())
