"""Settings of agents that find places on the screen with a grounding model."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from controller.agents.completion_check import completion_probes
from controller.agents.completion_settings import Temperature, temperature_value
from controller.agents.contract import AgentOptions
from controller.agents.coordinate_conventions import convention_warnings
from controller.agents.coordinates import CoordinateFrame, frame_for_model
from controller.agents.grounding import Grounder
from controller.agents.pointing_check import REMEDY
from controller.agents.probes import Probe
from controller.agents.prompt_agent import PromptSettings
from controller.agents.settings import refuse_variant
from controller.models.completion import ModelSettings, TextModel
from controller.models.completion_models import open_model
from testbed.errors import UsageError


class GroundingSettings(PromptSettings):
    """Settings of both models; `coordinates` and `patch` apply to the grounding model."""

    grounding_model: str = ""
    grounding_url: str = ""
    grounding_key_variable: str = ""
    grounding_api: Literal["chat", "messages"] | None = None
    grounding_temperature: Temperature = "server"
    grounding_max_tokens: int = Field(1024, ge=16)

    def grounder(self, agent: str, options: AgentOptions) -> TextModel:
        """Return the grounding model of an agent.

        Raises:
            UsageError: No grounding model or no key.
        """
        if not self.grounding_model:
            raise UsageError(
                f"the agent {agent} requires a grounding model",
                hint="use --set grounding_model=MODEL, and --set grounding_url=URL for its endpoint",
            )
        return open_model(options.model_client, agent, self.grounding_choice())

    def grounding_choice(self) -> ModelSettings:
        """Return the settings of the grounding model."""
        return ModelSettings(
            self.grounding_model,
            self.grounding_url,
            self.grounding_key_variable,
            self.grounding_api,
            temperature_value(self.grounding_temperature),
            self.grounding_max_tokens,
        )

    def probes(self, agent: str, options: AgentOptions) -> list[Probe]:
        """Return the probes of both models, for `AgentSpec.check`. Raises UsageError as `grounder` does."""
        refuse_variant(agent, options)
        grounder = Grounder(self.grounder(agent, options), self.pointing())
        return [
            *completion_probes(options.model_client, agent, self.choice(options), "planner"),
            *completion_probes(options.model_client, agent, self.grounding_choice(), "grounding"),
            Probe("grounding: pointing", grounder.probe, remedy=REMEDY),
        ]

    def warnings(self, agent: str, options: AgentOptions) -> tuple[str, ...]:
        """Return the warning that no coordinate convention is stated for the grounding model."""
        points = options.actions != "mcp"
        return convention_warnings(agent, self.grounding_model, self.coordinates) if points else ()

    def pointing(self) -> CoordinateFrame:
        """Return how the grounding model gives coordinates."""
        return frame_for_model(self.grounding_model, self.coordinates, self.patch)
