"""The loop of agents that talk in the paper's protocol: one prompt a step, one call an answer.

Each prompt stands for itself: the functions as signatures, the task, a line for every step so far, the last few
screenshots. Nothing of the model's own answers is sent again but their conclusions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from pydantic import Field

from controller.agents.calls import truncate_middle
from controller.agents.completion_settings import CompletionSettings
from controller.agents.contract import AgentOptions
from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import pointer_after
from controller.agents.folding import estimate_tokens
from controller.agents.paper_protocol import prompt, published
from controller.agents.paper_protocol.actions import AvailableCalls, CoordinateReader, Pixel, to_actions
from controller.agents.paper_protocol.parse import ProtocolError, ProtocolResponse, parse
from controller.agents.step_lists import ResultList
from controller.agents.text_folding import TextFolding
from controller.agents.usable_answers import ask_until_usable
from controller.core.actions import Action, ToolCall
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import ChatMessage, Completion, Part, TextModel
from controller.models.scaling import ScaledView, resize
from testbed.errors import AgentError

LONGEST_CONCLUSION = 1000
LATEST_RESULT = 10_000
EARLIER_RESULT = 1_000
"""Characters of a step's conclusion, of the last results and of earlier ones that a prompt holds."""
RECORDED_ANSWER = 20_000


class PromptSettings(CompletionSettings):
    """Settings of every agent of this kind."""

    coordinates: Convention | None = None
    patch: int | None = Field(None, ge=1, le=64)


class CoordinateResolver(Protocol):
    """How the model of a kind of agent says where on the screen."""

    parameters: Mapping[str, Any]
    """What the computer's signature has for it."""

    def view(self, width: int, height: int) -> ScaledView:
        """The picture that stands for a screen of that size, in native pixels."""
        ...

    def describe_coordinates(self, view: ScaledView) -> str:
        """What places on the screen are, for the prompt."""
        ...

    def frame(self, view: ScaledView) -> tuple[int, int]:
        """The width and height of the coordinates in texts."""
        ...

    def places(self, observation: Observation, view: ScaledView) -> CoordinateReader:
        """How calls of this step find their places."""
        ...

    def take_usage(self) -> Usage:
        """What finding places has taken since this was asked last."""
        ...


@dataclass(slots=True)
class PromptStep:
    """One answer that was played, and what came of it."""

    conclusion: str
    actions: tuple[Action, ...]
    result: str = ""


class PromptHistory(ResultList[PromptStep]):
    """The past in the next prompt: every step's line, the last screens by the number of their step.

    Implements `Conversation`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.screens: dict[int, bytes] = {}

    @property
    def next_number(self) -> int:
        """The number of the next step."""
        return self.count + 1

    def add_screenshot(self, picture: bytes | None, most: int) -> None:
        """Add the screenshot before the next step, if there is one, and keep the `most` latest in all."""
        if picture is not None:
            self.screens[self.next_number] = picture
        for number in sorted(self.screens)[:-most]:
            del self.screens[number]

    def size(self) -> int:
        return estimate_tokens([self.text(), *self.screens.values()])

    def fold_pictures(self) -> int:
        folded = sorted(self.screens)[:-1]
        for number in folded:
            del self.screens[number]
        return len(folded)

    def text(self, result: str = prompt.RESULT, nothing: str = prompt.NO_STEPS) -> str:
        """The steps so far. `result` is the line of a result, `nothing` stands for no steps."""
        lines = [self.notes] if self.notes else []
        for number, step in enumerate(self.steps, 1 + self.dropped):
            lines.append(f"Step {number}: {step.conclusion}")
            if step.result:
                most = LATEST_RESULT if number == self.next_number - 1 else EARLIER_RESULT
                lines.append(result.format(result=truncate_middle(step.result, most)))
        return "\n".join(lines) or nothing


class PromptAgent:
    """One episode of an agent that talks in the paper's protocol."""

    def __init__(
        self,
        context: EpisodeContext,
        options: AgentOptions,
        model: TextModel,
        resolver: CoordinateResolver,
        images: int,
        *,
        published_form: bool = False,
    ) -> None:
        """`published_form`: prompts and actions are those of OSWorld-MCP's agent."""
        self._context = context
        self._model_client = options.model_client
        self._call_seconds = options.call_seconds
        self._resolver = resolver
        self._images = images
        self._published = published_form
        self._history = PromptHistory()
        self._folding = TextFolding(context.instruction, self._history, model)
        self._pointer: Pixel | None = None

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, unusable answers in a row), ModelApiError, UsageError."""
        self._folding.begin(observation.results)
        with self._model_client.decision(self._call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        self._close_step(observation.results)
        view = self._resolver.view(observation.width, observation.height)
        picture = observation.picture
        self._history.add_screenshot(picture and resize(picture, view.width, view.height), self._images)
        screen_text = describe_observation(observation, self._resolver.frame(view))
        available = AvailableCalls(self._context.gui, [tool.name for tool in tools])
        write_system = (
            published.system if self._published else partial(prompt.system, screen=self._context.screen)
        )
        system = write_system(
            tools,
            gui=available.gui,
            places=self._resolver.describe_coordinates(view),
            places_parameters=self._resolver.parameters,
        )
        asked = ask_until_usable(
            lambda correction: self._folding.complete(
                partial(self._request, system, observation, screen_text, correction)
            ),
            lambda completion: self._decide(completion, observation, view, available),
            _correction,
        )
        tried = {"mistakes": asked.mistakes, "unknown_tools": asked.unknown_tools}
        return replace(
            asked.value,
            usage=asked.usage + self._resolver.take_usage(),
            details=asked.value.details | tried,
        )

    def _request(
        self, system: str, observation: Observation, screen_text: str, correction: str
    ) -> list[ChatMessage]:
        turn = self._turn(observation, screen_text, correction)
        return [ChatMessage("system", (system,)), ChatMessage("user", turn)]

    def _turn(self, observation: Observation, screen_text: str, correction: str) -> tuple[Part, ...]:
        """The user's turn. Images follow the text they belong to; `screen_text` describes the screen."""
        if self._published:
            history = self._history.text(published.RESULT, published.NO_STEPS)
            form = published.STEP if self._context.screen else published.HEADLESS_STEP
            step = form.format(instruction=self._context.instruction, history=history)
            screens = self._screens(published.SCREEN_NOW, published.SCREEN_BEFORE)
            return (step, *screens, *filter(None, (screen_text, correction)))
        step = prompt.STEP.format(
            instruction=self._context.instruction,
            history=self._history.text(),
            steps_left=observation.steps_left or self._context.max_steps,
        )
        screens = self._screens(prompt.SCREEN_NOW, prompt.SCREEN_BEFORE)
        return (step, *screens, *([screen_text] if screen_text else []), correction or prompt.ASK)

    def _screens(self, latest: str, earlier: str) -> Iterator[Part]:
        now = self._history.next_number
        for number, picture in self._history.screens.items():
            yield latest if number == now else earlier.format(step=number)
            yield picture

    def _decide(
        self, completion: Completion, observation: Observation, view: ScaledView, available: AvailableCalls
    ) -> Decision:
        """The decision of a response. Raises ProtocolError, or AgentError when the model refused."""
        response = _read(completion)
        middle = (observation.width // 2, observation.height // 2)
        places = self._resolver.places(observation, view)
        actions, codes = to_actions(response, available, places, self._pointer, middle)
        if self._published:
            actions = published.in_one_step(actions)
        codes = [*response.leniencies, *codes]
        conclusion = response.conclusion or truncate_middle(response.thought, 300) or _as_text(response)
        if len(conclusion) > LONGEST_CONCLUSION:
            codes.append("long_conclusion")
        self._history.steps.append(PromptStep(truncate_middle(conclusion, LONGEST_CONCLUSION), actions))
        return Decision(
            actions,
            thought=response.thought,
            details={
                "model": completion.model,
                "stop": completion.stop,
                "answer": truncate_middle(completion.text, RECORDED_ANSWER),
                "conclusion": response.conclusion,
                "leniencies": list(dict.fromkeys(codes)),
            },
        )

    def _close_step(self, results: tuple[ToolResult, ...]) -> None:
        """Add the results of the last step's actions to the history."""
        if not self._history.steps:
            return
        step = self._history.steps[-1]
        lines = []
        for action, result in zip(step.actions, results, strict=False):  # those after an error were not tried
            if result.is_error:
                lines.append(f"It failed: {result.text.strip() or 'without saying why.'}")
                continue
            self._pointer = pointer_after(action, self._pointer)
            if isinstance(action, ToolCall):
                lines.append(_result_text(result) or "Done.")
        step.result = "\n".join(lines)


def _correction(completion: Completion, error: ProtocolError) -> str:
    return prompt.UNUSABLE.format(
        problem=error, answer=truncate_middle(completion.text, prompt.SHOWN_OF_UNUSABLE)
    )


def _read(completion: Completion) -> ProtocolResponse:
    """Parse a completion. Raises ProtocolError, or AgentError when the model refused."""
    if completion.stop == "refusal":
        raise AgentError(
            f"the model refused to go on: {truncate_middle(completion.text, 500)}"
            if completion.text
            else "the model refused"
        )
    if not completion.text.strip():
        raise ProtocolError(prompt.CUT_OFF if completion.stop == "length" else prompt.EMPTY)
    try:
        response = parse(completion.text)
    except ProtocolError as error:
        raise ProtocolError(prompt.CUT_OFF) if completion.stop == "length" else error from None
    codes = [
        *completion.leniencies,
        *response.leniencies,
        *(["cut_off"] if completion.stop == "length" else []),
    ]
    thought = response.thought
    if completion.reasoning:
        thought = "\n\n".join(filter(None, (completion.reasoning.strip(), thought)))
        codes = [code for code in codes if code != "no_thinking"]  # it is sent apart from the text
    return ProtocolResponse(thought, response.name, response.arguments, response.conclusion, codes)


def _as_text(response: ProtocolResponse) -> str:
    return f"{response.name} {json.dumps(response.arguments, ensure_ascii=False)}"


def _result_text(result: ToolResult) -> str:
    if result.text.strip() or result.structured is None:
        return result.text.strip()
    return json.dumps(result.structured, ensure_ascii=False)
