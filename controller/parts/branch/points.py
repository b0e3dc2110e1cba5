"""The points at which an episode can be branched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from testbed.errors import UsageError

State = TypeVar("State")
_RULE = re.compile(r"(every:)?(\d{1,6})")


@dataclass(frozen=True, slots=True)
class BranchRule:
    """Before which decisions an episode can be branched.

    Attributes:
        first: The first one before which at least so many steps have been taken.
        every: Then each time that so many more have been; 0 for never.
    """

    first: int
    every: int = 0

    def after(self, steps: int) -> int | None:
        """Return how many steps there must be at the next point after one of `steps`; None if it is the last."""
        return self.first + self.every * ((steps - self.first) // self.every + 1) if self.every else None


def rule_of(text: str) -> BranchRule:
    """Return the rule that `--branch-at` names. Raises UsageError."""
    if text == "decision":
        return BranchRule(0, 1)
    found = _RULE.fullmatch(text)
    if found is None or (found[1] and int(found[2]) == 0):
        raise UsageError(
            f"--branch-at {text!r} is no point of an episode",
            hint="give a number of steps, such as 5, or every:5, or decision",
        )
    number = int(found[2])
    return BranchRule(number, number) if found[1] else BranchRule(number)


class BranchPoints(Generic[State]):
    """The points of one episode, of which at most a number is kept, spread evenly: of one, the latest."""

    def __init__(self, rule: BranchRule, most: int) -> None:
        self._rule = rule
        self._most = most
        self._next: int | None = rule.first
        self._number = -1
        self._stride = 1
        self._kept: list[tuple[int, State]] = []

    @property
    def kept(self) -> list[State]:
        """The states of the kept points, in their order."""
        return [state for _, state in self._kept]

    def reached(self, steps: int) -> bool:
        """Whether a decision after `steps` steps is a point that is kept. It is called once before each decision."""
        if self._next is None or steps < self._next:
            return False
        self._next = self._rule.after(steps)
        self._number += 1
        return self._number % self._stride == 0

    def keep(self, state: State) -> list[State]:
        """Keep the state at the point that was reached last; returns those that are not kept any more."""
        kept = [*self._kept, (self._number, state)]
        if len(kept) > self._most:
            self._stride *= 1 if self._most == 1 else 2
            self._kept = kept[-1:] if self._most == 1 else [one for one in kept if one[0] % self._stride == 0]
        else:
            self._kept = kept
        return [state for number, state in kept if (number, state) not in self._kept]
