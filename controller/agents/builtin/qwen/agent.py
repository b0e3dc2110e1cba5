"""The agent `qwen`: settings, and its protocol as `ProtocolAgent` uses it."""

from __future__ import annotations

from collections.abc import Iterable

from controller.agents.builtin.qwen import prompt
from controller.agents.builtin.qwen.actions import actions_of
from controller.agents.builtin.qwen.families import QwenFamily, QwenFamilyName, family_of
from controller.agents.builtin.qwen.parse import parse
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinates import PointReader, pointer_after
from controller.agents.model_protocols.agent import PROMPTS, ParsedAnswer, ProtocolAgent, StepRequest
from controller.agents.model_protocols.probes import protocol_probes
from controller.agents.model_protocols.settings import ProtocolSettings
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_variant
from controller.core.actions import Action, Terminate, describe_action
from controller.core.agent import Agent, EpisodeContext
from controller.models.completion import ChatMessage, TextModel
from testbed.errors import UsageError

NAME = "qwen"


class QwenSettings(ProtocolSettings):
    """Settings for `--set`."""

    family: QwenFamilyName | None = None


class QwenProtocol:
    """Implements `ModelProtocol`."""

    def __init__(self, family: QwenFamily, images: int) -> None:
        self.frame = family.frame
        self.images = images
        self.example = prompt.EXAMPLES[family.form]
        self._family = family

    def messages(self, request: StepRequest) -> list[ChatMessage]:
        return prompt.messages(self._family, request, self.images)

    def read(self, text: str, request: StepRequest) -> ParsedAnswer:
        response = parse(text, self._family.form)
        codes = response.leniencies
        places = PointReader(self.frame, request.view)
        pointer = request.pointer
        actions: list[Action] = []
        for call in response.calls:
            made, more = actions_of(call, request, places, pointer)
            codes += more
            actions += made
            for action in made:
                pointer = pointer_after(action, pointer)
            if isinstance(actions[-1], Terminate):
                break
        summary = response.summary or describe_action(actions[0])
        return ParsedAnswer(response.thought, summary, response.memory, tuple(actions), codes)


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, invalid settings, or a model of no known family.
    """
    name, family, model, protocol = _open(options)
    model.check_served()
    places = f"{name}: {family.frame.convention}, factor {family.frame.patch}, {protocol.images} images"
    return AgentCard(NAME, model=options.model, prompts=prompt.prompt_texts(family, places) | PROMPTS)


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    _, _, model, protocol = _open(options)
    return ProtocolAgent(context, options, model, protocol)


def check(options: AgentOptions) -> Iterable[Probe]:
    """Return the probes. Raises UsageError as `describe` does."""
    _, _, model, protocol = _open(options)
    return protocol_probes(model, protocol, gui=options.actions != "mcp", tools=options.actions != "gui")


def _open(options: AgentOptions) -> tuple[QwenFamilyName, QwenFamily, TextModel, QwenProtocol]:
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, QwenSettings)
    if not options.model:
        raise UsageError(f"the {NAME} agent needs a model", hint="name one with --model MODEL")
    name, family = family_of(options.model, settings.family)
    model = settings.open(NAME, options, family.sampling)
    return name, family, model, QwenProtocol(family, settings.images or family.images)
