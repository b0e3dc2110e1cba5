"""What `--set` changes of the `google` agent, and the part of its requests that stays the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from controller.agents.builtin.google.computer import ENVIRONMENTS, EXCLUDED
from controller.agents.builtin.google.declarations import computer_declarations
from controller.agents.builtin.google.history import KEPT_IMAGES, MAX_IMAGES, Part
from controller.agents.builtin.google.models import (
    DEFAULT_MODEL,
    ComputerKind,
    GeminiModel,
    ThinkingLevel,
    find_model,
    thinking_of,
)
from controller.agents.contract import AgentOptions
from controller.agents.settings import AgentSettings, read_settings
from controller.models.context_window import MIN_WINDOW
from testbed.errors import UsageError

NAME = "google"
MAX_FUNCTIONS = 512
"""Most function declarations in a request (the API's reference, `Tool`)."""
SafetyPolicy = Literal[
    "FINANCIAL_TRANSACTIONS",
    "SENSITIVE_DATA_MODIFICATION",
    "COMMUNICATION_TOOL",
    "ACCOUNT_CREATION",
    "DATA_MODIFICATION",
    "USER_CONSENT_MANAGEMENT",
    "LEGAL_TERMS_AND_AGREEMENTS",
]


class GoogleSettings(AgentSettings):
    """The settings of the agent `google`."""

    computer: Literal["auto", "desktop", "browser", "functions"] = "auto"
    thinking: ThinkingLevel | Annotated[int, Field(ge=-1, le=65_536)] | None = None
    media_resolution: Literal["low", "medium", "high"] | None = None
    max_tokens: int = Field(16_384, ge=1, le=65_536)
    context_window: int | None = Field(None, ge=MIN_WINDOW)
    images: int = Field(MAX_IMAGES, ge=1)
    images_kept: int = Field(KEPT_IMAGES, ge=1)
    confirm: bool = False
    disabled_safety_policies: tuple[SafetyPolicy, ...] = ()
    injection_detection: bool = False
    stream: bool = True


@dataclass(frozen=True, slots=True)
class GoogleSetup:
    """The model, what it takes, and the settings, put together."""

    name: str
    model: GeminiModel
    computer: ComputerKind
    thinking: dict[str, Any]
    settings: GoogleSettings

    @property
    def native(self) -> bool:
        """Whether the computer is the API's own tool."""
        return self.computer != "functions"

    @property
    def needs(self) -> str:
        """What the model must support, for error messages."""
        tool = f"the computer-use tool ({self.computer}; else --set computer=functions)"
        return (
            f"{tool if self.native else 'function calling'} and its kind of thinking (docs/agents_google.md)"
        )

    def tools(self, declarations: list[Part], *, gui: bool) -> list[Part]:
        """The request's `tools`: the computer, if the run has it, and functions, if there are any."""
        functions: list[Part] = [{"functionDeclarations": declarations}] if declarations else []
        if not gui:
            return functions
        if not self.native:
            return [{"functionDeclarations": [*computer_declarations(), *declarations]}]
        computer: Part = {
            "environment": ENVIRONMENTS[self.computer],
            "excludedPredefinedFunctions": [*EXCLUDED[self.computer]],
        }
        if self.settings.disabled_safety_policies:
            computer["disabledSafetyPolicies"] = [*self.settings.disabled_safety_policies]
        if self.settings.injection_detection:
            computer["enablePromptInjectionDetection"] = True
        return [{"computerUse": computer}, *functions]

    def request(self, system: str, tools: list[Part], contents: list[Part]) -> dict[str, Any]:
        """A request of generateContent."""
        generation: dict[str, Any] = {
            "maxOutputTokens": self.settings.max_tokens,
            "thinkingConfig": self.thinking,
        }
        if self.settings.media_resolution:
            generation["mediaResolution"] = f"MEDIA_RESOLUTION_{self.settings.media_resolution.upper()}"
        return {
            "model": self.name,
            "systemInstruction": {"parts": [{"text": system}]},
            "contents": contents,
            **({"tools": tools} if tools else {}),
            "generationConfig": generation,
        }


def make_setup(options: AgentOptions) -> GoogleSetup:
    """Raises UsageError: an unknown setting, or one that the model does not take."""
    settings = read_settings(NAME, options, GoogleSettings)
    name = options.model or DEFAULT_MODEL
    model = find_model(name)
    if settings.images_kept > settings.images:
        raise UsageError(
            f"{settings.images_kept} images cannot be kept of {settings.images}",
            hint="images_kept must not be larger than images",
        )
    if settings.confirm and options.safety_checks in ("ask", "never"):
        raise UsageError(
            f"confirm=true allows in advance what --approve {options.safety_checks} does not",
            hint="give one of them",
        )
    computer = model.computer if settings.computer == "auto" else settings.computer
    return GoogleSetup(name, model, computer, thinking_of(name, settings.thinking), settings)
