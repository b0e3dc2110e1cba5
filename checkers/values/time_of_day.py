"""Expected times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checkers.values.candidates import RIGHT, Candidate, Rank
from checkers.values.clocks import Clock
from checkers.values.passage import Passage

_LIMITS = frozenset(["before", "after", "by", "until", "till", "since"])
"""A time behind one of these may be a limit, not the time that is sought."""
_HOURS = re.compile(r"(\d{1,2}) ?h(?:rs?|ours?|\.)?(?: ?(\d\d)(?: ?(?:m|min|mins)\.?)?)?")
_POINT = re.compile(r"(\d{1,2})[.](\d\d)(?: ?h(?:rs?|ours?)?)?")
_FOUR_DIGITS = re.compile(r"([01]\d|2[0-3])([0-5]\d) ?h(?:rs?|ours?)?")
_LONGEST = 20
"""Characters of such a time."""


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day that an answer has to give.

    Attributes:
        hour: From 0 to 23.
        minute: From 0 to 59.
        twelve_hours: "4:05" without "am" or "pm" is right for 16:05, too. Of "five past four" this is always so.
    """

    hour: int
    minute: int = 0
    twelve_hours: bool = False

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the times of day in an answer."""
        found = [*self._clocks(passage), *self._hours(passage)]
        return sorted(found, key=lambda candidate: candidate.start)

    def _clocks(self, passage: Passage) -> Iterator[Candidate]:
        for clock in passage.clocks:
            if clock.hour <= 24 and clock.suffix != "minutes":
                rank = Rank.WEAK if clock.label in _LIMITS else Rank.EXPLICIT
                yield self._candidate(passage, clock.first, clock.after, self._readings(clock), rank)

    def _readings(self, clock: Clock) -> list[int]:
        """The minutes after midnight that a time may mean."""
        minutes = 60 * clock.hour + clock.minute
        if clock.half and clock.hour <= 12:
            return [minutes % 720 + 720 * (clock.half == "pm")]
        both = clock.in_words or (self.twelve_hours and clock.hour <= 12)
        return [minutes % 1440, (minutes + 720) % 1440] if both else [minutes % 1440]

    def _hours(self, passage: Passage) -> Iterator[Candidate]:
        """16 h 05, 16.05 h, 1605 hours and 16.05, which may all be something else."""
        for quantity in passage.quantities:
            start, end = passage.span(quantity.first, quantity.after)
            text = passage.text[start:end].lower() if end - start <= _LONGEST else ""
            match = _HOURS.fullmatch(text) or _POINT.fullmatch(text) or _FOUR_DIGITS.fullmatch(text)
            if match is None or quantity.nouns:
                continue
            hour, minute = int(match[1]), int(match[2] or 0)
            if hour <= 24 and minute < 60:
                rank = Rank.BARE if "h" in text and "m" not in text else Rank.WEAK
                rank = Rank.EXPLICIT if quantity.chained else rank
                yield self._candidate(passage, quantity.first, quantity.after, [60 * hour + minute], rank)

    def _candidate(
        self, passage: Passage, first: int, after: int, readings: list[int], rank: Rank
    ) -> Candidate:
        start, end = passage.span(first, after)
        matches = RIGHT if 60 * self.hour + self.minute in readings else frozenset[int]()
        return Candidate(start, end, frozenset(readings), matches, rank)
