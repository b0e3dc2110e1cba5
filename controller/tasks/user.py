"""The user of a task, whom the agent can ask: what they know, and the tool that asks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from controller.core.actions import Action, ToolCall
from controller.core.guest import Tool, ToolResult

UNKNOWN = "I cannot tell you more about that."

ASK_USER = Tool(
    name="ask_user",
    description="Ask the user who gave you the task for something that neither the task nor the computer tells you. "
    "One question at a time; the user answers in words, and does nothing on the computer. Each question is a step.",
    input_schema={
        "type": "object",
        "properties": {"question": {"type": "string", "description": "The question, in plain words."}},
        "required": ["question"],
        "additionalProperties": False,
    },
    app="user",
    read_only=True,
)
"""Offered in episodes of tasks with a user to ask. It reaches no guest."""


def asks_user(action: Action) -> bool:
    """Whether an action is a call of `ASK_USER`."""
    return isinstance(action, ToolCall) and action.name == ASK_USER.name


class User(Protocol):
    """Whom the agent asks."""

    def answer(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Answer a call of `ASK_USER`. Raises InfraError, UsageError."""
        ...


def question_of(arguments: Mapping[str, Any]) -> str | ToolResult:
    """Return the question of a call of `ASK_USER`, or the error that answers a call without one."""
    question = arguments.get("question")
    if isinstance(question, str) and question.strip() and len(arguments) == 1:
        return question
    return ToolResult(
        "Nobody was asked: call ask_user with one argument, question, a text that is not empty.",
        is_error=True,
    )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Something that the user knows: the answer to questions with one of the keywords.

    A keyword is one word or several in a row. Matching ignores case; words are split at non-alphanumeric characters.
    """

    keywords: tuple[str, ...]
    answer: str

    def is_asked(self, question: str) -> bool:
        asked = f" {_plain(question)} "
        return any(f" {_plain(keyword)} " in asked for keyword in self.keywords)


@dataclass(frozen=True, slots=True)
class TaskUser:
    """The user of a task. Whatever a question touches is answered, in the order of `knowledge`; else `unknown`."""

    knowledge: tuple[Knowledge, ...]
    unknown: str = UNKNOWN

    def answer(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Answer a call of `ASK_USER`; a call without a question is an error for the agent to read."""
        question = question_of(arguments)
        if isinstance(question, ToolResult):
            return question
        answers = [item.answer for item in self.knowledge if item.is_asked(question)]
        return ToolResult(" ".join(answers) or self.unknown)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
