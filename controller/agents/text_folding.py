"""Folding for agents whose models answer in text: their requests are made anew from what they keep of the episode."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.agents.folding import Conversation, Folding
from controller.core.agent import Usage
from controller.models.completion import ChatMessage, Completion, TextModel


class TextFolding(Folding):
    """Sends the requests of an episode's agent to its model, folding what the agent keeps where that is needed."""

    def __init__(self, instruction: str, conversation: Conversation, model: TextModel) -> None:
        super().__init__(instruction, conversation, model.window(), self.write_aside)
        self._model = model

    def complete(self, turns: Callable[[], Sequence[ChatMessage]]) -> Completion:
        """Return the model's next turn.

        Args:
            turns: Makes the request from what the agent keeps; called again after each fold.

        Raises:
            ContextWindowError: The request is too long, and nothing is left to fold.
            AgentError, ModelApiError, UsageError: As `TextModel.complete`.
        """
        return self.ask(lambda: self._model.complete(turns()), lambda completion: completion.usage)

    def write_aside(self, system: str, text: str) -> tuple[str, Usage]:
        """Return the model's answer to a request outside of the conversation, without thoughts in tags.

        Args:
            system: The system prompt.
            text: The user's turn.

        Returns:
            The answer, "" for a refusal, and its usage.

        Raises:
            ContextWindowError: The request is too long.
            AgentError, ModelApiError, UsageError: As `TextModel.complete`.
        """
        completion = self._model.complete([ChatMessage("system", (system,)), ChatMessage("user", (text,))])
        return "" if completion.stop == "refusal" else completion.answer, completion.usage
