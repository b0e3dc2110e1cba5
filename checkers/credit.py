"""Claims that can be met by half."""

from __future__ import annotations

from dataclasses import dataclass

from checkers.base import Claim


@dataclass(frozen=True, slots=True)
class CreditedClaim(Claim):
    """A checkpoint: a claim with its own part in how far an episode came.

    Attributes:
        credit: How much of it is met: 0, 0.5 or 1, which is when it holds.
    """

    credit: float = 0.0
