"""What in an answer may be the expected value, and the interface of the kinds of values that look for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from checkers.values.passage import Passage

RIGHT = frozenset({0})
"""The matches of a candidate that is the one expected value."""


class Rank(IntEnum):
    """How clearly a candidate is of the expected kind; those of a higher rank do not count beside better ones."""

    EXPLICIT = 0
    """It has a unit or a noun of the kind, or a form that no other kind has."""
    RATE = 1
    """It has a unit of the kind, and is for each of several things."""
    BARE = 2
    """It is a number alone."""
    WEAK = 3
    """It may well be something else: a year, the number of a row, a count of other things."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A part of an answer that has a value of the expected kind.

    Attributes:
        start: Where it starts in the text.
        end: Where it ends.
        values: What it may mean, each in a form that can be compared.
        matches: Which of the expected values it is, by their numbers; empty if it is another value.
        rank: How clearly it is of the kind.
        operand: Whether it is only calculated with.
        size: Its number, for sums; None for other kinds.
    """

    start: int
    end: int
    values: frozenset[Hashable]
    matches: frozenset[int] = frozenset()
    rank: Rank = Rank.EXPLICIT
    operand: bool = False
    size: float | None = None


class Kind(Protocol):
    """An expected value, which knows the forms that values of its kind have."""

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the values of this kind in an answer, in their order; the expected one has the match 0."""
        ...
