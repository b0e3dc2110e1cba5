"""A conversation of one role with its model, which asks again until a response can be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from controller.agents.builtin.agent_s.prompts import UNUSABLE
from controller.agents.calls import MAX_MISTAKES
from controller.agents.folding import cut_result, estimate_tokens, first_kept
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.agents.text_folding import TextFolding
from controller.core.agent import Decision, Usage
from controller.models.completion import ChatMessage, Completion, Part, TextModel, texts
from controller.models.usable_answers import UnusableAnswersError, ask_until_usable
from testbed.errors import AgentError

T = TypeVar("T")
_EMPTY = "it was empty"
_CUT_OFF = "it was cut off at the length limit; be shorter"


class Conversation:
    """The turns of one role. Of the images only the latest are kept, of the texts all that fit.

    Attributes:
        mistakes: Why responses to the last question could not be used.
        unknown: Names of unknown functions in them.
        folds: What the last question folded (see `folding.Fold`).
    """

    def __init__(self, model: TextModel, instruction: str, images: int) -> None:
        """Start a conversation on the task `instruction` that keeps the latest `images` images."""
        self._turns = _Turns(images)
        self._folding = TextFolding(instruction, self._turns, model)
        self.mistakes: list[str] = []
        self.unknown: list[str] = []
        self.folds: list[dict[str, Any]] = []

    def add(self, parts: tuple[Part, ...]) -> None:
        """Append a user turn that asks for nothing."""
        self._turns.messages.append(ChatMessage("user", parts))

    def ask(
        self, system: str, parts: tuple[Part, ...], read: Callable[[str], T], usage: list[Usage]
    ) -> tuple[T, Completion]:
        """Append a user turn and return what the model's response means.

        Args:
            system: The system prompt.
            parts: The user turn.
            read: Reads a response's text; raises ProtocolError when it cannot be used.
            usage: The list that the calls' usage is appended to.

        Returns:
            The value of `read`, and the completion it was read from.

        Raises:
            AgentError: The model refuses, or `MAX_MISTAKES` responses in a row cannot be used.
            ModelApiError: The API fails.
        """
        self.add(parts)
        self.mistakes, self.unknown, self.folds = [], [], []
        self._folding.begin(())

        def send(corrections: list[ChatMessage]) -> Completion:
            completion = self._folding.complete(partial(self._request, system, corrections))
            usage.append(completion.usage)
            return completion

        no_correction: list[ChatMessage] = []
        try:
            usable = ask_until_usable(
                send, partial(_read, read), self._correct, ProtocolError, MAX_MISTAKES, no_correction
            )
        except UnusableAnswersError as error:
            raise AgentError(
                f"the model gave {MAX_MISTAKES} answers in a row that could not be used: {self.mistakes[-1]}"
            ) from error
        self._keep(parts, usable.answer, usage)
        return usable.value, usable.answer

    def _correct(self, completion: Completion, error: ProtocolError) -> list[ChatMessage]:
        problem = _CUT_OFF if completion.stop == "length" else str(error)
        self.mistakes.append(problem)
        self.unknown += [error.name] if isinstance(error, UnknownFunction) else []
        # An empty assistant turn is refused by some endpoints.
        return [
            ChatMessage("assistant", (completion.text.strip() or "(nothing)",)),
            ChatMessage("user", (UNUSABLE.format(problem=problem),)),
        ]

    def _request(self, system: str, corrections: list[ChatMessage]) -> list[ChatMessage]:
        return [ChatMessage("system", (system,)), *self._turns.with_latest_images(), *corrections]

    def _keep(self, parts: tuple[Part, ...], completion: Completion, usage: list[Usage]) -> None:
        self._turns.messages.append(ChatMessage("assistant", (completion.text,)))
        prompt_text = texts(ChatMessage("user", parts))
        done = self._folding.end(Decision((), thought=f"{prompt_text}\n\n{completion.text}"))
        self.folds = list(done.details.get("folds", ()))
        usage.append(done.usage)


def _read(read: Callable[[str], T], completion: Completion) -> T:
    """Read a response. Raises ProtocolError, and AgentError for a refusal."""
    if completion.stop == "refusal":
        raise AgentError(f"the model refused to go on: {completion.text[:500]}")
    if not completion.answer:
        raise ProtocolError(_EMPTY)
    return read(completion.answer)


class _Turns:
    """The turns of a role. Implements `folding.Conversation`."""

    def __init__(self, images: int) -> None:
        self._images = images
        self.messages: list[ChatMessage] = []

    def size(self) -> int:
        return estimate_tokens([message.parts for message in self.with_latest_images()])

    def fold_pictures(self) -> int:
        count = sum(isinstance(part, bytes) for turn in self.with_latest_images() for part in turn.parts) - 1
        if count > 0:
            self._images, images = 1, self._images
            self.messages = self.with_latest_images()
            self._images = images
        return max(0, count)

    def fold_results(self, keep: int) -> int:
        count = 0
        for index, message in enumerate(self.messages[: self._first_kept(keep)]):
            if message.role == "user":
                parts = tuple(cut_result(part) if isinstance(part, str) else part for part in message.parts)
                count += parts != message.parts
                self.messages[index] = replace(message, parts=parts)
        return count

    def fold_turns(self, notes: str, keep: int) -> int:
        start = self._first_kept(keep)
        dropped = len([message for message in self.messages[:start] if message.role == "assistant"])
        if dropped:
            self.messages[:start] = [ChatMessage("user", (notes,))]
        return dropped

    def _first_kept(self, keep: int) -> int:
        turns = [index for index, message in enumerate(self.messages) if message.role == "assistant"]
        return first_kept(turns, keep, len(self.messages))

    def with_latest_images(self) -> list[ChatMessage]:
        """Return the turns without all but the latest images."""
        left = self._images
        messages = []
        for message in reversed(self.messages):
            parts: list[Part] = []
            for part in reversed(message.parts):
                if isinstance(part, bytes):
                    left -= 1
                    if left < 0:
                        continue
                parts.append(part)
            messages.append(ChatMessage(message.role, tuple(reversed(parts))))
        return messages[::-1]
