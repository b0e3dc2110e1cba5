"""The record of difficulty: one JSON line for each task, with the hashes of what was measured."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from controller.proofs.line_record import TaskLine

SLIPS: Mapping[str, float] = {"OSWorld 2.0": 0.005, "OSWorld-Verified": 0.011}
"""Shares of steps at which the best agents slip, as their scores and steps there let one estimate."""


class DifficultyLine(TaskLine):
    """A line: the reference solution of a task as it was then, with steps left out.

    Attributes:
        reference: Which one, gui or mcp.
        steps: How many steps it has.
        left_out: How many of them were left out, each in an episode of its own.
        unneeded: The steps without which the score was 1 all the same: their numbers, with what they do.
    """

    reference: str
    steps: int
    left_out: int
    unneeded: dict[int, str] = Field(default_factory=dict)

    @property
    def necessary(self) -> float:
        """How many steps are necessary, estimated from those that were left out."""
        return self.steps * (1 - len(self.unneeded) / self.left_out) if self.left_out else 0.0

    def predicted(self, slip: float) -> float:
        """Return the score of an agent that knows the way, and fails by a slip in this share of steps."""
        return float((1 - slip) ** self.necessary)
