"""Plays attacks on tasks in real guests, and has each task's checker judge what they leave."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from checkers import Termination
from controller.core.guest import Guest
from controller.core.plain_text import plain_text
from controller.episode.paused_judging import judge_paused_guest
from controller.guests.link import access as guest_access
from controller.guests.provider import Provider
from controller.proofs.attacks.attack import Attack, Scene
from controller.proofs.attacks.catalogue import ATTACKS
from controller.proofs.attacks.scene import set_scene
from controller.runs.guest_pool import GuestPool
from controller.runs.worker_pool import run_workers
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.task import Task
from testbed.errors import (
    CancelledError,
    CheckerError,
    GuestBootError,
    GuestError,
    InfraError,
    RecordsError,
    TaskError,
)

Outcome = Literal["refused", "fooled", "raised", "lost", "not applicable"]
"""What came of an attack:

- refused: the checker scores it below 1.
- fooled: it scores 1.
- raised: the checker ended with an error, which a run counts as a failure of its own.
- lost: the guest no longer answers, which a run counts as the agent's failure.
- not applicable: it was not played.
"""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
LONGEST_DETAIL = 300
GUESTS_A_TASK = 4
"""Fresh guests that the attacks on one task may take, as some break theirs."""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What came of an attack on a task.

    Attributes:
        attack: The attack's name.
        outcome: What came of it.
        verdicts: How often the guest was judged, once for each answer.
        score: The highest score; None without a verdict.
        detail: The answer that scored 1, or the claim that did not hold last, or the error.
        seconds: How long it took.
    """

    attack: str
    outcome: Outcome
    verdicts: int = 0
    score: float | None = None
    detail: str = ""
    seconds: float = 0.0


def attackable(task: Task) -> bool:
    """Whether a checker's score can be attacked: calling an infeasible task so is the baseline `fail`'s part."""
    return task.info.feasible and task.judging.has_checker and task.folder is not None


def attack_tasks(
    jobs: Sequence[tuple[Task, Sequence[Attack]]],
    provider: Provider,
    guests: int,
    on_task: Callable[[Task, Sequence[AttackResult]], None],
    on_problem: Callable[[Task, str], None],
) -> None:
    """Play attacks on tasks in parallel guests, one guest a task at a time.

    Args:
        jobs: The tasks, each with the attacks to play.
        provider: Where the guests come from.
        guests: How many tasks are attacked at a time.
        on_task: Gets the results of a task, in any thread.
        on_problem: Gets why a task could not be attacked, in any thread; the others are.

    Raises KeyboardInterrupt, RecordsError; GuestBootError when no guest comes up.
    """
    cancel = threading.Event()
    snapshots = [task.select_snapshot(provider.snapshots) for task, _ in jobs]
    pool = GuestPool(provider, min(guests, len(jobs)), snapshots, spare=False)

    def run_job(_worker: int, job: tuple[Task, Sequence[Attack]]) -> None:
        task, attacks = job
        try:
            on_task(task, _attack(task, attacks, pool, provider, cancel))
        except (GuestBootError, CancelledError, RecordsError):
            raise
        except (InfraError, TaskError) as error:
            on_problem(task, error.message)

    run_workers(jobs, guests, run_job, cancel, pool.close)


def _attack(
    task: Task, attacks: Sequence[Attack], pool: GuestPool, provider: Provider, cancel: threading.Event
) -> list[AttackResult]:
    """Play attacks in order, in a further guest after one that broke its own. Raises InfraError, TaskError."""
    snapshot = task.select_snapshot(provider.snapshots)
    results: list[AttackResult] = []
    for number in range(GUESTS_A_TASK):
        left = attacks[len(results) :]
        if not left:
            break
        if number:
            pool.expect(snapshot)
        guest = pool.take(cancel, snapshot)
        try:
            guest_access.set_activity(guest.name, f"attacks on {task.id}")
            results += _in_guest(task, guest, left, cancel)
        finally:
            pool.give_back(guest)
    return results


def _in_guest(
    task: Task, guest: Guest, attacks: Sequence[Attack], cancel: threading.Event
) -> list[AttackResult]:
    """Play attacks in one guest until one breaks it."""
    scene = set_scene(task, guest, cancel)
    results: list[AttackResult] = []
    for attack in attacks:
        results.append(_play_attack(scene, attack, cancel))
        if results[-1].outcome == "lost":
            break
        try:
            scene.restore()
        except GuestError:
            break
    return results


def _play_attack(scene: Scene, attack: Attack, cancel: threading.Event) -> AttackResult:
    if not attack.applies(scene):
        return AttackResult(attack.name, "not applicable")
    started = time.monotonic()
    verdicts, best, detail = 0, 0.0, ""
    outcome: Outcome = "refused"
    try:
        for answer in attack.play(scene):
            view = JudgedGuest(scene.guest, Termination("success", answer))
            score = judge_paused_guest(scene.task, scene.guest, view, cancel, lambda _programs: None).score
            verdicts += 1
            if score.value >= 1:
                outcome, best, detail = "fooled", score.value, f"answer: {answer}" if answer else ""
                break
            best = max(best, score.value)
            detail = next((f"not met: {item.text}" for item in score.claims if not item.holds), "")
    except CheckerError as error:
        outcome, detail = "raised", error.message
    except GuestError as error:
        outcome, detail = "lost", error.message
    seconds = round(time.monotonic() - started, 1)
    return AttackResult(
        attack.name,
        outcome,
        verdicts,
        best if verdicts else None,
        plain_text(detail)[:LONGEST_DETAIL],
        seconds,
    )


def select_attacks(names: Sequence[str]) -> tuple[Attack, ...]:
    """Return the attacks of these names, all without any. Raises TaskError for a name that none has."""
    known = {attack.name: attack for attack in ATTACKS}
    for name in names:
        if name not in known:
            raise TaskError(f"there is no attack {name!r}", hint=f"use {', '.join(known)}")
    return tuple(known[name] for name in dict.fromkeys(names)) or ATTACKS
