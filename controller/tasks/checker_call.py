"""Calls a function of a task's `check.py` or `truth.py`, within a time limit, and explains how it failed."""

from __future__ import annotations

import math
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable
from controller.core.limits import call_within
from controller.tasks.task import Task
from testbed.errors import (
    CheckerError,
    CheckerTimeoutError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
    NodeError,
    NotRecordedError,
)

CHECK_SECONDS = 300.0
LONGEST_TRUTH = 20_000
"""Most characters of a computed expected answer."""
_Result = TypeVar("_Result")
_EXPLAINED = (
    CheckerError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
    NodeError,
    NotRecordedError,
)
"""Errors whose message already names what failed."""


def run_checker(
    task: Task, name: str, check: Callable[[GuestView], Score], view: GuestView, cancel: threading.Event
) -> Score:
    """Return what `check`, the function `name` of the task's checker, says of the state of `view`.

    A file that is too large to fetch is the agent's fault: its score is 0.

    Raises:
        CheckerError: It raised, took too long or returned no score from 0 to 1.
        NotRecordedError: The view is a recorded state that lacks what it asks for.
        InfraError: The guest or its node failed meanwhile.
        CancelledError
    """
    where, duty = task.judging.checker_path, "a checker gives a score for every state an agent can leave"
    try:
        score = _call(where, duty, check, view, cancel)
    except FileTooLargeError as error:
        return Score.all_of(claim("the files the checker reads have a sane size", False, error.message))
    if not isinstance(score, Score) or not _in_range(score.value):
        raise CheckerError(
            f"{where}: {name} returned {score!r}",
            hint="return a Score from 0.0 to 1.0",
        )
    return score


def run_truth(
    place: Path, truth: Callable[[GuestView], str], view: GuestView, cancel: threading.Event
) -> str:
    """Return the expected answer that the script at `place` computes in the state of `view`.

    Raises:
        Unusable: What it is computed from is missing in the guest, or is no longer what it was.
        CheckerError: It raised, took too long or returned no text.
        NotRecordedError, InfraError, CancelledError: As `run_checker`.
    """
    where, duty = str(place), "it computes the expected answer in every state an agent can leave"
    try:
        text = _call(where, duty, truth, view, cancel, (*_EXPLAINED, Unusable))
    except FileTooLargeError as error:
        raise Unusable("the files the expected answer is computed from have a sane size", error) from error
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TRUTH:
        raise CheckerError(
            f"{where}: truth returned {str(text)[:80]!r}",
            hint=f"return the expected answer as a text of 1 to {LONGEST_TRUTH} characters",
        )
    return text


def _call(
    where: str,
    duty: str,
    call: Callable[[GuestView], _Result],
    view: GuestView,
    cancel: threading.Event,
    explained: tuple[type[Exception], ...] = _EXPLAINED,
) -> _Result:
    """Return what `call` returns; errors that are not `explained` become one with the script's line."""
    try:
        return call_within(
            CHECK_SECONDS,
            CheckerTimeoutError(f"{where}: no verdict after {CHECK_SECONDS:.0f} s"),
            cancel,
            lambda: call(view),
        )
    except explained:
        raise
    except (Exception, SystemExit) as error:
        if cancel.is_set():
            raise
        raise CheckerError(
            f"{where} raised {type(error).__name__}: {error}\n{_trace(error, where)}",
            hint=f"{duty}; handle this one",
        ) from error


def _in_range(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and 0.0 <= value <= 1.0


def _trace(error: BaseException, script: str) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = next((number for number, frame in enumerate(frames) if frame.filename == script), 0)
    return "".join(traceback.format_list(frames[own:])).rstrip()
