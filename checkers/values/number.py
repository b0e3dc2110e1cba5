"""Expected numbers: bare, with a unit, or of things that are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checkers.values.candidates import Candidate
from checkers.values.measured import Measured
from checkers.values.measures import read_measure
from checkers.values.passage import Passage


@dataclass(frozen=True, slots=True)
class Number:
    """A number that an answer has to give.

    "2,300 g" is 2.3 kg. A bare number is taken to be in the unit; one in a unit of another family, and a count of
    other things, says nothing about it.

    Attributes:
        value: The number, in `unit`.
        unit: "kg", "minutes", "%", "million inhabitants"; or what is counted, "seats|places" if it has several names;
            "" if the question names neither.
        decimals: To how many decimals the question asks for it: what rounds to the same is right. If it does not say,
            the number is exact.
        tolerance: How far from it a right answer may be, in `unit`.
        ordinal: It numbers a thing, `unit`: "the fourth", "frame 4" and "frame4.png" are right, too.
        converted: An amount in another unit counts as well; False if the question is to convert that one.
        signed: The question asks for the sign: "a loss of 5 percent" is -5. So it is for any negative number.
    """

    value: float
    unit: str = ""
    decimals: int | None = None
    tolerance: float = 0.0
    ordinal: bool = False
    converted: bool = True
    signed: bool = False

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the numbers of this kind in an answer."""
        rounded = self.value if self.decimals is None else round(self.value, self.decimals)
        half = 0.0 if self.decimals is None else 0.5 * 10.0**-self.decimals
        measured = Measured(
            rounded,
            read_measure(self.unit),
            max(half, self.tolerance),
            signed=self.signed or self.value < 0,
            ordinal=self.ordinal,
            converted=self.converted,
        )
        return measured.find(passage)
