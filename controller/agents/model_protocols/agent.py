"""The loop of agents whose models answer in a protocol of their own: a conversation with the last screenshots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from controller.agents.calls import result_text, truncate_middle
from controller.agents.contract import AgentOptions
from controller.agents.coordinates import pointer_after
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.folding import estimate_tokens
from controller.agents.model_protocols.frame import ResizedFrame
from controller.agents.paper_protocol.actions import Pixel
from controller.agents.paper_protocol.parse import MAX_LENGTH, ProtocolError
from controller.agents.step_lists import ResultList
from controller.agents.text_folding import TextFolding
from controller.agents.usable_answers import ask_until_usable
from controller.core.actions import Action, Program, ToolCall
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models import thinking
from controller.models.completion import ChatMessage, Completion, Part, TextModel
from controller.models.scaling import ScaledView, resize
from testbed.errors import AgentError

LATEST_RESULT = 10_000
EARLIER_RESULT = 1_000
"""Characters of the latest result and of earlier ones in a request."""
LONGEST_MEMORY = 20_000
"""Characters of one earlier answer in a request."""
RECORDED_ANSWER = 20_000
FAILED = "It failed: "
NO_PICTURE = "(no observation)"
CORRECTION = """\
Your last answer to this could not be used: {problem}. It was:
{answer}

Nothing of it was done. Answer again."""
CUT_OFF = "it was cut off at the length limit; be shorter"
EMPTY = "it was empty"
PROMPTS = {
    "correction": CORRECTION,
    "cut_off": CUT_OFF,
    "empty": EMPTY,
    "no_picture": NO_PICTURE,
} | FOLDING_PROMPTS
"""The texts above by name, for the run's record."""


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """A response that can be executed.

    Attributes:
        thought: The model's reasoning.
        summary: What the step does, in the model's own words.
        memory: The response as later requests repeat it.
        actions: The actions, at least one.
        leniencies: Codes of the deviations from the protocol.
    """

    thought: str
    summary: str
    memory: str
    actions: tuple[Action, ...]
    leniencies: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PlayedStep:
    """An answer that was executed: the picture before it, and what came of it ("" when there is nothing to say).

    The picture is None when there was none or no request shows it again, and empty when it was folded.
    """

    answer: ParsedAnswer
    picture: bytes | None
    result: str = ""


@dataclass(frozen=True, slots=True)
class StepRequest:
    """What the next request is made of.

    Attributes:
        instruction: The task's instruction.
        steps: The earlier steps; only the latest still have their pictures.
        picture: The screenshot in the size of `view`, None when it is not observed.
        notes: The parts of the observation that are text.
        tools: The offered MCP tools.
        gui: Whether mouse and keyboard are offered.
        view: The screen's size and the picture's.
        pointer: The pointer's position in native pixels, None when unknown.
        screen: Whether the guest has a screen.
    """

    instruction: str
    steps: Sequence[PlayedStep]
    picture: bytes | None
    notes: str
    tools: Sequence[Tool]
    gui: bool
    view: ScaledView
    pointer: Pixel | None = None
    screen: bool = True

    @property
    def middle(self) -> Pixel:
        """The centre of the screen in native pixels."""
        return self.view.native_width // 2, self.view.native_height // 2

    @property
    def result(self) -> str:
        """The result of the last step."""
        return self.steps[-1].result if self.steps else ""


class ModelProtocol(Protocol):
    """The protocol of a model family: writes requests and reads responses."""

    frame: ResizedFrame
    images: int
    """Maximum number of screenshots in a request."""
    example: str
    """An earlier answer as requests repeat it, for probes."""

    def messages(self, request: StepRequest) -> list[ChatMessage]:
        """Write the request; its last message is the user's turn with the current screen."""
        ...

    def read(self, text: str, request: StepRequest) -> ParsedAnswer:
        """Read a response. Raises ProtocolError, and nothing else, when it cannot be executed."""
        ...


class _History(ResultList[PlayedStep]):
    """The steps so far, those before `notes` left out. Implements `Conversation`."""

    def __init__(self, images: int) -> None:
        super().__init__()
        self._images = images

    def add(self, step: PlayedStep) -> None:
        """Add a step; drop the pictures that no request shows again."""
        self.steps.append(step)
        for earlier in self.steps[: max(0, len(self.steps) - self._images + 1)]:
            earlier.picture = None

    def size(self) -> int:
        parts = [(step.answer.memory, step.result, step.picture) for step in self.steps]
        return estimate_tokens([self.notes, *parts])

    def fold_pictures(self) -> int:
        folded = [step for step in self.steps if step.picture]
        for step in folded:
            step.picture = b""
        return len(folded)


class ProtocolAgent:
    """One episode of an agent with a model's own protocol."""

    def __init__(
        self, context: EpisodeContext, options: AgentOptions, model: TextModel, protocol: ModelProtocol
    ) -> None:
        self._context = context
        self._options = options
        self._protocol = protocol
        self._history = _History(protocol.images)
        self._folding = TextFolding(context.instruction, self._history, model)
        self._pointer: Pixel | None = None

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Call the model until a response can be executed.

        Raises:
            AgentError: A refusal, or `MAX_MISTAKES` unusable responses in a row.
            ModelApiError: The API fails.
            UsageError: The API refuses the key or the model.
        """
        self._folding.begin(observation.results)
        with self._options.model_client.decision(self._options.call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        self._close_step(observation.results)
        picture = self._picture(observation)
        asked = ask_until_usable(
            lambda correction: self._folding.complete(
                partial(self._messages, observation, tools, picture, correction)
            ),
            lambda completion: self._read(completion, self._request(observation, tools, picture)),
            lambda completion, error: CORRECTION.format(
                problem=error, answer=truncate_middle(completion.text, EARLIER_RESULT)
            ),
        )
        self._history.add(PlayedStep(asked.value, picture))
        return _decision(asked.completion, asked.value, asked.usage, asked.mistakes, asked.unknown_tools)

    def _picture(self, observation: Observation) -> bytes | None:
        view = self._protocol.frame.view(observation.width, observation.height)
        picture = observation.picture
        return resize(picture, view.width, view.height) if picture else None

    def _messages(
        self, observation: Observation, tools: list[Tool], picture: bytes | None, correction: str
    ) -> list[ChatMessage]:
        request = self._request(observation, tools, picture)
        return _correct(self._protocol.messages(request), correction)

    def _request(self, observation: Observation, tools: list[Tool], picture: bytes | None) -> StepRequest:
        frame = self._protocol.frame
        view = frame.view(observation.width, observation.height)
        instruction, notes = self._context.instruction, self._history.notes
        return StepRequest(
            f"{instruction}\n\n{notes}" if notes else instruction,
            self._history.steps,
            picture,
            describe_observation(observation, frame.frame(view)),
            tools,
            self._context.gui,
            view,
            self._pointer,
            self._context.screen,
        )

    def _read(self, completion: Completion, request: StepRequest) -> ParsedAnswer:
        """Raises ProtocolError, or AgentError when the model refused."""
        text = completion.text
        if completion.stop == "refusal":
            raise AgentError(
                f"the model refused to go on: {truncate_middle(text, 500)}" if text else "the model refused"
            )
        if not text.strip():
            raise ProtocolError(CUT_OFF if completion.stop == "length" else EMPTY)
        if len(text) > MAX_LENGTH:
            raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
        try:
            answer = self._protocol.read(text, request)
        except ProtocolError as error:
            raise ProtocolError(CUT_OFF) if completion.stop == "length" else error from None
        return replace(
            answer,
            thought="\n\n".join(filter(None, (completion.reasoning.strip(), answer.thought))),
            memory=truncate_middle(answer.memory, LONGEST_MEMORY),
            leniencies=[
                *completion.leniencies,
                *answer.leniencies,
                *(["cut_off"] if completion.stop == "length" else []),
            ],
        )

    def _close_step(self, results: tuple[ToolResult, ...]) -> None:
        """Add the results of the last step's actions to the history."""
        steps = self._history.steps
        if not steps:
            return
        for earlier in steps[:-1]:
            earlier.result = truncate_middle(earlier.result, EARLIER_RESULT)
        step = steps[-1]
        lines = []
        for action, result in zip(
            step.answer.actions, results, strict=False
        ):  # those after an error were not tried
            if result.is_error:
                lines.append(FAILED + result_text(action, result))
                continue
            self._pointer = pointer_after(action, self._pointer)
            if isinstance(action, ToolCall):
                lines.append(result_text(action, result))
            elif isinstance(action, Program) and result.text.strip():
                lines.append(result.text.strip())
        step.result = truncate_middle("\n".join(lines), LATEST_RESULT)


def user_turn(*parts: Part | None) -> ChatMessage:
    """Return a user's turn of the parts that are there; a turn cannot be empty."""
    return ChatMessage("user", tuple(part for part in parts if part) or (NO_PICTURE,))


def split_thinking(text: str, codes: list[str]) -> tuple[str, str]:
    """Return the reasoning that a server left in the text, and the rest.

    Leniency code: `inline_thinking`.
    """
    thought, rest = thinking.split_thinking(text)
    if rest == text:
        return "", text
    codes.append(thinking.INLINE_THINKING)
    return thought, rest.lstrip()


def _correct(messages: list[ChatMessage], correction: str) -> list[ChatMessage]:
    """The request, with what is wrong with the last answer at its end."""
    if not correction:
        return messages
    *earlier, last = messages
    return [*earlier, ChatMessage("user", (*last.parts, correction))]


def _decision(
    completion: Completion, answer: ParsedAnswer, usage: Usage, mistakes: list[str], unknown: list[str]
) -> Decision:
    return Decision(
        answer.actions,
        thought=answer.thought,
        usage=usage,
        details={
            "model": completion.model,
            "stop": completion.stop,
            "answer": truncate_middle(completion.text, RECORDED_ANSWER),
            "conclusion": answer.summary,
            "leniencies": list(dict.fromkeys(answer.leniencies)),
            "mistakes": mistakes,
            "unknown_tools": unknown,
        },
    )
