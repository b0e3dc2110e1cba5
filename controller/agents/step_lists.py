"""Lists of steps whose older ones can be folded, for agents that build each request from their own history."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from controller.agents.folding import cut_result

Step = TypeVar("Step")


class HasResult(Protocol):
    """A step with the text of its result."""

    result: str


StepWithResult = TypeVar("StepWithResult", bound=HasResult)


class StepList(Generic[Step]):
    """The steps of an episode, of which `notes` replace the first `dropped`. Part of a `Conversation`."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.notes = ""
        self.dropped = 0

    @property
    def count(self) -> int:
        """The number of steps so far, those that notes replace included."""
        return self.dropped + len(self.steps)

    def before_last(self, keep: int) -> list[Step]:
        """Return all steps but the last `keep`."""
        return self.steps[: -keep or None]

    def fold_turns(self, notes: str, keep: int) -> int:
        """Replace all steps but the last `keep` by notes, and return how many."""
        dropped = max(0, len(self.steps) - keep)
        if dropped:
            self.steps = self.steps[dropped:]
            self.notes = notes
            self.dropped += dropped
        return dropped


class ResultList(StepList[StepWithResult]):
    """A list of steps that have one result each."""

    def fold_results(self, keep: int) -> int:
        """Cut long results of all steps but the last `keep`, and return how many."""
        folded = [step for step in self.before_last(keep) if cut_result(step.result) != step.result]
        for step in folded:
            step.result = cut_result(step.result)
        return len(folded)
