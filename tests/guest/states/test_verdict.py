"""The judgement of a cell: each outcome that is a fault is seen, and what is right is not called wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import Expected, State
from tests.guest.states.table import AppState, nothing
from tests.guest.states.verdict import Answer, Observation, Outcome, judge

BEFORE: State = {"cell/A1": 1, "cell/B1": "quzhalf", "view/sheet": "One"}
DIALOG = AppState("calc", "dialog Sort", nothing, names="Sort", free=("view/*",))
TYPING = AppState("calc", "typing", nothing, typed="quzhalf")
ENDED = AppState("calc", "ended", nothing, names="not running", ended=True, reads=False)
READ = Answer(ToolResult("Sheet One"), 0.1, 30.0)
SET = Expected(changes={"cell/A1": 2})


def error(text: str) -> ToolResult:
    return ToolResult(text, is_error=True)


def seen(
    result: ToolResult | None,
    after: State | None,
    *,
    seconds: float = 1.0,
    expected: Expected = SET,
    reading: Answer = READ,
) -> Observation:
    before = None if after is None else BEFORE
    return Observation({}, expected, Answer(result, seconds, 30.0), reading, before, after)


DONE, CHANGED, CHANGED_TEXT = ToolResult("Done."), {**BEFORE, "cell/A1": 2}, {**BEFORE, "cell/B1": "other"}
NAMED = error('The dialog "Sort" is open in LibreOffice.')


@pytest.mark.parametrize(
    ("state", "observation", "outcome"),
    [
        (DIALOG, seen(DONE, CHANGED), "effect"),
        (DIALOG, seen(DONE, {**CHANGED, "view/sheet": "Two"}), "effect"),
        (DIALOG, seen(NAMED, BEFORE), "refused"),
        (DIALOG, seen(error("LibreOffice refused."), BEFORE), "unnamed"),
        (replace(DIALOG, names=""), seen(NAMED, BEFORE), "unnamed"),
        (DIALOG, seen(DONE, BEFORE), "silent"),
        (DIALOG, seen(NAMED, CHANGED), "collateral"),
        (DIALOG, seen(DONE, {**CHANGED, "cell/B1": "other"}), "collateral"),
        (TYPING, seen(DONE, CHANGED), "effect"),
        (TYPING, seen(DONE, {**CHANGED, "cell/B1": "quz"}), "lost"),
        (TYPING, seen(DONE, CHANGED_TEXT, expected=Expected(changes={"cell/B1": "other"})), "effect"),
        (replace(TYPING, typed="in a shape"), replace(seen(DONE, CHANGED), keeps=True), "effect"),
        (TYPING, replace(seen(DONE, CHANGED), keeps=False), "lost"),
        (TYPING, seen(DONE, {**CHANGED, "cell/B1": "quz", "cell/C9": "quzhalf"}), "collateral"),
        (DIALOG, seen(None, BEFORE), "hung"),
        (DIALOG, seen(NAMED, BEFORE, seconds=31.0), "hung"),
        (DIALOG, seen(NAMED, BEFORE, reading=Answer(None, 120.0, 30.0)), "hung"),
        (DIALOG, seen(NAMED, BEFORE, reading=Answer(error("Sort"), 0.1, 30.0)), "hung"),
        (DIALOG, seen(error("set failed: AttributeError: getActiveSheet"), BEFORE), "crash"),
        (DIALOG, seen(NAMED, BEFORE, reading=Answer(error("env_info: KeyError: 'x'"), 0.1, 30.0)), "crash"),
        (ENDED, seen(error("LibreOffice is not running."), None), "refused"),
        (ENDED, seen(DONE, None), "silent"),
        (
            ENDED,
            seen(error("not running"), None, reading=Answer(error("It is not running."), 0.1, 30.0)),
            "refused",
        ),
    ],
)
def test_a_cell_is_judged(state: AppState, observation: Observation, outcome: Outcome) -> None:
    assert judge(state, observation)[0] == outcome
