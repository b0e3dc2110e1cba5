"""The loop of the agent `react`: one conversation, one call an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from controller.agents.builtin.react import prompts
from controller.agents.builtin.react.parse import ReactAnswer, parse, uses_router
from controller.agents.completion_settings import CompletionSettings
from controller.agents.contract import AgentOptions
from controller.agents.paper_protocol.parse import UnknownFunction
from controller.agents.text_answers import ask, clip, describe_tools, result_text
from controller.agents.text_loop import TextLoop, scaled_picture
from controller.core.agent import Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import ChatMessage, Part, TextModel

LONGEST_ANSWER = 20_000
"""Most characters of an answer of the model that later requests hold."""


class ReactSettings(CompletionSettings):
    """Settings for `--set`."""

    images: int = Field(1, ge=0, le=20, description="latest screenshots shown, of guests that have a screen")
    result_characters: int = Field(10_000, ge=200, description="longest result shown")


@dataclass(slots=True)
class _Turn:
    """A turn of the user, with the screen at that time, and the answer to it."""

    text: str
    picture: bytes | None
    answer: str = ""


class ReactAgent:
    """One episode's conversation."""

    def __init__(
        self, context: EpisodeContext, options: AgentOptions, settings: ReactSettings, model: TextModel
    ) -> None:
        self._context = context
        self._options = options
        self._settings = settings
        self._model = model
        self._turns: list[_Turn] = []

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, unusable answers in a row), ModelApiError, UsageError."""
        means = prompts.ROUTER if uses_router(tools) else ""
        system = prompts.SYSTEM.format(means=means, tools=describe_tools(tools))
        self._turns.append(self._turn(observation))
        unknown: list[str] = []

        def read(text: str) -> ReactAnswer:
            try:
                return parse(text, tools)
            except UnknownFunction as error:
                unknown.append(error.name)
                raise

        with self._options.model_client.decision(self._options.call_seconds):
            answer = ask(self._model, [ChatMessage("system", (system,)), *self._messages()], read)
        self._turns[-1].answer = clip(answer.value.text, LONGEST_ANSWER)
        return Decision(
            (answer.value.action,),
            thought="\n\n".join(filter(None, (answer.thought, answer.value.thought))),
            usage=answer.usage,
            details=answer.details()
            | {"leniencies": [*answer.leniencies, *answer.value.leniencies], "unknown_tools": unknown},
        )

    def _turn(self, observation: Observation) -> _Turn:
        texts = [prompts.TASK.format(instruction=self._context.instruction)] if not self._turns else []
        for result in observation.results:
            text = result_text(result, self._settings.result_characters)
            texts.append(prompts.OBSERVATION.format(result=text))
        texts += [describe_observation(observation)]
        left = observation.steps_left or self._context.max_steps
        texts += [prompts.LEFT.format(steps=left), *([prompts.NEXT] if self._turns else [])]
        picture = scaled_picture(observation, self._options.model) if self._settings.images else None
        return _Turn("\n\n".join(filter(None, texts)), picture)

    def _messages(self) -> Iterator[ChatMessage]:
        shown = [place for place, turn in enumerate(self._turns) if turn.picture]
        shown = shown[-self._settings.images :] if self._settings.images else []
        for place, turn in enumerate(self._turns):
            picture: tuple[Part, ...] = (turn.picture,) if turn.picture and place in shown else ()
            yield ChatMessage("user", (turn.text, *picture))
            if turn.answer:
                yield ChatMessage("assistant", (turn.answer,))


LOOP = TextLoop("react", ReactSettings, prompts.recorded(), ReactAgent)
