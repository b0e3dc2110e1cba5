"""Comparing what a call did with what was promised."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, Literal

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import ABSENT, Expected, State

Kind = Literal["silent", "refused", "collateral", "undo", "unbounded", "hung"]
KINDS: Final[tuple[Kind, ...]] = ("silent", "refused", "collateral", "undo", "unbounded", "hung")
"""Success without the effect; an error where the call is promised to work; a change that was not promised; one step of
Undo that does not restore; an answer too long or with a library's internals; too long, or memory that stays."""

ANSWER_CHARACTERS: Final = 2_000
ECHO_CHARACTERS: Final = 200
"""No run of an argument longer than this comes back in an error."""
_INTERNALS: Final = re.compile(
    r"\./\w+/source/|\.cxx|Errno \d|Traceback|com\.sun\.star|pyuno|0x[0-9a-f]{6,}"
    r"|\b(?:Attribute|Type|Key|Index|Value|Runtime|Unicode\w+|OS|Assertion)Error\b"
)
_SHOWN: Final = 4
"""Differences that a finding quotes."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a call."""

    kind: Kind
    text: str


def check_answer(result: ToolResult, arguments: object, expected: Expected) -> list[Problem]:
    """Check the form of the answer: its length, what it echoes, internals of libraries."""
    problems = []
    bounded = result.is_error or not expected.long_answer
    if bounded and len(result.text) > ANSWER_CHARACTERS:
        problems.append(Problem("unbounded", f"an answer of {len(result.text)} characters"))
    if result.is_error:
        if not result.text.strip():
            problems.append(Problem("unbounded", "an error without a text"))
        if match := _INTERNALS.search(_without_echo(result.text, arguments)):
            problems.append(
                Problem("unbounded", f"internals in an error: {match[0]!r} in {result.text[:300]!r}")
            )
        if any(text[:ECHO_CHARACTERS] in result.text for text in _long_texts(arguments)):
            problems.append(Problem("unbounded", "an error echoes a long argument"))
    return problems


def check_effect(before: State, after: State, result: ToolResult, expected: Expected) -> list[Problem]:
    """Check that what was promised happened, and nothing else; after an error nothing at all."""
    if result.is_error:
        problems = []
        if expected.error is False:
            problems.append(Problem("refused", f"refused: {result.text[:400]}"))
        if changed := differences(before, after):
            problems.append(Problem("collateral", f"an error ({result.text[:200]}) that changed {changed}"))
        return problems
    if expected.error:
        return [Problem("silent", f"success where it must refuse: {result.text[:300]}")]
    problems = []
    missing = {path: value for path, value in expected.changes.items() if after.get(path, ABSENT) != value}
    if missing:
        shown = ", ".join(
            f"{path}: {after.get(path, ABSENT)!r} instead of {value!r}"
            for path, value in list(missing.items())[:_SHOWN]
        )
        problems.append(Problem("silent", f"{shown}; the answer was {result.text[:200]!r}"))
    if changed := differences(before, after, (*expected.changes, *expected.free)):
        problems.append(Problem("collateral", f"changed besides: {changed}"))
    if expected.answer and (wrong := expected.answer(result)):
        problems.append(Problem("silent", f"{wrong}; the answer was {result.text[:200]!r}"))
    return problems


def check_undo(
    before: State, back: State, expected: Expected, disturbed: tuple[str, ...] = ()
) -> list[Problem]:
    """Check that one step of Undo restored the state before the call, but for what reading it `disturbed`.

    Undo does not bring back a view (`view/...`) that the tool was free to leave.
    """
    changed = differences(before, back, (*_free_view(expected), *expected.undo_free, *disturbed))
    return [Problem("undo", f"after Undo: {changed}")] if changed else []


def check_redo(after: State, again: State, expected: Expected) -> list[Problem]:
    """Check that Undo and Redo led to the state after the call, but for views that the tool was free to leave."""
    changed = differences(after, again, (*_free_view(expected), *expected.undo_free))
    return [Problem("undo", f"after Undo and Redo: {changed}")] if changed else []


def _free_view(expected: Expected) -> tuple[str, ...]:
    return tuple(path for path in expected.free if path.startswith("view/"))


def check_undo_steps(before: int | None, after: int | None, *, least: int, most: int) -> list[Problem]:
    """Check that a call added `least` to `most` steps to what the user can take back, and removed none."""
    if before is None or after is None or least <= after - before <= most:
        return []
    return [Problem("undo", f"{after} steps can be taken back after the call, {before} before it")]


def differences(one: State, other: State, allowed: tuple[str, ...] = ()) -> str:
    """Describe where two states differ outside the `allowed` paths and patterns; empty if nowhere."""
    exact = set(allowed)
    patterns = [pattern for pattern in allowed if any(sign in pattern for sign in "*?[")]
    differing = [
        path
        for path in sorted({*one, *other})
        if one.get(path, ABSENT) != other.get(path, ABSENT)
        and path not in exact
        and not any(fnmatchcase(path, pattern) for pattern in patterns)
    ]
    shown = [
        f"{path}: {_short(one.get(path, ABSENT))} -> {_short(other.get(path, ABSENT))}"
        for path in differing[:_SHOWN]
    ]
    more = len(differing) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 120 else f"{text[:120]}... ({len(text)} characters)"


def _long_texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if len(value) > ECHO_CHARACTERS else []
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return [text for item in value for text in _long_texts(item)] if isinstance(value, list) else []


def _without_echo(text: str, arguments: object) -> str:
    """The text without the arguments it quotes: one may be named like an internal."""
    for argument in _texts(arguments):
        if len(argument) > 3:
            text = text.replace(argument, "").replace(repr(argument)[1:-1], "")
    return text


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return [text for item in value for text in _texts(item)] if isinstance(value, list) else []
