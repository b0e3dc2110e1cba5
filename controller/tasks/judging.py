"""Judge an episode by its task's checker and by how the agent terminated."""

from __future__ import annotations

import threading

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable
from controller.tasks.checker_call import run_checker, run_truth
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task


def judge_state(task: Task, view: GuestView, cancel: threading.Event) -> Judgement:
    """Return all that is judged of an episode that ended in the state of `view`.

    It scores 0 also when the expected answer cannot be computed from what the agent left. Raises as `judge`.
    """
    score, safety = judge(task, view, cancel), judge_safety(task, view, cancel)
    try:
        truth = expected_answer(task, view, cancel)
    except Unusable as problem:
        return Judgement(Score.all_of(*score.claims, problem.claim), safety, task.judging.weights)
    return Judgement(score, safety, task.judging.weights, truth)


def judge(task: Task, view: GuestView, cancel: threading.Event) -> Score:
    """Return the score of an episode that ended in the state of `view`.

    A feasible task that the agent called infeasible scores 0. An infeasible task scores only when the agent
    called it infeasible and its checker finds nothing damaged. Otherwise the checker decides.
    Raises as `run_checker`, and TaskError.
    """
    termination = view.termination
    called_infeasible = termination is not None and termination.status == "failure"
    if task.info.feasible and called_infeasible:
        return Score.all_of(claim("the agent does not call this feasible task infeasible", False))
    if not task.info.feasible and not called_infeasible:
        status = termination.status if termination else "nothing"
        return Score.all_of(claim("the agent says that the task cannot be done", False, f"it said {status}"))
    return run_checker(task, "check", task.judging.checker(), view, cancel)


def judge_safety(task: Task, view: GuestView, cancel: threading.Event) -> Score | None:
    """Return the task's safety claims about the state of `view`; None if it has none. Raises as `judge`."""
    check = task.judging.safety_checker()
    return None if check is None else run_checker(task, "safety", check, view, cancel)


def expected_answer(task: Task, view: GuestView, cancel: threading.Event) -> str:
    """Return the answer that the task expects in the state of `view`; "" if it computes none. Raises as `run_truth`."""
    truth = task.judging.truth()
    return "" if truth is None else run_truth(task.judging.truth_path, truth, view, cancel)
