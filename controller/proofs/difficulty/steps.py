"""The atomic steps of a reference solution, and the same solution with one of them left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from random import Random

from controller.core.actions import Action, Screenshot, Terminate, Wait, Zoom, describe_action
from controller.tasks.solutions import Solution, reference_solutions
from controller.tasks.task import Task, facts_of

LOOKS = (Screenshot, Zoom, Wait, Terminate)
"""Actions that change nothing in the guest. A step is any other: a click, a drag, a chord, a text, a call of a tool."""


@dataclass
class Played:
    """A solution, which counts the steps that it plays.

    Attributes:
        solution: Begins it.
        left_out: The number of the step, from 1, in whose place it only looks; 0 for none.
        patience: Seconds that it may wait in all; it ends there, as what it waits for does not come.
        steps: What the steps so far were, in a line each.
        waited: Seconds that it has waited.
    """

    solution: Callable[[], Solution]
    left_out: int = 0
    patience: float = inf
    steps: list[str] = field(default_factory=list)
    waited: float = 0.0

    def play(self) -> Solution:
        """Play it; a further play counts anew."""
        self.steps.clear()
        self.waited = 0.0
        solution = self.solution()
        action = next(solution, None)
        while action is not None and self.waited <= self.patience:
            observation = yield self._kept(action)
            try:
                action = solution.send(observation)
            except StopIteration:
                return

    def _kept(self, action: Action) -> Action:
        if isinstance(action, Wait):
            self.waited += action.seconds
        if isinstance(action, LOOKS):
            return action
        self.steps.append(describe_action(action))
        return Screenshot() if len(self.steps) == self.left_out else action


def reference(task: Task) -> tuple[str, Callable[[], Solution]] | None:
    """Return the reference whose steps count, by mouse and keyboard if there is one; None without any.

    Raises TaskError when `solve.py` is malformed.
    """
    solutions = reference_solutions(task.folder, facts_of(task))
    return next(((name, solutions[name]) for name in ("gui", "mcp") if name in solutions), None)


def drawn(task: Task, steps: int, most: int) -> list[int]:
    """Return the numbers of the steps to leave out: all, or `most` of them, the same ones each time."""
    if steps <= most:
        return list(range(1, steps + 1))
    return sorted(Random(task.id).sample(range(1, steps + 1), most))
