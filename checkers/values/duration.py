"""Expected durations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checkers.values.candidates import Candidate
from checkers.values.measured import Measured
from checkers.values.measures import read_measure
from checkers.values.passage import Passage


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration that an answer has to give, in any units: 4:13 is 4 minutes and 13 seconds, or hours and minutes.

    Attributes:
        value: The duration, in `unit`.
        unit: "seconds", "minutes", "hours" or "days"; a bare number in an answer is taken to be in it.
        tolerance: How far from it a right answer may be, in `unit`.
    """

    value: float
    unit: str = "seconds"
    tolerance: float = 0.0

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the durations in an answer."""
        return Measured(self.value, read_measure(self.unit), self.tolerance).find(passage)
