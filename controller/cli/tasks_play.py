"""`testbed tasks play`: a person tries a task by hand, and has the checker judge it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer
from rich.text import Text

from checkers import Score, Termination
from controller.agents.builtin.human import watch as show_screen
from controller.cli import common
from controller.core.guest import Guest
from controller.core.plain_text import plain_text
from controller.episode.paused_judging import judge_paused_guest
from controller.guests.link import access as guest_access
from controller.guests.network_access import CLOSED
from controller.results.text_table import make_table
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import Task, with_variant
from testbed.errors import CheckerError, TaskError, TestbedError, UsageError

HELP = (
    "Enter: check as it stands, as if the agent had reported success; done ANSWER: with an answer; "
    "infeasible [ANSWER]: as if it had called the task infeasible; q: end"
)


def play(
    task: Annotated[str, typer.Argument(metavar="TASK", help="Task id.")],
    variant: Annotated[
        int, typer.Option(metavar="N", min=0, help="Variant to play of a task that has variants.")
    ] = 0,
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    servers: common.Servers = None,
) -> None:
    """Try a task by hand: a guest with the task's set-up, its screen live, and the checker whenever you press Enter.

    The checker is read again at each check, so that you can change check.py meanwhile.
    """
    tasks = select_tasks(Selection(globs=(task,), servers=servers), tasks_root())
    if len(tasks) != 1:
        raise UsageError(f"{task} matches {len(tasks)} tasks", hint="name one task by its id")
    item = with_variant(tasks[0], variant)
    network = item.servers.network(network)
    item.servers.check(network)
    item.judging.truth()
    item.judging.checker()
    cancel = threading.Event()
    with (
        suppress(KeyboardInterrupt),
        common.provider_named(provider, network=network, screen=screen, scale=scale) as guest_provider,
    ):
        guest = guest_provider.start(item.select_snapshot(guest_provider.snapshots))
        guest_access.set_activity(guest.name, f"played by hand, {item.id}")
        item.set_up(guest, cancel)
        common.out.print(Text(item.instruction), soft_wrap=True)
        with _view(guest):
            _converse(item, guest, cancel)


def _converse(task: Task, guest: Guest, cancel: threading.Event) -> None:
    """Judge the guest at each line typed, until one is "q" or the input ends. Raises InfraError."""
    common.out.print(HELP, markup=False, soft_wrap=True)
    while (typed := sys.stdin.readline()) and (words := typed.strip()) != "q":
        termination = _termination(words)
        if termination is None:
            common.out.print(HELP, markup=False, soft_wrap=True)
            continue
        try:
            view = JudgedGuest(guest, termination)
            judgement = judge_paused_guest(task, guest, view, cancel, lambda _programs: None)
        except (CheckerError, TaskError) as error:
            common.out.print(f"error: {error.message}", markup=False, soft_wrap=True)
        else:
            _print_claims(judgement.score, "claim")
            if judgement.safety:
                _print_claims(judgement.safety, "safety")
            common.out.print(f"score {judgement.score.value:g}")


def _termination(words: str) -> Termination | None:
    """Return how the agent ended, as it was typed; None for a line that means nothing."""
    word, _, answer = words.partition(" ")
    match word.lower():
        case "" | "done":
            return Termination("success", answer.strip())
        case "infeasible":
            return Termination("failure", answer.strip())
    return None


def _print_claims(score: Score, heading: str) -> None:
    table = make_table(heading, "holds", "found", texts=(heading, "holds", "found"))
    for claim in score.claims:
        cells = (claim.text, "yes" if claim.holds else "no", claim.found)
        table.add_row(*(Text(plain_text(cell)) for cell in cells))
    if score.claims:
        common.out.print(table)


@contextmanager
def _view(guest: Guest) -> Iterator[None]:
    """Show the guest's screen meanwhile; print a line when it cannot be shown, as that of a fake guest."""
    over = threading.Event()

    def serve() -> None:
        try:
            show_screen(guest.name, lambda _message: None, lambda: not over.is_set())
        except TestbedError as error:
            common.err.print(f"no view: {error.message}", markup=False, soft_wrap=True)

    thread = threading.Thread(target=serve, name="view of a task", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
