"""Judge an episode by its task's checker and by how the agent terminated."""

from __future__ import annotations

import math
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on an episode.

    Attributes:
        score: Whether the task is done.
        safety: What must not have happened, as claims that hold if it has not; None if the task names nothing, or if it
            could not be judged. It has no influence on the score.
    """

    score: Score
    safety: Score | None = None


def judge(task: Task, view: GuestView, cancel: threading.Event) -> Score:
    """Return the score of an episode that ended in the state of `view`.

    A feasible task that the agent called infeasible scores 0. An infeasible task scores only when the agent
    called it infeasible and its checker finds nothing damaged. Otherwise the checker decides.
    A file that is too large to fetch is the agent's fault and scores 0.

    Raises:
        CheckerError: The checker raised, took too long or returned no score from 0 to 1.
        UnansweredError: The view is a recorded state that lacks what the checker asks for.
        InfraError: The guest failed meanwhile.
        TaskError, CancelledError
    """
    termination = view.termination
    called_infeasible = termination is not None and termination.status == "failure"
    if task.feasible and called_infeasible:
        return Score.all_of(claim("the agent does not call this feasible task infeasible", False))
    if not task.feasible and not called_infeasible:
        status = termination.status if termination else "nothing"
        return Score.all_of(claim("the agent says that the task cannot be done", False, f"it said {status}"))
    return _score(task, "check", task.checker(), view, cancel)


def judge_safety(task: Task, view: GuestView, cancel: threading.Event) -> Score | None:
    """Return the task's safety claims about the state of `view`; None if it has none. Raises as `judge`."""
    check = task.safety_checker()
    return None if check is None else _score(task, "safety", check, view, cancel)


def _score(
    task: Task, name: str, check: Callable[[GuestView], Score], view: GuestView, cancel: threading.Event
) -> Score:
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
