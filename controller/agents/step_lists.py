"""Lists of steps whose older ones can be folded, for agents that build each request from their own history."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from controller.agents.folding import cut_result, estimate_tokens

Step = TypeVar("Step")


class HasResult(Protocol):
    """A step with the text of its result."""

    result: str


class HasResults(Protocol):
    """A step with the texts of its results."""

    results: list[str]


StepWithResult = TypeVar("StepWithResult", bound=HasResult)
StepWithResults = TypeVar("StepWithResults", bound=HasResults)


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


class StepHistory(ABC, StepList[StepWithResults]):
    """The steps of an episode as a text that each request has in full: a history for a `TextAgent`.

    When the text is too long for the model, older results are cut, and older steps replaced by notes that the model
    writes.

    Attributes:
        steps: The steps; append yours, each with `results`, a list of texts.
        notes: What replaces the first steps, "" at first.
        dropped: How many steps the notes replace.
        count: The number of steps so far, those that notes replace included.
    """

    @abstractmethod
    def text(self) -> str:
        """Return notes and steps as text for a prompt."""

    def size(self) -> int:
        """Estimate the tokens of the text."""
        return estimate_tokens(self.text())

    def fold_pictures(self) -> int:
        """Return 0: the text has no pictures."""
        return 0

    def fold_results(self, keep: int) -> int:
        """Cut long results of all steps but the last `keep`, and return how many."""
        count = 0
        for step in self.before_last(keep):
            cut = [cut_result(result) for result in step.results]
            count += sum(new != old for new, old in zip(cut, step.results, strict=True))
            step.results = cut
        return count
