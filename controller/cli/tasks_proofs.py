"""`testbed tasks proofs`: what is proven, on what, when, and what has changed since; `validate --stale`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from controller.cli import common
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.plain_text import plain_text
from controller.proofs.proof_record import ProofState, proof_states
from controller.results.text_table import make_table
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task
from testbed.command import command

SHOWN = 4
"""Changes told of a task."""


@takes_options(*SOURCES)
def proofs(
    context: typer.Context,
    given: Given,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    stale: Annotated[bool, typer.Option("--stale", help="Only tasks that must be proven again.")] = False,
    as_json: common.Json = False,
) -> None:
    """List the proofs on record: when a task was proven, on which image, and what has changed since.

    A task must be proven again when its folder, the modules of checkers that it uses or its claims have changed.
    Another image, list of tools or reader of states makes a proof older, not wrong.
    """
    chosen = common.selection(suite, task, domain, limit, None, source_options(context, given))
    tasks = select_tasks(chosen, tasks_root())
    states = proof_states(tasks)
    shown = [state for state in states if state.stale or not stale]
    if as_json:
        common.print_json([{**asdict(state), "proof": _as_json(state)} for state in shown])
        return
    columns = ("task", "proven", "by", "claims", "seconds", "state")
    table = make_table(*columns, texts=("proven", "by", "state"))
    for state in shown:
        table.add_row(*(Text(plain_text(cell)) for cell in _cells(state)))
    if shown:
        common.out.print(table)
    wrong = sum(bool(state.stale) for state in states)
    older = sum(bool(state.older) and not state.stale for state in states)
    common.out.print(
        f"{len(states)} tasks: {len(states) - wrong} proven, {older} of them on another image, list of tools or reader"
        f" of states; {wrong} to prove" + (f": {command('tasks validate --stale')}" if wrong else ""),
        soft_wrap=True,
    )


def to_prove(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks that have no proof of what they are now."""
    stale = {state.task for state in proof_states(tasks) if state.stale}
    return [task for task in tasks if task.id in stale]


def _as_json(state: ProofState) -> object:
    return state.proof.model_dump(mode="json") if state.proof else None


def _cells(state: ProofState) -> tuple[str, ...]:
    proof = state.proof
    if proof is None:
        return (state.task, "-", "-", "-", "-", _in_words(state))
    seconds = sum(claim.seconds for claim in proof.claims.values())
    by = f"{proof.provider} {proof.image[:12]}"
    return (state.task, proof.date, by, str(len(proof.claims)), str(seconds), _in_words(state))


def _in_words(state: ProofState) -> str:
    if state.proof is None:
        return "; ".join(state.stale)
    named = state.stale[:SHOWN]
    more = f" and {len(state.stale) - SHOWN} more" if len(state.stale) > SHOWN else ""
    changed = [f"changed: {', '.join(named)}{more}"] if named else []
    other = [f"on another {' and '.join(_NAMES[name] for name in state.older)}"] if state.older else []
    return "; ".join([*changed, *other]) or "proven"


_NAMES = {"image": "image", "tools": "list of tools", "readers": "reader of states"}
