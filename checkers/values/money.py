"""Expected amounts of money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from checkers.values.candidates import Candidate
from checkers.values.measured import Measured
from checkers.values.measures import read_measure
from checkers.values.passage import Passage


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of money that an answer has to give; amounts in other currencies say nothing about it.

    Attributes:
        amount: The amount, in units of the currency, times `scale`.
        currency: Its code, such as "EUR".
        scale: 1,000,000 if the question asks for millions: `amount` and a bare number in an answer are in them.
        decimals: To how many decimals it has to be right; 2 for cents.
        tolerance: How far from it a right answer may be.
    """

    amount: float
    currency: str
    scale: float = 1.0
    decimals: int = 2
    tolerance: float = 0.0

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the amounts in this currency, and the bare numbers, in an answer."""
        measure = replace(read_measure(self.currency), scale=self.scale)
        half = 0.5 * 10.0**-self.decimals
        return Measured(round(self.amount, self.decimals), measure, max(half, self.tolerance)).find(passage)
