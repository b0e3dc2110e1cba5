"""Judging of a guest whose agent processes are stopped, after the result was prepared."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack

from checkers import GuestView, Score, claim
from controller.core.guest import Guest
from controller.guests.stopped_processes import pause_processes
from controller.tasks.judgement import Judgement
from controller.tasks.judging import judge_state
from controller.tasks.task import Task
from testbed.errors import CommandError, SetupError, TestbedError


def judge_paused_guest(
    task: Task,
    guest: Guest,
    view: GuestView,
    cancel: threading.Event,
    on_stopped: Callable[[list[str]], object],
    further: Callable[[GuestView, Judgement], Judgement] = lambda _view, judgement: judgement,
    capture: Callable[[], object] = lambda: None,
) -> Judgement:
    """Judge the guest in its present state through `view`.

    Args:
        task: The task; it prepares its result, unless the agent called it infeasible.
        guest: The guest.
        view: What the checker sees of it.
        cancel: Set when the run is cancelled.
        on_stopped: Gets the programs that were stopped, if any.
        further: Returns the verdict given the checker's, before the guest goes on.
        capture: Called before and after the checker looks at the guest, which nothing else changes meanwhile.

    Returns:
        The checker's score, the safety claims and the expected answer; the score 0 without the others when the result
        cannot be prepared, or the agent's processes cannot be stopped.

    Raises:
        InfraError, RecordsError, TaskError, CancelledError
    """
    termination = view.termination
    if termination is None or termination.status != "failure":
        try:
            task.judging.prepare(guest, cancel)
        except SetupError as error:
            return _failure("the result can be prepared for judging", error)
    with ExitStack() as stack:
        try:
            stopped = stack.enter_context(pause_processes(guest))
        except CommandError as error:
            return _failure("what the agent left running can be stopped", error)
        if stopped:
            on_stopped(stopped)
        capture()
        judgement = further(view, judge_state(task, view, cancel))
        capture()
        return judgement


def _failure(claimed: str, error: TestbedError) -> Judgement:
    return Judgement(Score.all_of(claim(claimed, False, error.message)))
