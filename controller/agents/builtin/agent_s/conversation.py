"""A conversation of one role with its model, which asks again until a response can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from controller.agents.builtin.agent_s.prompts import UNUSABLE
from controller.agents.calls import MAX_MISTAKES
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.agent import Usage
from controller.models.completion import ChatMessage, Completion, Part, TextModel
from testbed.errors import AgentError

T = TypeVar("T")
_EMPTY = "it was empty"
_CUT_OFF = "it was cut off at the length limit; be shorter"


class Conversation:
    """The turns of one role. Of the images only the latest are kept, of the texts all.

    Attributes:
        mistakes: Why responses to the last question could not be used.
        unknown: Names of unknown functions in them.
    """

    def __init__(self, model: TextModel, images: int) -> None:
        """Start a conversation that keeps the latest `images` images."""
        self._model = model
        self._images = images
        self._messages: list[ChatMessage] = []
        self.mistakes: list[str] = []
        self.unknown: list[str] = []

    def add(self, parts: tuple[Part, ...]) -> None:
        """Append a user turn that asks for nothing."""
        self._messages.append(ChatMessage("user", parts))

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
        self.mistakes, self.unknown = [], []
        corrections: list[ChatMessage] = []
        while len(self.mistakes) < MAX_MISTAKES:
            messages = [ChatMessage("system", (system,)), *self._with_latest_images(), *corrections]
            completion = self._model.complete(messages)
            usage.append(completion.usage)
            if completion.stop == "refusal":
                raise AgentError(f"the model refused to go on: {completion.text[:500]}")
            try:
                if not completion.text.strip():
                    raise ProtocolError(_EMPTY)
                value = read(completion.text)
            except ProtocolError as error:
                problem = _CUT_OFF if completion.stop == "length" else str(error)
                self.mistakes.append(problem)
                self.unknown += [error.name] if isinstance(error, UnknownFunction) else []
                # An empty assistant turn is refused by some endpoints.
                corrections = [
                    ChatMessage("assistant", (completion.text.strip() or "(nothing)",)),
                    ChatMessage("user", (UNUSABLE.format(problem=problem),)),
                ]
                continue
            self._messages.append(ChatMessage("assistant", (completion.text,)))
            return value, completion
        raise AgentError(
            f"the model gave {MAX_MISTAKES} answers in a row that could not be used: {self.mistakes[-1]}"
        )

    def _with_latest_images(self) -> list[ChatMessage]:
        """The turns without all but the latest images."""
        left = self._images
        messages = []
        for message in reversed(self._messages):
            parts: list[Part] = []
            for part in reversed(message.parts):
                if isinstance(part, bytes):
                    left -= 1
                    if left < 0:
                        continue
                parts.append(part)
            messages.append(ChatMessage(message.role, tuple(reversed(parts))))
        return messages[::-1]
