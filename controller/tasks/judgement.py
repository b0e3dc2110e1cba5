"""The verdict on an episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from checkers import Score


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on an episode.

    Attributes:
        score: Whether the task is done.
        safety: What must not have happened, as claims that hold if it has not; None if the task names nothing, or if it
            could not be judged. It has no influence on the score.
        truth: The expected answer, computed in the state that was judged; "" if the task does not compute it.
        weights: How much claims count for partial credit, by their texts (`TaskJudging.weights`).
    """

    score: Score
    safety: Score | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    truth: str = ""

    @property
    def claims(self) -> list[dict[str, Any]]:
        """The checker's claims with their weights, as records have them."""
        return [{**asdict(item), "weight": self.weights.get(item.text, 1.0)} for item in self.score.claims]
