"""Settings (`--set`) of agents with a model's own protocol: what is not set comes from the model family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from controller.agents.completion_settings import Temperature, temperature_value
from controller.agents.contract import AgentOptions
from controller.agents.settings import AgentSettings
from controller.models.completion import ModelSettings, TextModel
from controller.models.completion_models import open_model
from controller.models.context_window import MIN_WINDOW

TopP = Annotated[float, Field(gt=0, le=1)] | Literal["server"]
"""A nucleus sampling threshold; "server" is the server's default."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the published agent of a model family samples; None is the server's default."""

    temperature: float | None
    top_p: float | None
    max_tokens: int


class ProtocolSettings(AgentSettings):
    """Settings of every such agent."""

    images: int | None = Field(None, ge=1, le=100, description="screenshots a request shows")
    temperature: Temperature | None = None
    top_p: TopP | None = None
    max_tokens: int | None = Field(None, ge=16)
    context_window: int | None = Field(None, ge=MIN_WINDOW)
    key_variable: str = ""

    def open(self, name: str, options: AgentOptions, sampling: Sampling) -> TextModel:
        """Open the model, through chat completions. Raises UsageError: no model or no key."""
        top_p = sampling.top_p if self.top_p is None else self.top_p
        temperature = (
            sampling.temperature if self.temperature is None else temperature_value(self.temperature)
        )
        choice = ModelSettings(
            options.model,
            options.base_url,
            self.key_variable,
            "chat",
            temperature,
            self.max_tokens or sampling.max_tokens,
            top_p=None if top_p == "server" else top_p,
            context_window=self.context_window,
        )
        return open_model(options.model_client, name, choice)
