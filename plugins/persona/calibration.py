"""How far the judge's credits agree with those of the state: MCP-Persona's table 7, on exact truth."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from plugins.persona.record import JUDGE_NAME, PersonaRecord
from testbed.extensions import Judging

Z = 1.959964
"""Of a normal distribution, for intervals of 95%."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A checkpoint's credit by the state and by the judge; None if the judge gives none."""

    kind: str
    category: str
    truth: float
    judged: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts over checkpoints.

    Attributes:
        group: The kind or the category of the checkpoints.
        number: Those that the judge gave a credit.
        equal: Those with the same credit.
        too_high: Those with a higher credit by the judge.
        abstained: Those without one.
    """

    group: str
    number: int
    equal: int
    too_high: int
    abstained: int

    @property
    def too_low(self) -> int:
        """Those with a lower credit by the judge."""
        return self.number - self.equal - self.too_high

    @property
    def share(self) -> float | None:
        """The share of equal credits; None without any."""
        return self.equal / self.number if self.number else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval of 95% of that share."""
        if not self.number:
            return None
        share, squared = self.equal / self.number, Z * Z / self.number
        middle = (share + squared / 2) / (1 + squared)
        half = Z * math.sqrt(share * (1 - share) / self.number + squared / self.number / 4) / (1 + squared)
        return middle - half, middle + half


def pairs_of(record: PersonaRecord, judging: Judging) -> list[Pair]:
    """Return the checkpoints of an episode with both credits; none without a verdict of the judge."""
    verdict = next(
        (item for item in judging.verdicts if item.judge == JUDGE_NAME and item.status == "decided"), None
    )
    if verdict is None:
        return []
    return [
        Pair(item.kind, record.category, item.credit, verdict.scores.get(str(place)))
        for place, item in enumerate(record.checkpoints, 1)
    ]


def agreement(group: str, pairs: Iterable[Pair]) -> Agreement:
    """Count how far the credits of checkpoints agree."""
    pairs = list(pairs)
    judged = [(pair.truth, pair.judged) for pair in pairs if pair.judged is not None]
    return Agreement(
        group,
        len(judged),
        sum(truth == credit for truth, credit in judged),
        sum(credit > truth for truth, credit in judged),
        len(pairs) - len(judged),
    )
