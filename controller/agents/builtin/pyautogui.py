"""Any model, in OSWorld's protocol: short Python programs or WAIT, DONE, FAIL.

Each request has the last screenshots with the model's own responses between them. Coordinates are pixels of the
screenshot, which is sent unchanged; a screen that the model's API would scale down is refused.

`--set fidelity=published` adds OSWorld's hints (`mm_agents/prompts.py`, the prompt for screenshots and pyautogui code,
in https://github.com/xlang-ai/OSWorld), in testbed's words: no search for images, pauses between the lines, every
program is complete in itself; and sends a screen of any size. OSWorld also gives the password for `sudo`, which the
guests' user has not.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass

from pydantic import Field

from controller.agents.completion_check import completion_probes
from controller.agents.completion_settings import API_KEYS, CompletionSettings, FidelitySettings
from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.probes import Probe
from controller.agents.pyautogui_parser import PyautoguiResponse, parse
from controller.agents.settings import read_settings, refuse_variant
from controller.agents.usable_answers import ask_until_usable
from controller.core.actions import Action, Program
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import ChatMessage, Completion, Part, TextModel
from controller.models.completion_models import open_model
from controller.models.image_limits import ORIGINAL, SHARP, image_limits
from controller.models.scaling import make_view
from testbed.errors import AgentError, UsageError

NAME = "pyautogui"
LONGEST_RESULT = 4000
RECORDED_ANSWER = 20_000

SYSTEM = """\
You carry out one task for a user on their Linux desktop, on your own: nobody can answer questions.
After each of your answers you see the screen again. Answer with a few words on what you see and intend, then \
with exactly one fenced block, which holds either a short Python program or one word.

A program acts with pyautogui, which is imported, as is time; it starts anew each time, so nothing of an earlier \
program is left but what it did. Coordinates are pixels of the screenshot, from its top left corner. What it prints \
you are told, and the error if it fails. Do a few actions that belong together, then look.
```python
pyautogui.click(120, 80)
pyautogui.write("any text: <äöü€>")
pyautogui.hotkey("ctrl", "s")
```
The words: WAIT to look again later, DONE when the task is done, FAIL when it cannot be done on this computer at \
all. If the task asks for information, put exactly that behind the word: DONE: 42
Every program and every WAIT is a step, and steps are limited. Change only what the task asks for, and save work \
where the task implies that it lasts. {marks}"""
MARKS = (
    "The numbered frames on the screenshot can be named in programs: tag_7 is the centre of number 7, as in "
    "pyautogui.click(tag_7)."
)
HINTS = """\
Do not use pyautogui.locateCenterOnScreen: there is no picture of the element to search for. Do not use \
pyautogui.screenshot either: you are shown the screen after each program. Put time.sleep between lines where the \
desktop needs time to follow. Each program must be complete: define again what it uses, and derive every coordinate \
from the latest screenshot. You have no password and no root permissions."""
"""OSWorld's hints, in testbed's words."""
TASK = "Task: {instruction}"
RESULT = "The last answer's program: {result}"
ASK = "Steps left: {steps_left}. What next?"
UNUSABLE = "Your last answer could not be used: {problem}. It was:\n{answer}\nAnswer again."
_TAG = re.compile(r"\btag_(\d+)\b")


class PyautoguiSettings(CompletionSettings, FidelitySettings):
    """Settings for `--set`."""

    wait: float = Field(2.0, gt=0, le=60, description="seconds of a WAIT")
    program_seconds: float = Field(60.0, ge=1, le=120)


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, invalid settings, or a run without the GUI.
    """
    refuse_variant(NAME, options)
    if options.actions == "mcp":
        raise UsageError(
            f"the agent {NAME!r} only uses mouse and keyboard",
            hint="use --actions gui, or another agent",
        )
    settings = read_settings(NAME, options, PyautoguiSettings)
    _open(options, settings).check_served()
    texts = {
        "system": SYSTEM,
        "marks": MARKS,
        "task": TASK,
        "result": RESULT,
        "ask": ASK,
        "unusable": UNUSABLE,
    }
    if settings.published:
        texts["hints"] = HINTS
    return AgentCard(NAME, model=options.model, prompts=texts, gui_only=True)


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    settings = read_settings(NAME, options, PyautoguiSettings)
    return PyautoguiAgent(context, options, settings, _open(options, settings))


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes. Raises UsageError as `describe` does."""
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, PyautoguiSettings)
    return completion_probes(options.model_client, NAME, settings.choice(options))


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, keys=API_KEYS, check=check)


def _open(options: AgentOptions, settings: PyautoguiSettings) -> TextModel:
    return open_model(options.model_client, NAME, settings.choice(options))


@dataclass(slots=True)
class PromptTurn:
    """A user turn and the response that was executed."""

    parts: tuple[Part, ...]
    answer: str


class PyautoguiAgent:
    """The agent of one episode, with its conversation."""

    def __init__(
        self, context: EpisodeContext, options: AgentOptions, settings: PyautoguiSettings, model: TextModel
    ) -> None:
        self._context = context
        self._options = options
        self._settings = settings
        self._model = model
        self._past: deque[PromptTurn] = deque(maxlen=settings.images - 1)
        self._started = False

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        """Call the model until a response can be executed.

        Raises:
            AgentError: A refusal, or `MAX_MISTAKES` unusable responses in a row.
            ModelApiError: The API fails.
            UsageError: The API refuses the key or the model.
        """
        if not self._settings.published:
            _check_size(self._options.model, observation)
        parts = self._turn(observation)
        with self._options.model_client.decision(self._options.call_seconds):
            asked = ask_until_usable(
                lambda correction: self._model.complete(self._messages(observation, parts, correction)),
                self._read,
                lambda completion, error: UNUSABLE.format(problem=error, answer=completion.text[:2000]),
            )
        completion, response = asked.completion, asked.value
        self._past.append(PromptTurn(parts, completion.text))
        self._started = True
        return Decision(
            tuple(_with_tags(action, observation) for action in response.actions),
            thought="\n\n".join(filter(None, (completion.reasoning, response.thought))),
            usage=asked.usage,
            details={
                "model": completion.model,
                "stop": completion.stop,
                "answer": completion.text[:RECORDED_ANSWER],
                "leniencies": [*completion.leniencies, *response.leniencies],
                "mistakes": asked.mistakes,
            },
        )

    def _read(self, completion: Completion) -> PyautoguiResponse:
        if completion.stop == "refusal":
            raise AgentError(f"the model refused to go on: {completion.text[:500]}")
        return parse(completion.answer, self._settings.wait, self._settings.program_seconds)

    def _turn(self, observation: Observation) -> tuple[Part, ...]:
        parts: list[Part] = []
        if self._started and observation.results:
            parts.append(RESULT.format(result=_result_text(observation.results)))
        if text := describe_observation(observation):
            parts.append(text)
        if observation.picture is not None:
            parts.append(observation.picture)
        return tuple(parts)

    def _messages(
        self, observation: Observation, parts: tuple[Part, ...], correction: str
    ) -> list[ChatMessage]:
        system = SYSTEM.format(marks=MARKS if "som" in observation.parts else "").strip()
        if self._settings.published:
            system = f"{system}\n{HINTS}"
        messages = [ChatMessage("system", (system,))]
        task = TASK.format(instruction=self._context.instruction)
        for past in self._past:
            messages += [ChatMessage("user", (task, *past.parts)), ChatMessage("assistant", (past.answer,))]
        steps = observation.steps_left or self._context.max_steps
        ask = ASK.format(steps_left=steps)
        return [*messages, ChatMessage("user", (task, *parts, *filter(None, (correction, ask))))]


def _check_size(model: str, observation: Observation) -> None:
    """Raise UsageError when the model's API would scale the screenshot down without notice: clicks would miss."""
    size = observation.width, observation.height
    limits = image_limits(model)
    advised = limits in (
        SHARP,
        ORIGINAL,
    )  # of these the APIs take more than is advised, or nobody knows how much
    if observation.picture is not None and not advised and not limits.allow(*size):
        view = make_view(*size, limits)
        raise UsageError(
            f"the screen is {size[0]}x{size[1]} pixels, and {model} sees at most {view.width}x{view.height} of it, "
            "while programs use pixels of the screen",
            hint="use a smaller screen, an agent that scales coordinates, such as paper, or --set fidelity=published",
        )


def _result_text(results: tuple[ToolResult, ...]) -> str:
    """Output or error of the last response's program."""
    lines = [f"it failed: {result.text}" if result.is_error else result.text for result in results]
    text = "\n".join(lines).strip() or "done"
    return text if len(text) <= LONGEST_RESULT else f"{text[:LONGEST_RESULT]} [cut]"


def _with_tags(action: Action, observation: Observation) -> Action:
    """Replace the names of marks in a program by their centres; unknown names remain."""
    if not isinstance(action, Program) or observation.accessibility is None:
        return action
    elements = observation.accessibility

    def centre(tag: re.Match[str]) -> str:
        element = elements.element_with_mark(int(tag[1]))
        return str(element.centre) if element else tag[0]

    return action.model_copy(update={"code": _TAG.sub(centre, action.code)})
