"""Any model, in the OSWorld-MCP paper's prompt protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.coordinates import CoordinateFrame, PointReader, frame_for_model
from controller.agents.paper_protocol import prompt
from controller.agents.prompt_agent import API_KEYS, PromptAgent, PromptSettings
from controller.agents.settings import read_settings, refuse_variant
from controller.core.agent import Agent, EpisodeContext, Usage
from controller.core.observation import Observation
from controller.models.completion_models import open_model
from controller.models.scaling import ScaledView

NAME = "paper"


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, or invalid settings.
    """
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, PromptSettings)
    open_model(options.model_client, NAME, settings.choice(options))
    pointing = frame_for_model(options.model, settings.coordinates, settings.patch)
    return AgentCard(
        NAME,
        model=options.model,
        prompts=prompt.recorded(f"{pointing.convention}, patch {pointing.patch}", prompt.POINT_PARAMETERS),
    )


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    settings = read_settings(NAME, options, PromptSettings)
    model = open_model(options.model_client, NAME, settings.choice(options))
    resolver = PointResolver(frame_for_model(options.model, settings.coordinates, settings.patch))
    return PromptAgent(context, options, model, resolver, settings.images)


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, keys=API_KEYS)


class PointResolver:
    """Resolver for models that respond with coordinates. Implements `CoordinateResolver`."""

    parameters: Mapping[str, Any] = prompt.POINT_PARAMETERS

    def __init__(self, pointing: CoordinateFrame) -> None:
        self._pointing = pointing

    def view(self, width: int, height: int) -> ScaledView:
        return self._pointing.view(width, height)

    def describe_coordinates(self, view: ScaledView) -> str:
        return self._pointing.describe_coordinates(view)

    def frame(self, view: ScaledView) -> tuple[int, int]:
        return self._pointing.frame(view)

    def places(self, observation: Observation, view: ScaledView) -> PointReader:  # noqa: ARG002
        return PointReader(self._pointing, view)

    def take_usage(self) -> Usage:
        return Usage()
