"""Driving one subject: drawn documents and calls, each call judged, findings minimised."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from testbed.errors import GuestTimeoutError
from tests.guest.fuzz.case import Case
from tests.guest.fuzz.drawing import Enough, draw
from tests.guest.fuzz.minimise import minimise
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State, Subject
from tests.guest.fuzz.verdict import (
    Kind,
    Problem,
    check_answer,
    check_effect,
    check_redo,
    check_undo,
    check_undo_steps,
)

MEMORY_GROWTH_MIB: Final = 500.0
"""More than this taken by the calls of one document, and the application keeps memory of them."""
CALL_SECONDS: Final = 120.0


@dataclass(frozen=True)
class Finding:
    """A problem with the last call of a case."""

    problem: Problem
    case: Case

    @property
    def tool(self) -> str:
        return self.case.calls[-1][0]


@dataclass
class Tally:
    """What an exploration did and found."""

    calls: Counter[str] = field(default_factory=Counter)
    """Calls by tool."""
    errors: Counter[str] = field(default_factory=Counter)
    """Calls answered with an error, by tool."""
    kinds: Counter[Kind] = field(default_factory=Counter)
    """Problems by kind."""
    findings: list[Finding] = field(default_factory=list)
    """The first case of each tool and kind, minimised."""
    seconds: Counter[str] = field(default_factory=Counter)
    """Where the time went, by phase: open, call, state, undo, minimise."""

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Count the time of the body to `phase`."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[phase] += time.monotonic() - began

    def add(self, other: Tally) -> None:
        self.calls += other.calls
        self.errors += other.errors
        self.kinds += other.kinds
        self.findings += other.findings
        self.seconds += other.seconds


def explore(
    subject: Subject,
    tally: Tally,
    *,
    calls: int,
    number: int,
    deadline: float = float("inf"),
    tell: Callable[[Finding], object] = lambda _: None,
) -> None:
    """Make about `calls` calls, drawn from the seed `number`, until `deadline` (of `time.monotonic`); at least one.

    What was done and found is in `tally`, which is empty at first, even if this raises.
    """
    known: set[tuple[str, Kind]] = set()
    round_number = 0
    while tally.calls.total() < calls and (time.monotonic() < deadline or not tally.calls):
        finding = _first_new(subject, tally, known, calls, number * 1_000 + round_number, deadline)
        round_number += 1
        if finding:
            known.add((finding.tool, finding.problem.kind))
            tally.findings.append(finding)
            tell(finding)


def _first_new(
    subject: Subject, tally: Tally, known: set[tuple[str, Kind]], calls: int, number: int, deadline: float
) -> Finding | None:
    """Draw cases until one has a problem that is not `known`, and make that case small."""
    first: Finding | None = None

    def draw_case(data: st.DataObject) -> None:
        nonlocal first
        if tally.calls.total() >= calls or (tally.calls and time.monotonic() > deadline):
            raise Enough
        for finding in _play(subject, _drawn_calls(data, subject), data.draw(subject.documents()), tally):
            tally.kinds[finding.problem.kind] += 1
            if (finding.tool, finding.problem.kind) not in known:
                first = finding
                raise Enough

    draw(draw_case, number=number, examples=calls)
    if first is None:
        return None
    smallest = first

    def shows_problem(case: Case) -> bool:
        nonlocal smallest
        try:
            findings = play_case(subject, case)
        except (IndexError, KeyError):  # with this left out it is no document that the subject can make
            return False
        for finding in findings:
            if (finding.tool, finding.problem.kind) == (smallest.tool, smallest.problem.kind):
                smallest = finding
                return True
        return False

    with tally.timed("minimise"):
        minimise(first.case, shows_problem)
    return smallest


NextCall = Callable[[State, int], tuple[str, Arguments] | None]
"""The next call for a state, given how many were made; None ends the case."""


def _drawn_calls(data: st.DataObject, subject: Subject) -> NextCall:
    length = data.draw(st.integers(1, subject.calls_per_document))

    def drawn(state: State, made: int) -> tuple[str, Arguments] | None:
        if made == length:
            return None
        promise = data.draw(st.sampled_from(list(subject.promises)))
        return promise.tool, data.draw(promise.arguments(state))

    return drawn


def play_case(subject: Subject, case: Case) -> list[Finding]:
    """Play a kept case; returns what is found."""

    def kept(_state: State, made: int) -> tuple[str, Arguments] | None:
        return case.calls[made] if made < len(case.calls) else None

    return list(_play(subject, kept, case.document, Tally()))


def _play(subject: Subject, next_call: NextCall, document: Any, tally: Tally) -> Iterator[Finding]:
    promises = {promise.tool: promise for promise in subject.promises}
    with tally.timed("open"):
        subject.open(document)
    with tally.timed("state"):
        before = subject.state()
    made: list[tuple[str, Arguments]] = []
    grown = 0.0
    while call := next_call(before, len(made)):
        made.append(call)
        tool, arguments = call
        tally.calls[tool] += 1
        redone = len(made) % 2 == 0
        problems, before, taken = _judge_call(subject, promises[tool], arguments, before, tally, redone)
        grown += taken
        case = Case(subject.name, document, list(made))
        yield from (Finding(problem, case) for problem in problems)
        if any(problem.kind == "hung" for problem in problems):
            return
    if grown > MEMORY_GROWTH_MIB:
        text = f"{grown:.0f} MiB more memory after the calls"
        yield Finding(Problem("hung", text), Case(subject.name, document, made))


def _judge_call(
    subject: Subject, promise: Promise, arguments: Arguments, before: State, tally: Tally, redone: bool
) -> tuple[list[Problem], State, float]:
    """Make a call, look at what it did, take it back, perhaps redo it.

    Returns the problems, the state reached and the memory that the call took, in MiB. What reading a state takes
    (LibreOffice saves a copy) is not the tool's.
    """
    expected: Expected = promise.expected(before, arguments)
    steps = subject.undo_steps()
    memory = subject.memory_mib()
    began = time.monotonic()
    try:
        with tally.timed("call"):
            result: ToolResult = subject.guest.call_tool(promise.tool, arguments, timeout=CALL_SECONDS)
    except GuestTimeoutError as error:
        return [Problem("hung", str(error))], before, 0.0
    seconds = time.monotonic() - began
    taken = subject.memory_mib() - memory
    tally.errors[promise.tool] += result.is_error
    problems = check_answer(result, arguments, expected)
    if seconds > expected.seconds:
        problems.append(Problem("hung", f"{seconds:.1f} s; the answer was {result.text[:200]!r}"))
    with tally.timed("state"):
        after = subject.state()
    problems += check_effect(before, after, result, expected)
    least = not result.is_error and expected.undoable and after != before
    most = not result.is_error and expected.undoable
    problems += check_undo_steps(steps, subject.undo_steps(), least=int(least), most=int(most))
    if result.is_error or expected.error or not expected.undoable or after == before:
        return problems, after, taken
    with tally.timed("undo"):
        subject.undo()
        back = subject.state()
    problems += check_undo(before, back, expected, subject.disturbed(after))
    if not redone or not expected.redoable or not subject.has_redo():
        return problems, back, taken
    with tally.timed("undo"):
        subject.redo()
        again = subject.state()
    if not problems:
        problems += check_redo(after, again, expected)
    return problems, again, taken
