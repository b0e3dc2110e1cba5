"""How many tasks of which category and length a suite has: the shares of MCP-Persona."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from plugins.persona.categories import Category

CATEGORIES: Mapping[Category, int] = {
    "collaboration": 34,
    "content": 14,
    "social": 21,
    "mail": 9,
    "collaboration_cross": 51,
    "social_cross": 29,
    "hodgepodge": 15,
}
"""The paper's tasks by category, 173 in all, as its checkpoints by category let us estimate them."""
CHECKPOINTS: Mapping[int, int] = {3: 10, 4: 17, 5: 22, 6: 21, 7: 17, 8: 13}
"""Shares in percent of tasks with so many checkpoints; the paper's mean is 970 by 173, which is 5.6."""


class Mix:
    """Which category and length the next task should have, so that the shares of all are right."""

    def __init__(self, random: Random, only: Category | None = None) -> None:
        self._random = random
        self._shares = {only: 1} if only else CATEGORIES
        self._made: Counter[Category] = Counter()
        self._lengths: Counter[int] = Counter()
        self._failed: Counter[Category] = Counter()

    def wanted(self) -> tuple[Category, int]:
        """Return the category and the number of checkpoints that lack most; what failed often comes later."""
        category = min(
            self._shares,
            key=lambda name: (
                (self._made[name] + self._failed[name] / 10 + self._random.random() / 2) / self._shares[name]
            ),
        )
        length = min(
            CHECKPOINTS,
            key=lambda number: (self._lengths[number] + self._random.random()) / CHECKPOINTS[number],
        )
        return category, length

    def made(self, category: Category, checkpoints: int) -> None:
        """Count a task that was made."""
        self._made[category] += 1
        self._lengths[checkpoints] += 1

    def failed(self, category: Category) -> None:
        """Count a try that made no task."""
        self._failed[category] += 1
