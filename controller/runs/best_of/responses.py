"""Responses of narrator and judge: reasoning in <thoughts>, the result in <answer>."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from controller.models.completion import ChatMessage, TextModel
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
    correction: list[ChatMessage] = []
    problem = ""
    for _ in range(MAX_ATTEMPTS):
        completion = model.complete([*messages, *correction])
        if completion.stop == "refusal":
            raise AgentError(f"the model refused to compare: {completion.text[:500]}")
        try:
            return read(_answer(completion.text)), completion.text
        except ValueError as error:
            problem = str(error)
            correction = [
                ChatMessage("assistant", (completion.text.strip()[:10_000] or "(nothing)",)),
                ChatMessage("user", (UNUSABLE.format(problem=problem),)),
            ]
    raise AgentError(f"the model gave {MAX_ATTEMPTS} responses in a row that could not be used: {problem}")


def _answer(text: str) -> str:
    match = _ANSWER.search(text)
    if match is None or not match[1].strip():
        raise ValueError("it has no text between <answer> and </answer>")
    return match[1].strip()
