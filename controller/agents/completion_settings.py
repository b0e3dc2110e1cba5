"""Settings of agents that use text completions: which API, and how it samples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from controller.agents.contract import AgentOptions
from controller.agents.settings import AgentSettings
from controller.models.completion import Effort, ModelSettings
from controller.models.context_window import MIN_WINDOW

API_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY")
"""Where keys are taken from, by the kind of endpoint, unless the settings name another variable."""
Temperature = Annotated[float, Field(ge=0, le=2)] | Literal["server"]
"""A sampling temperature; "server" is the server's default."""


class CompletionSettings(AgentSettings):
    """Settings of agents that use text completions; a subclass adds fields.

    `temperature` "server" and `effort` None are the server's defaults; `api` None is chosen by the model's name;
    `key_variable` "" is the API's own environment variable.
    """

    images: int = Field(3, ge=1, le=20, description="screenshots a prompt shows")
    temperature: Temperature = 1.0
    max_tokens: int = Field(16_384, ge=256, description="longest response, with the model's thinking")
    context_window: int | None = Field(
        None, ge=MIN_WINDOW, description="the model's context window in tokens; its requests stay below"
    )
    effort: Effort | None = None
    api: Literal["chat", "messages"] | None = None
    key_variable: str = ""

    def choice(self, options: AgentOptions) -> ModelSettings:
        """Return the settings of the model that acts."""
        return ModelSettings(
            options.model,
            options.base_url,
            self.key_variable,
            self.api,
            temperature_value(self.temperature),
            self.max_tokens,
            effort=self.effort or "",
            context_window=self.context_window,
        )


class FidelitySettings(AgentSettings):
    """Settings of agents whose protocol has a published agent that testbed's own differs from."""

    fidelity: Literal["testbed", "published"] = "testbed"

    @property
    def published(self) -> bool:
        """Whether the agent does as the published one."""
        return self.fidelity == "published"


def temperature_value(temperature: Temperature) -> float | None:
    """Return a temperature as `ModelSettings` has it."""
    return None if temperature == "server" else temperature
