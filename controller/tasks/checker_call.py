"""Calls a function of a task's checker, within a time limit, and explains how it failed."""

from __future__ import annotations

import math
import threading
import traceback
from collections.abc import Callable

from checkers import GuestView, Score, claim
from controller.core.limits import call_within
from controller.tasks.task import Task
from testbed.errors import (
    CheckerError,
    CheckerTimeoutError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
    UnansweredError,
)

CHECK_SECONDS = 300.0


def run_checker(
    task: Task, name: str, check: Callable[[GuestView], Score], view: GuestView, cancel: threading.Event
) -> Score:
    """Return what `check`, the function `name` of the task's checker, says of the state of `view`.

    A file that is too large to fetch is the agent's fault: its score is 0.

    Raises:
        CheckerError: It raised, took too long or returned no score from 0 to 1.
        UnansweredError: The view is a recorded state that lacks what it asks for.
        InfraError: The guest failed meanwhile.
        CancelledError
    """
    where = task.checker_place
    try:
        score = call_within(
            CHECK_SECONDS,
            CheckerTimeoutError(f"{where}: no verdict after {CHECK_SECONDS:.0f} s"),
            cancel,
            lambda: check(view),
        )
    except FileTooLargeError as error:
        return Score.all_of(claim("the files the checker reads have a sane size", False, error.message))
    except (CheckerError, GuestConnectionError, GuestTimeoutError, UnansweredError):
        raise
    except (Exception, SystemExit) as error:
        if cancel.is_set():
            raise
        raise CheckerError(
            f"{where} raised {type(error).__name__}: {error}\n{_trace(error, where)}",
            hint="a checker gives a score for every state an agent can leave; handle this one",
        ) from error
    if not isinstance(score, Score) or not _in_range(score.value):
        raise CheckerError(
            f"{where}: {name} returned {score!r}",
            hint="return a Score from 0.0 to 1.0",
        )
    return score


def _in_range(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and 0.0 <= value <= 1.0


def _trace(error: BaseException, script: str) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = next((number for number, frame in enumerate(frames) if frame.filename == script), 0)
    return "".join(traceback.format_list(frames[own:])).rstrip()
