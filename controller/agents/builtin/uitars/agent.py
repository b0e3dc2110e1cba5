"""The agent `uitars`: settings, and its protocol as `ProtocolAgent` uses it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.agents.builtin.uitars import functions, prompt, strings
from controller.agents.builtin.uitars.actions import CallReader, to_action
from controller.agents.builtin.uitars.families import IMAGES, UitarsFamily, UitarsFamilyName, family_of
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinates import pointer_after
from controller.agents.model_protocols.agent import PROMPTS, ParsedAnswer, ProtocolAgent, StepRequest
from controller.agents.model_protocols.probes import protocol_probes
from controller.agents.model_protocols.settings import ProtocolSettings
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_variant
from controller.core.actions import Action, Terminate, describe_action
from controller.core.agent import Agent, EpisodeContext
from controller.models.completion import ChatMessage, TextModel
from testbed.errors import UsageError

NAME = "uitars"


class UitarsSettings(ProtocolSettings):
    """Settings for `--set`."""

    family: UitarsFamilyName | None = None
    language: str = "English"


class UitarsProtocol:
    """Implements `ModelProtocol`."""

    def __init__(self, family: UitarsFamily, images: int = IMAGES, language: str = "English") -> None:
        self.frame = family.frame
        self.images = images
        self.example = prompt.EXAMPLES[family.form]
        self._form = family.form
        self._language = language

    def messages(self, request: StepRequest) -> list[ChatMessage]:
        return prompt.messages(self._form, request, self.images, self._language)

    def read(self, text: str, request: StepRequest) -> ParsedAnswer:
        if self._form == "strings":
            response, request = strings.parse(text), replace(request, tools=())
        else:
            response = functions.parse(text)
        codes = response.leniencies
        pointer = request.pointer
        actions: list[Action] = []
        for call in response.calls:
            action = to_action(CallReader(call, request, self.frame, pointer, codes))
            actions.append(action)
            pointer = pointer_after(action, pointer)
            if isinstance(action, Terminate):
                break
        summary = describe_action(actions[0])
        return ParsedAnswer(response.thought, summary, response.memory, tuple(actions), codes)


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, invalid settings, a model of no known family, or a run without the GUI
            with a model that has no function calls.
    """
    name, family, model, protocol = _open(options)
    model.check_served()
    places = f"{name}: {family.frame.convention}, factor {family.frame.patch}, {protocol.images} images"
    return AgentCard(
        NAME,
        model=options.model,
        prompts=prompt.prompt_texts(family.form, places) | PROMPTS,
        gui_only=family.form == "strings",
    )


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    _, _, model, protocol = _open(options)
    return ProtocolAgent(context, options, model, protocol)


def check(options: AgentOptions) -> Iterable[Probe]:
    """Return the probes. Raises UsageError as `describe` does."""
    _, family, model, protocol = _open(options)
    tools = options.actions != "gui" and family.form == "functions"
    return protocol_probes(model, protocol, gui=options.actions != "mcp", tools=tools)


def _open(options: AgentOptions) -> tuple[UitarsFamilyName, UitarsFamily, TextModel, UitarsProtocol]:
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, UitarsSettings)
    if not options.model:
        raise UsageError(f"the {NAME} agent needs a model", hint="name one with --model MODEL")
    name, family = family_of(options.model, settings.family)
    if options.actions == "mcp" and family.form == "strings":
        raise UsageError(
            f"{options.model} only uses mouse and keyboard: UI-TARS {name} has no function calls",
            hint="use --actions gui, or a UI-TARS 2 model",
        )
    model = settings.open(NAME, options, family.sampling)
    return name, family, model, UitarsProtocol(family, settings.images or IMAGES, settings.language)
