"""The loop of the agent `react`: one conversation, one call an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from controller.agents.builtin.react import prompts
from controller.agents.builtin.react.parse import ReactAnswer, parse, uses_router
from controller.agents.calls import clip
from controller.agents.completion_settings import CompletionSettings
from controller.agents.contract import AgentOptions
from controller.agents.folding import cut_result, estimate_tokens
from controller.agents.paper_protocol.parse import UnknownFunction
from controller.agents.text_answers import ask, describe_tools, result_text
from controller.agents.text_folding import TextFolding
from controller.agents.text_loop import TextLoop, scaled_picture
from controller.core.agent import Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import ChatMessage, TextModel

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


class _Turns:
    """The turns so far, the last of them unanswered. Implements `Conversation`.

    `images` is how many of the latest screens are shown.
    """

    def __init__(self, instruction: str, images: int) -> None:
        self._task = prompts.TASK.format(instruction=instruction)
        self._images = images
        self._turns: list[_Turn] = []

    @property
    def empty(self) -> bool:
        return not self._turns

    def add(self, turn: _Turn) -> None:
        if self.empty:
            turn.text = f"{self._task}\n\n{turn.text}"
        self._turns.append(turn)
        for earlier in self._turns[: len(self._turns) - self._images]:
            earlier.picture = None

    def answer(self, text: str) -> None:
        self._turns[-1].answer = clip(text, LONGEST_ANSWER)

    def messages(self) -> Iterator[ChatMessage]:
        for turn in self._turns:
            yield ChatMessage("user", (turn.text, *((turn.picture,) if turn.picture else ())))
            if turn.answer:
                yield ChatMessage("assistant", (turn.answer,))

    def size(self) -> int:
        return estimate_tokens([message.parts for message in self.messages()])

    def fold_pictures(self) -> int:
        folded = [turn for turn in self._turns[:-1] if turn.picture]
        for turn in folded:
            turn.picture = None
        return len(folded)

    def fold_results(self, keep: int) -> int:
        folded = [turn for turn in self._turns[1 : -keep or None] if cut_result(turn.text) != turn.text]
        for turn in folded:
            turn.text = cut_result(turn.text)
        return len(folded)

    def fold_turns(self, notes: str, keep: int) -> int:
        dropped = max(0, len(self._turns) - 1 - keep)
        if dropped:
            self._turns = self._turns[dropped:]
            self._turns[0].text = f"{self._task}\n\n{notes}\n\n{self._turns[0].text}"
        return dropped


class ReactAgent:
    """One episode's conversation."""

    def __init__(
        self, context: EpisodeContext, options: AgentOptions, settings: ReactSettings, model: TextModel
    ) -> None:
        self._context = context
        self._options = options
        self._settings = settings
        self._turns = _Turns(context.instruction, settings.images)
        self._folding = TextFolding(context.instruction, self._turns, model)

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, unusable answers in a row), ModelApiError, UsageError."""
        means = prompts.ROUTER if uses_router(tools) else ""
        system = prompts.SYSTEM.format(means=means, tools=describe_tools(tools))
        self._folding.begin(observation.results)
        self._turns.add(self._turn(observation))
        unknown: list[str] = []

        def read(text: str) -> ReactAnswer:
            try:
                return parse(text, tools)
            except UnknownFunction as error:
                unknown.append(error.name)
                raise

        with self._options.model_client.decision(self._options.call_seconds):
            answer = ask(
                self._folding, lambda: [ChatMessage("system", (system,)), *self._turns.messages()], read
            )
        self._turns.answer(answer.value.text)
        decision = Decision(
            (answer.value.action,),
            thought="\n\n".join(filter(None, (answer.thought, answer.value.thought))),
            usage=answer.usage,
            details=answer.details()
            | {"leniencies": [*answer.leniencies, *answer.value.leniencies], "unknown_tools": unknown},
        )
        return self._folding.end(decision)

    def _turn(self, observation: Observation) -> _Turn:
        texts = []
        for result in observation.results:
            text = result_text(result, self._settings.result_characters)
            texts.append(prompts.OBSERVATION.format(result=text))
        texts += [describe_observation(observation)]
        left = observation.steps_left or self._context.max_steps
        texts += [prompts.LEFT.format(steps=left), *([] if self._turns.empty else [prompts.NEXT])]
        picture = scaled_picture(observation, self._options.model) if self._settings.images else None
        return _Turn("\n\n".join(filter(None, texts)), picture)


LOOP = TextLoop("react", ReactSettings, prompts.prompt_texts(), ReactAgent)
