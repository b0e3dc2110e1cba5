"""Judging one cell of the table: what a tool did in a state."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import Expected, State
from tests.guest.fuzz.verdict import Problem, check_answer, check_effect, differences
from tests.guest.states.table import AppState

Outcome = Literal[
    "effect", "refused", "unnamed", "silent", "collateral", "lost", "hung", "crash", "unreached"
]
OUTCOMES: Final[tuple[Outcome, ...]] = (
    *("effect", "refused", "unnamed", "silent", "collateral", "lost", "hung", "crash", "unreached"),
)
"""As promised; an error that names the state; one that does not; success without the effect; a change that was not
promised; typed text gone; no answer in time, or the next reading tool does not work; a library's error; the application
was not brought into the state."""
RIGHT: Final[tuple[Outcome, ...]] = ("effect", "refused")


@dataclass(frozen=True)
class Answer:
    """What a call returned, and when. `result` is None for no answer; `limit` is the tool's own, in seconds."""

    result: ToolResult | None
    seconds: float
    limit: float

    @property
    def is_late(self) -> bool:
        return self.result is None or self.seconds > self.limit


@dataclass(frozen=True)
class Observation:
    """A call in a state.

    Attributes:
        arguments: Of the call.
        expected: What it must do, if the state does not hinder it.
        answer: Of the call.
        reading: Of the read-only tool called after it; None where none was.
        keeps: What the state's `keeps` returned after the call, if it has one.
        before: The application without the call, `after` with it; None if it cannot be read any more.
    """

    arguments: object
    expected: Expected
    answer: Answer
    reading: Answer | None
    before: State | None
    after: State | None
    keeps: bool | None = None


def judge(state: AppState, seen: Observation) -> tuple[Outcome, str]:
    """Return the outcome, and what is wrong (or the error of a call that was rightly refused)."""
    return (
        _judge_answer(state, seen)
        or _judge_reading(state, seen)
        or _judge_text(state, seen)
        or _judge_effect(state, seen)
    )


Verdict = tuple[Outcome, str]


def _judge_answer(state: AppState, seen: Observation) -> Verdict | None:
    answer = seen.answer
    if answer.result is None or answer.is_late:
        text = answer.result.text[:300] if answer.result else "no answer"
        return "hung", f"{answer.seconds:.1f} s, its limit is {answer.limit:g} s: {text}"
    internals = check_answer(answer.result, seen.arguments, seen.expected)
    return ("crash", internals[0].text) if internals else None


def _judge_reading(state: AppState, seen: Observation) -> Verdict | None:
    reading = seen.reading
    if reading is None:
        return None
    if reading.result is None or reading.is_late:
        return "hung", f"the next reading tool took {reading.seconds:.1f} s"
    internals = check_answer(reading.result, {}, Expected(long_answer=True))
    if internals:
        return "crash", f"the next reading tool: {internals[0].text}"
    if reading.result.is_error and (state.reads or not _is_named(state, reading.result.text)):
        return "hung", f"the next reading tool failed: {reading.result.text[:300]}"
    return None


def _judge_text(state: AppState, seen: Observation) -> Verdict | None:
    if not state.typed or seen.after is None:
        return None
    if seen.keeps or (seen.keeps is None and _holds(seen.after, state.typed)):
        return None
    if (
        seen.keeps is None
        and seen.before is not None
        and _holds(seen.before, state.typed)
        and _is_as_promised(state, seen)
    ):
        return None  # the tool deletes or replaces what is being typed into
    return "lost", f"{state.typed!r} is nowhere; the answer was {_text(seen)}"


def _holds(values: State, text: str) -> bool:
    return text in json.dumps(values, ensure_ascii=False)


def _is_as_promised(state: AppState, seen: Observation) -> bool:
    assert seen.answer.result is not None
    return not _problems(state, seen.before, seen.after, seen.answer.result, seen.expected)


def _judge_effect(state: AppState, seen: Observation) -> Verdict:
    result, expected = seen.answer.result, seen.expected
    assert result is not None
    problems = _problems(state, seen.before, seen.after, result, expected)
    if problems:
        return ("silent" if problems[0].kind == "silent" else "collateral"), problems[0].text
    if not result.is_error:
        return ("silent", f"success: {_text(seen)}") if state.ended else ("effect", "")
    for_its_own_reason = expected.error or (expected.error is None and not state.names)
    if for_its_own_reason or _is_named(state, result.text):
        return "refused", result.text[:300]
    return "unnamed", f"the error does not name the state: {result.text[:300]}"


def _problems(
    state: AppState, before: State | None, after: State | None, result: ToolResult, expected: Expected
) -> list[Problem]:
    """Compare, where it can be read: an error, right or not, must leave everything but what the state changes."""
    if before is None or after is None:
        return []
    if not result.is_error:
        return check_effect(before, after, result, replace(expected, free=(*expected.free, *state.free)))
    changed = differences(before, after, state.free)
    return (
        [Problem("collateral", f"an error ({result.text[:200]}) that changed {changed}")] if changed else []
    )


def _is_named(state: AppState, text: str) -> bool:
    return bool(state.names and re.search(state.names, text, re.IGNORECASE))


def _text(seen: Observation) -> str:
    return repr(seen.answer.result.text[:200]) if seen.answer.result else "none"
