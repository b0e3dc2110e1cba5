"""A user played by a model: it answers in its own words, from what the task's user knows and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.core.guest import ToolResult
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, ModelSettings, TextModel
from controller.models.completion_models import open_model
from controller.tasks.user import TaskUser, question_of
from testbed.errors import AgentError, ModelApiError

MAX_TOKENS = 4_096
MOST_CHARACTERS = 1_000
"""A longer answer is cut: a user writes a sentence or two."""
SYSTEM = """\
You play the user of a computer who has given an assistant this task:

{instruction}

The assistant may ask you for what the task leaves open. This is all that you know about it:

{knowledge}

Rules:
- Answer only what the question asks for, in one or two sentences, in the words of a person at a desk.
- Use only what is listed above. Never guess, never invent names, numbers or dates, and do not tell how to do the task.
- If nothing listed above answers the question, answer exactly: {unknown}
"""


class ModelUser:
    """The user of a task, played by a model."""

    def __init__(self, user: TaskUser, instruction: str, model: TextModel) -> None:
        self._user = user
        self._model = model
        knowledge = "\n".join(f"- {item.answer}" for item in user.knowledge)
        self._system = SYSTEM.format(instruction=instruction, knowledge=knowledge, unknown=user.unknown)
        self._conversation: list[ChatMessage] = []

    def answer(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Answer a call of `ASK_USER`; a call without a question is an error for the agent to read.

        A response without text or with nothing but thoughts, and one that the model refuses, is the task's `unknown`.

        Raises:
            ModelApiError: The API fails, or does not take the question.
            UsageError: Something is wrong with the key, the model or the account.
        """
        question = question_of(arguments)
        if isinstance(question, ToolResult):
            return question
        asked = ChatMessage("user", (question,))
        messages = [ChatMessage("system", (self._system,)), *self._conversation, asked]
        try:
            completion = self._model.complete(messages)
        except AgentError as error:
            raise ModelApiError(
                f"the model of the user does not take the question: {error.message}"
            ) from error
        text = "" if completion.stop == "refusal" else completion.answer[:MOST_CHARACTERS]
        answer = text or self._user.unknown
        self._conversation += [asked, ChatMessage("assistant", (answer,))]
        return ToolResult(answer)


def open_user_model(client: ModelClient, model: str, base_url: str) -> TextModel:
    """Open the model of users over an episode's client. Raises UsageError."""
    return open_model(client, "user", ModelSettings(model, base_url, max_tokens=MAX_TOKENS))
