"""Walking through the table: each tool called in each state, each cell judged and handed on."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools
from testbed.errors import GuestError, GuestTimeoutError
from tests.guest.fuzz.drawing import Enough, draw
from tests.guest.fuzz.promises import ABSENT, Arguments, Expected, Promise, State, Subject
from tests.guest.states.table import AppState, AppTable, UnreachedError
from tests.guest.states.verdict import RIGHT, Answer, Observation, Outcome, judge
from tests.waiting import limit

DRAWS = 200
"""How many calls are drawn until one is sure to have an effect."""
SPARE_SECONDS = 5.0
"""Beyond its limit a tool waits for its turn, and its answer comes through the guest's connection."""
CALL_SECONDS = 120.0


@dataclass(frozen=True)
class Cell:
    """A cell with its outcome."""

    app: str
    state: str
    tool: str
    outcome: Outcome
    text: str
    arguments: Arguments
    seconds: float


def walk(
    subject: Subject,
    table: AppTable,
    wanted: Collection[tuple[str, str]],
    *,
    seed: int,
    tell: Callable[[Cell], object],
    deadline: float = float("inf"),
) -> None:
    """Judge the `wanted` cells (state, tool), until `deadline` (of `time.monotonic`)."""
    for state in table.states:
        promises = [promise for promise in subject.promises if (state.name, promise.tool) in wanted]
        with closing(_Walk(subject, table, state, seed).cells(promises)) as cells:
            for cell in cells:
                tell(cell)
                if time.monotonic() > deadline:
                    return


class _Walk:
    """One state, in which tools are called until one ends or changes it; then it is made anew."""

    def __init__(self, subject: Subject, table: AppTable, state: AppState, seed: int) -> None:
        self._subject = subject
        self._table = table
        self._state = state
        self._seed = seed
        self._limits = tool_limits()
        self._before: State = {}

    def cells(self, promises: Sequence[Promise]) -> Generator[Cell, None, None]:
        entered = False
        try:
            for place, promise in enumerate(promises):
                started = time.monotonic()
                if not entered and (problem := self._enter()):
                    for each in promises[place:]:
                        yield self._cell(each.tool, "unreached", problem, {}, started)
                    return
                outcome, text, arguments, entered = self._call(promise)
                yield self._cell(promise.tool, outcome, text, arguments, started)
        finally:
            if entered:
                self._stays(wanted=False)

    def _cell(self, tool: str, outcome: Outcome, text: str, arguments: Arguments, started: float) -> Cell:
        seconds = round(time.monotonic() - started, 1)
        return Cell(self._state.app, self._state.name, tool, outcome, text, arguments, seconds)

    def _enter(self) -> str:
        """Bring the application into the state; returns why that failed."""
        state, subject = self._state, self._subject
        try:
            subject.open({**self._table.document, **state.document})
            state.prepare(subject)
            self._before = subject.state()
            state.enter(subject)
            if not state.holds(subject):
                raise UnreachedError("the application is not in the state")
        except (AssertionError, GuestError, TimeoutError) as error:
            self._table.end(subject)
            return f"{type(error).__name__}: {error}"[-600:]
        return ""

    def _call(self, promise: Promise) -> tuple[Outcome, str, Arguments, bool]:
        """Make a call and judge it; returns with the verdict whether the application still is in the state."""
        state, subject, before = self._state, self._subject, self._before
        arguments, expected = valid_call(promise, before, self._seed)
        answer = self._answer(promise.tool, arguments)
        reading = self._answer(self._table.reader, {}) if self._table.reader else None
        try:
            if not (state.readable or state.ended):
                state.leave(subject)
            after = None if state.ended else subject.state()
            keeps = state.keeps(subject) if state.keeps else None
        except (AssertionError, GuestError, TimeoutError) as error:
            self._table.end(subject)
            problem = f"afterwards the application cannot be read: {error}"[-600:]
            return "hung", f"{problem}; the answer was {answer.result}", arguments, False
        seen = Observation(
            arguments, expected, answer, reading, None if state.ended else before, after, keeps
        )
        outcome, text = judge(state, seen)
        stays = outcome in RIGHT and (state.ended or (state.readable and after == before))
        return outcome, text, arguments, self._stays(stays)

    def _stays(self, wanted: bool) -> bool:
        """Whether the application still is in the state; one in which no other call is made is left."""
        state, subject = self._state, self._subject
        try:
            if wanted and state.holds(subject):
                return True
            if state.readable or state.ended:
                state.leave(subject)
            if state.ended:
                self._table.end(subject)
        except (AssertionError, GuestError, TimeoutError):
            self._table.end(subject)  # the next call begins with another one
        return False

    def _answer(self, tool: str, arguments: Arguments) -> Answer:
        began = time.monotonic()
        result: ToolResult | None = None
        with suppress(GuestTimeoutError):
            result = self._subject.guest.call_tool(tool, arguments, timeout=CALL_SECONDS)
        return Answer(result, time.monotonic() - began, limit(self._limits[tool] + SPARE_SECONDS))


def tool_limits() -> dict[str, float]:
    """Return each tool's own limit in seconds."""
    import_tools()
    return {spec.name: spec.seconds for spec in all_tools()}


def valid_call(promise: Promise, state: State, seed: int) -> tuple[Arguments, Expected]:
    """Draw a well-formed call that must succeed, if there is one that changes something.

    A tool that may refuse every call in this state is called so that it may succeed.
    """
    best: tuple[int, Arguments, Expected] | None = None

    def consider(data: st.DataObject) -> None:
        nonlocal best
        arguments = data.draw(promise.arguments(state))
        expected = promise.expected(state, arguments)
        worth = _worth(expected, state)
        if best is None or worth > best[0]:
            best = worth, arguments, expected
        if worth == _BEST:
            raise Enough

    draw(consider, number=zlib.crc32(f"{seed} {promise.tool}".encode()), examples=DRAWS)
    assert best, f"no call of {promise.tool} can be drawn"
    return best[1], best[2]


_BEST = 3


def _worth(expected: Expected, state: State) -> int:
    if expected.error:
        return 0
    changes: Any = any(state.get(path, ABSENT) != value for path, value in expected.changes.items())
    return (1 if expected.error is None else 2) + bool(changes)
