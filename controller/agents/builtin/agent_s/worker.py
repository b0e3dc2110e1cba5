"""The worker: carries out a subtask step by step, with reflections on its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controller.agents.builtin.agent_s import prompts
from controller.agents.builtin.agent_s.conversation import Conversation
from controller.agents.builtin.agent_s.interface import (
    Actions,
    AgentInterface,
    call_actions,
    describe_interface,
)
from controller.agents.builtin.agent_s.parse import Subtask, parse_call
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import Grounder
from controller.agents.paper_protocol.prompt import tool_signature
from controller.core.agent import EpisodeContext, Usage
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import Completion, Part, TextModel
from controller.models.scaling import resize


@dataclass(frozen=True, slots=True)
class WorkerStep:
    """What the worker does next.

    Attributes:
        actions: Its actions, at least one.
        completion: The response they were read from.
        reflection: The reflection it was given, "" if none.
        leniencies: Codes of what was read leniently.
        mistakes: Why earlier responses could not be used.
        unknown: Names of unknown functions in them.
        folds: What the worker and its reflection folded (see `folding.Fold`).
    """

    actions: Actions
    completion: Completion
    reflection: str
    leniencies: tuple[str, ...]
    mistakes: tuple[str, ...]
    unknown: tuple[str, ...]
    folds: tuple[dict[str, Any], ...]


class Reflection:
    """Reflects on a worker's steps."""

    def __init__(self, model: TextModel, instruction: str, images: int, *, screen: bool = True) -> None:
        """`screen`: whether the guest has one."""
        form = prompts.REFLECTION if screen else prompts.HEADLESS_REFLECTION
        self._system = form.format(instruction=instruction)
        self._conversation = Conversation(model, instruction, images)

    def observe(self, screen: tuple[Part, ...]) -> None:
        """Add the screen before the first action."""
        if screen:
            self._conversation.add((prompts.FIRST_SCREEN, *screen))

    @property
    def folds(self) -> list[dict[str, Any]]:
        """What the last reflection folded."""
        return self._conversation.folds

    def reflect(self, response: str, screen: tuple[Part, ...], usage: list[Usage]) -> str:
        """Return a reflection on the steps so far.

        Args:
            response: The worker's last response.
            screen: The image of the screen after its action, empty when the run shows none.
            usage: The list that the call's usage is appended to.
        """
        return self._conversation.ask(self._system, (response, *screen), str.strip, usage)[0]


class Worker:
    """The worker of one subtask, with its conversation."""

    def __init__(
        self,
        model: TextModel,
        context: EpisodeContext,
        grounder: Grounder | None,
        reflection: Reflection | None,
        images: int,
    ) -> None:
        self._context = context
        self._grounder = grounder
        self._reflection = reflection
        self._conversation = Conversation(model, context.instruction, images)
        self._response = ""
        """The response of the last step, "" before the first."""

    def step(
        self,
        observation: Observation,
        tools: Sequence[Tool],
        work: str,
        result: str,
        notes: list[str],
        usage: list[Usage],
    ) -> WorkerStep:
        """Decide on the next step.

        Args:
            observation: What is observed now.
            tools: The offered tools.
            work: What the prompt says about the subtask, "" if the worker has the whole task.
            result: The result of the last action, "" before the first.
            notes: The notes of the episode, which a step may extend.
            usage: The list that the calls' usage is appended to.

        Raises:
            AgentError: The model refuses, or its responses cannot be used.
            ModelApiError: The API fails.
        """
        screen = screen_parts(observation)
        reflection = self._reflect(screen, usage)
        codes: list[str] = []
        names = [tool.name for tool in tools]

        def read(text: str) -> Actions:
            codes.clear()
            call = parse_call(text)
            codes.extend(call.leniencies)
            interface = AgentInterface(observation, names, self._grounder, notes, codes)
            return call_actions(interface, call.name, call.args, call.kwargs, gui=self._grounder is not None)

        steps_left = observation.steps_left or self._context.max_steps
        texts = [
            "" if self._response or not self._context.screen else prompts.FIRST_SCREEN,
            prompts.RESULT.format(result=result) if result and self._response else "",
            prompts.REFLECTION_FOR_WORKER.format(reflection=reflection) if reflection else "",
            prompts.NOTES.format(notes="; ".join(notes)) if notes else "",
            describe_observation(observation),
            prompts.STEPS_LEFT.format(steps_left=steps_left),
        ]
        actions, completion = self._conversation.ask(
            self._system(tools, work), ("\n".join(filter(None, texts)), *screen), read, usage
        )
        if self._grounder is not None:
            usage.append(self._grounder.take_usage())
        self._response = completion.answer
        mistakes, unknown = tuple(self._conversation.mistakes), tuple(self._conversation.unknown)
        folds = (*(self._reflection.folds if self._reflection else ()), *self._conversation.folds)
        leniencies = tuple(dict.fromkeys(codes))
        return WorkerStep(actions, completion, reflection, leniencies, mistakes, unknown, folds)

    def _reflect(self, screen: tuple[Part, ...], usage: list[Usage]) -> str:
        if self._reflection is None:
            return ""
        if not self._response:
            self._reflection.observe(screen)
            return ""
        return self._reflection.reflect(self._response, screen, usage)

    def _system(self, tools: Sequence[Tool], work: str) -> str:
        signatures = "\n".join(tool_signature(tool) for tool in tools)
        form = prompts.WORKER if self._context.screen else prompts.HEADLESS_WORKER
        return form.format(
            instruction=self._context.instruction,
            subtask=work,
            interface=describe_interface(gui=self._grounder is not None),
            tools=prompts.TOOLS.format(signatures=signatures) if tools else "",
            what="the subtask" if work else "the task",
        )


def screen_parts(observation: Observation) -> tuple[Part, ...]:
    """Return the screen as one image that models take unscaled; empty when the run shows none."""
    if observation.picture is None:
        return ()
    view = CoordinateFrame().view(observation.width, observation.height)
    return (resize(observation.picture, view.width, view.height),)


def describe_work(subtask: Subtask, done: Sequence[Subtask], left: Sequence[Subtask]) -> str:
    """Return what the worker's prompt says about its subtask."""
    return prompts.SUBTASK.format(
        name=subtask.name, info=subtask.info or subtask.name, done=_names(done), left=_names(left)
    )


def _names(subtasks: Sequence[Subtask]) -> str:
    return "; ".join(subtask.name for subtask in subtasks) or prompts.NO_SUBTASKS
