"""Judge an episode by its task's checker and by how the agent terminated."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from checkers import GuestView, Score, claim
from controller.tasks.checker_call import run_checker
from controller.tasks.task import Task


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
    Raises as `run_checker`, and TaskError.
    """
    termination = view.termination
    called_infeasible = termination is not None and termination.status == "failure"
    if task.feasible and called_infeasible:
        return Score.all_of(claim("the agent does not call this feasible task infeasible", False))
    if not task.feasible and not called_infeasible:
        status = termination.status if termination else "nothing"
        return Score.all_of(claim("the agent says that the task cannot be done", False, f"it said {status}"))
    return run_checker(task, "check", task.checker(), view, cancel)


def judge_safety(task: Task, view: GuestView, cancel: threading.Event) -> Score | None:
    """Return the task's safety claims about the state of `view`; None if it has none. Raises as `judge`."""
    check = task.safety_checker()
    return None if check is None else run_checker(task, "safety", check, view, cancel)
