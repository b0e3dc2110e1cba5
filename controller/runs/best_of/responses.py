"""Responses of narrator and judge: reasoning in <thoughts>, the result in <answer>."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from controller.models.completion import ChatMessage, Completion, TextModel
from controller.models.usable_answers import UnusableAnswersError, ask_until_usable
from testbed.errors import AgentError

MAX_ATTEMPTS = 3
"""Responses in a row that cannot be used before the comparison of a task fails."""
UNUSABLE = "Your last response could not be used: {problem}. Give it again in the form that is asked for."
_ANSWER = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
T = TypeVar("T")


def ask(model: TextModel, messages: Sequence[ChatMessage], read: Callable[[str], T]) -> tuple[T, str]:
    """Ask until a response can be used.

    Args:
        model: The model.
        messages: The request.
        read: Reads the answer's text; raises ValueError, whose message is for the model.

    Returns:
        The value of `read`, and the whole response.

    Raises:
        AgentError: The model refuses, or no response can be used.
        ModelApiError: The API fails.
    """

    def send(correction: list[ChatMessage]) -> Completion:
        completion = model.complete([*messages, *correction])
        if completion.stop == "refusal":
            raise AgentError(f"the model refused to compare: {completion.text[:500]}")
        return completion

    no_correction: list[ChatMessage] = []
    try:
        usable = ask_until_usable(
            send,
            lambda completion: read(_answer(completion.answer)),
            _correct,
            ValueError,
            MAX_ATTEMPTS,
            no_correction,
        )
    except UnusableAnswersError as error:
        raise AgentError(
            f"the model gave {MAX_ATTEMPTS} responses in a row that could not be used: {error}"
        ) from error
    return usable.value, usable.answer.text


def _correct(completion: Completion, error: ValueError) -> list[ChatMessage]:
    return [
        ChatMessage("assistant", (completion.text.strip()[:10_000] or "(nothing)",)),
        ChatMessage("user", (UNUSABLE.format(problem=error),)),
    ]


def _answer(text: str) -> str:
    match = _ANSWER.search(text)
    if match is None or not match[1].strip():
        raise ValueError("it has no text between <answer> and </answer>")
    return match[1].strip()
