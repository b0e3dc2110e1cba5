"""Expected dates."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checkers.values.candidates import RIGHT, Candidate, Rank
from checkers.values.days import WEEKDAYS, Day, read_compact
from checkers.values.passage import Passage
from checkers.values.spans import Span


@dataclass(frozen=True, slots=True)
class Date:
    """A date that an answer has to give.

    Both readings of 03/05/2026 are taken. A weekday that is not the date's is a contradiction, as it names another day.

    Attributes:
        year: The year.
        month: The month, from 1.
        day: The day of the month.
        year_needed: The question asks for the year, so "3 May" is not enough.
    """

    year: int
    month: int
    day: int
    year_needed: bool = False

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the dates in an answer."""
        return sorted([*self._dates(passage), *self._days(passage)], key=lambda candidate: candidate.start)

    def _dates(self, passage: Passage) -> Iterator[Candidate]:
        for mention in passage.dates:
            days = [day for day in mention.readings if day.day is not None]
            if days:
                yield self._candidate(passage.span(mention.first, mention.after), days, mention.weekday)
        for quantity in passage.quantities:
            day = read_compact(passage.tokens[quantity.first].text)
            if day is not None and quantity.after == quantity.first + 1:
                yield self._candidate(passage.span(quantity.first, quantity.after), [day])

    def _candidate(self, span: Span, days: Sequence[Day], weekday: int | None = None) -> Candidate:
        keys = frozenset((day.month, day.day) for day in days)
        expected = datetime.date(self.year, self.month, self.day)
        years = (self.year,) if self.year_needed else (self.year, None)
        is_day = any((day.month, day.day) == (self.month, self.day) and day.year in years for day in days)
        if is_day and weekday in (None, expected.weekday()):
            return Candidate(*span, keys, RIGHT)
        return Candidate(*span, keys | frozenset(days))

    def _days(self, passage: Passage) -> Iterator[Candidate]:
        """Days of the month alone, as in "the 13th"."""
        for quantity in passage.quantities:
            value = quantity.readings[0].value
            named = quantity.label in ("", "the", "on", "to") or quantity.label in WEEKDAYS
            if quantity.ordinal and named and not quantity.nouns and value in range(1, 32):
                start, end = passage.span(quantity.first, quantity.after)
                matches = RIGHT if value == self.day and not self.year_needed else frozenset[int]()
                yield Candidate(start, end, frozenset([int(value)]), matches, Rank.WEAK)
