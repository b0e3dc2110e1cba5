"""A planner model names places in words, and a grounding model finds them on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from controller.agents.completion_settings import Temperature, temperature_value
from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.coordinates import CoordinateFrame, frame_for_model
from controller.agents.grounding import QUESTION, Grounder
from controller.agents.paper_protocol import prompt
from controller.agents.paper_protocol.actions import Pixel, Which
from controller.agents.paper_protocol.parse import ProtocolError
from controller.agents.prompt_agent import API_KEYS, PromptAgent, PromptSettings
from controller.agents.settings import read_settings, refuse_variant
from controller.core.agent import Agent, EpisodeContext, Usage
from controller.core.observation import Observation
from controller.models.completion import ModelSettings, TextModel
from controller.models.completion_models import open_model
from controller.models.scaling import ScaledView
from testbed.errors import UsageError

NAME = "grounded"
IN_WORDS = "named in words: another model, which sees the same screen, finds them"


class GroundedSettings(PromptSettings):
    """`coordinates` and `patch` are the grounding model's; the planner gives no coordinates."""

    grounding_model: str = ""
    grounding_url: str = ""
    grounding_key_variable: str = ""
    grounding_api: Literal["chat", "messages"] | None = None
    grounding_temperature: Temperature = "server"
    grounding_max_tokens: int = Field(1024, ge=16)

    def grounder(self, options: AgentOptions) -> TextModel:
        """Raises UsageError."""
        if not self.grounding_model:
            raise UsageError(
                "the grounded agent needs a grounding model beside the planner",
                hint="name it with --set grounding_model=MODEL, its endpoint with --set grounding_url=URL",
            )
        choice = ModelSettings(
            self.grounding_model,
            self.grounding_url,
            self.grounding_key_variable,
            self.grounding_api,
            temperature_value(self.grounding_temperature),
            self.grounding_max_tokens,
        )
        return open_model(options.model_client, NAME, choice)

    def pointing(self) -> CoordinateFrame:
        return frame_for_model(self.grounding_model, self.coordinates, self.patch)


def describe(options: AgentOptions) -> AgentCard:
    """Raises UsageError: a variant, no planner or no grounding model, no key, or settings that do not fit."""
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, GroundedSettings)
    open_model(options.model_client, NAME, settings.choice(options))
    settings.grounder(options)
    pointing = settings.pointing()
    prompts = prompt.recorded(IN_WORDS, prompt.ELEMENT_PARAMETERS) | {
        "question": QUESTION,
        "grounding": f"{settings.grounding_model}: {pointing.convention}, patch {pointing.patch}",
    }
    return AgentCard(NAME, model=options.model, models=(settings.grounding_model,), prompts=prompts)


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    settings = read_settings(NAME, options, GroundedSettings)
    planner = open_model(options.model_client, NAME, settings.choice(options))
    resolver = ElementResolver(Grounder(settings.grounder(options), settings.pointing()))
    return PromptAgent(context, options, planner, resolver, settings.images)


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, keys=API_KEYS)


class ElementResolver:
    """The planner names places, the grounding model finds them. Implements `CoordinateResolver`."""

    parameters: Mapping[str, Any] = prompt.ELEMENT_PARAMETERS

    def __init__(self, grounder: Grounder) -> None:
        self._grounder = grounder

    def view(self, width: int, height: int) -> ScaledView:
        return CoordinateFrame().view(width, height)

    def describe_coordinates(self, view: ScaledView) -> str:  # noqa: ARG002
        return IN_WORDS

    def frame(self, view: ScaledView) -> tuple[int, int]:
        return view.width, view.height

    def places(self, observation: Observation, view: ScaledView) -> ElementReader:  # noqa: ARG002
        return ElementReader(self._grounder, observation)

    def take_usage(self) -> Usage:
        return self._grounder.take_usage()


class ElementReader:
    """Places as `element` and `element2`, in words. Implements `CoordinateReader`."""

    needed: Mapping[Which, str] = {
        "first": "`element`, the place in words",
        "second": "`element2`, where to drag to, in words",
    }

    def __init__(self, grounder: Grounder, observation: Observation) -> None:
        self._grounder = grounder
        self._observation = observation

    def find(self, arguments: Mapping[str, Any], which: Which, codes: list[str]) -> Pixel | None:
        """Raises BadAnswer."""
        name = "element" if which == "first" else "element2"
        element = arguments.get(name)
        if element is None:
            return None
        if not isinstance(element, str) or not element.strip():
            raise ProtocolError(f"`{name}` must be words for a place on the screen")
        return self._grounder.find(element.strip(), self._observation, codes)
