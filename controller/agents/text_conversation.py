"""The history of an agent whose model sees the episode as one conversation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.agents.calls import truncate_middle
from controller.agents.folding import cut_result, estimate_tokens
from controller.models.completion import ChatMessage

LONGEST_ANSWER = 20_000
"""Most characters of an answer of the model that later requests hold."""


@dataclass(slots=True)
class _Turn:
    """A turn of the user, with the screen at that time, and the answer to it."""

    text: str
    picture: bytes | None
    answer: str = ""


class TextConversation:
    """The turns of an episode, the user's and the model's in turn: a history for a `TextAgent`.

    When the conversation is too long for the model, older pictures are dropped, older results cut, and older turns
    replaced by notes that the model writes.
    """

    def __init__(self, opening: str = "", images: int = 1) -> None:
        """Start without turns.

        Args:
            opening: What stands in front of the first turn that is sent, such as the task.
            images: How many of the latest pictures are sent.
        """
        self._opening = opening
        self._images = images
        self._turns: list[_Turn] = []

    @property
    def empty(self) -> bool:
        """Whether it has no turn yet."""
        return not self._turns

    def add(self, text: str, picture: bytes | None = None) -> None:
        """Append a turn of the user, with a picture as PNG."""
        if self.empty:
            text = self._open(text)
        self._turns.append(_Turn(text, picture))
        for earlier in self._turns[: len(self._turns) - self._images]:
            earlier.picture = None

    def add_answer(self, text: str) -> None:
        """Append the model's answer to the last turn. Of a very long one the middle is left out."""
        self._turns[-1].answer = truncate_middle(text, LONGEST_ANSWER)

    def messages(self, system: str) -> list[ChatMessage]:
        """Return the request: a system prompt and the turns."""
        return [ChatMessage("system", (system,)), *self._messages()]

    def size(self) -> int:
        """Estimate the tokens of the turns."""
        return estimate_tokens([message.parts for message in self._messages()])

    def fold_pictures(self) -> int:
        """Drop all pictures but the last turn's, and return how many."""
        folded = [turn for turn in self._turns[:-1] if turn.picture]
        for turn in folded:
            turn.picture = None
        return len(folded)

    def fold_results(self, keep: int) -> int:
        """Cut long turns of the user but the first and the last `keep`, and return how many."""
        folded = [turn for turn in self._turns[1 : -keep or None] if cut_result(turn.text) != turn.text]
        for turn in folded:
            turn.text = cut_result(turn.text)
        return len(folded)

    def fold_turns(self, notes: str, keep: int) -> int:
        """Put notes in place of all turns but the last `keep` that are answered, and return how many."""
        dropped = max(0, len(self._turns) - 1 - keep)
        if dropped:
            self._turns = self._turns[dropped:]
            self._turns[0].text = self._open(f"{notes}\n\n{self._turns[0].text}")
        return dropped

    def _open(self, text: str) -> str:
        return f"{self._opening}\n\n{text}" if self._opening else text

    def _messages(self) -> Iterator[ChatMessage]:
        for turn in self._turns:
            yield ChatMessage("user", (turn.text, *((turn.picture,) if turn.picture else ())))
            if turn.answer:
                yield ChatMessage("assistant", (turn.answer,))
