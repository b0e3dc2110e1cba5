"""The agent `opencua`: settings, and its protocol as `ProtocolAgent` uses it.

Sources: xlang-ai/OSWorld, run_multienv_opencua.py: temperature 0, top_p 0.9, 2048 tokens, thought and action (l2),
history of actions, three screenshots, pixels of the resized picture (factor 28, 3136 to 12845056 pixels); the models
based on Kimi-VL or Qwen2-VL (OpenCUA-A3B, OpenCUA-Qwen2-7B) answer with fractions of one. xlang-ai/OpenCUA, README.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from controller.agents.builtin.opencua import prompt
from controller.agents.builtin.opencua.code import CodeReader
from controller.agents.builtin.opencua.parse import OpenCuaResponse, parse
from controller.agents.builtin.opencua.prompt import CotLevel, PromptVersion
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import frame_for_model
from controller.agents.model_protocols.agent import PROMPTS, ParsedAnswer, ProtocolAgent, StepRequest
from controller.agents.model_protocols.frame import ResizedFrame
from controller.agents.model_protocols.probes import protocol_probes
from controller.agents.model_protocols.settings import ProtocolSettings, Sampling
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_variant
from controller.core.actions import describe_action
from controller.core.agent import Agent, EpisodeContext
from controller.models.completion import ChatMessage, TextModel

NAME = "opencua"
IMAGES = 3
SAMPLING = Sampling(0.0, 0.9, 2048)
HistoryParts = Literal["action", "thought", "observation"]
"""Down to which section earlier answers are repeated."""
_SHOWN: dict[HistoryParts, tuple[str, ...]] = {
    "action": ("action",),
    "thought": ("thought", "action"),
    "observation": ("observation", "thought", "action"),
}
_SECOND_PROMPT = re.compile(r"72b")


class OpenCuaSettings(ProtocolSettings):
    """Settings for `--set`."""

    cot: CotLevel = "l2"
    history: HistoryParts = "action"
    prompt: PromptVersion | None = None
    coordinates: Literal["absolute", "0-1"] | None = None


class OpenCuaProtocol:
    """Implements `ModelProtocol`."""

    example = "## Action:\nWait.\n"

    def __init__(
        self,
        version: PromptVersion = "v1",
        level: CotLevel = "l2",
        history: HistoryParts = "action",
        convention: Convention = "absolute",
        images: int = IMAGES,
    ) -> None:
        self.frame = ResizedFrame(convention)
        self.images = images
        self.version: PromptVersion = version
        self.level: CotLevel = level
        self._shown = _SHOWN[history]

    def messages(self, request: StepRequest) -> list[ChatMessage]:
        system = prompt.system(
            self.version, self.level, request.tools, gui=request.gui, screen=request.screen
        )
        return prompt.messages(system, request, self.images)

    def read(self, text: str, request: StepRequest) -> ParsedAnswer:
        response = parse(text)
        reader = CodeReader(self.frame, request.view, request.tools, gui=request.gui)
        actions = reader.read(response.code)
        summary = response.action or describe_action(actions[0])
        codes = [*response.leniencies, *reader.codes]
        return ParsedAnswer(response.thought, summary, self._memory(response, summary), actions, codes)

    def _memory(self, response: OpenCuaResponse, summary: str) -> str:
        """The sections that later requests repeat; code is not among them."""
        sections = {**response.sections, "action": summary}
        shown = [name for name in self._shown if sections.get(name)]
        return "\n".join(f"## {name.capitalize()}:\n{sections[name]}\n" for name in shown)


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, or invalid settings.
    """
    model, protocol = _open(options)
    model.check_served()
    frame = protocol.frame
    places = f"{protocol.version}: {frame.convention}, factor {frame.patch}, {protocol.images} images"
    return AgentCard(
        NAME,
        model=options.model,
        prompts=prompt.prompt_texts(protocol.version, protocol.level, places) | PROMPTS,
    )


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    model, protocol = _open(options)
    return ProtocolAgent(context, options, model, protocol)


def check(options: AgentOptions) -> Iterable[Probe]:
    """Return the probes. Raises UsageError as `describe` does."""
    model, protocol = _open(options)
    return protocol_probes(model, protocol, gui=options.actions != "mcp", tools=options.actions != "gui")


def _open(options: AgentOptions) -> tuple[TextModel, OpenCuaProtocol]:
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, OpenCuaSettings)
    model = settings.open(NAME, options, SAMPLING)
    version = settings.prompt or ("v2" if _SECOND_PROMPT.search(options.model.lower()) else "v1")
    convention = frame_for_model(options.model, settings.coordinates).convention
    images = settings.images or IMAGES
    return model, OpenCuaProtocol(version, settings.cot, settings.history, convention, images)
