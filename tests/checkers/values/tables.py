"""How the tables of answers are read."""

from __future__ import annotations

from checkers.values import Kind, Outcome, judge


def is_right(answer: str, expected: Kind, given: str = "") -> bool:
    """Whether an answer gives the expected value."""
    return judge(answer, expected, given).outcome is Outcome.RIGHT
