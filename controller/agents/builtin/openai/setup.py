"""How the `openai` agent talks to a model: which API, which computer, which coordinates, which pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

import openai
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from controller.agents.builtin.openai.chat import ChatDialogue
from controller.agents.builtin.openai.dialogue import Dialogue, ImagePolicy
from controller.agents.builtin.openai.responses import ResponsesDialogue
from controller.agents.contract import AgentOptions
from controller.agents.coordinates import Convention, CoordinateFrame, frame_for_model
from controller.agents.settings import AgentSettings, read_settings
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.openai_api import is_openai
from controller.models.scaling import ImageLimits, ScaledView, make_view
from testbed.errors import UsageError

NAME = "openai"
DEFAULT_MODEL = "gpt-6.1-terra"
THOUSANDTHS = "Coordinates in the lists above are thousandths of the screen's width and height."
Api = Literal["responses", "chat"]
ComputerKind = Literal["computer", "computer_use_preview", "functions"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
_GPT = re.compile(r"(?:openai/|ft:)?gpt-(\d+)(?:\.(\d+))?(?!\d)")
_REASONING = re.compile(r"(?:openai/|ft:)?(?:o\d|gpt-[5-9]|computer-use-preview)(?!.*chat-latest)")
_OPENAI = re.compile(r"(?:openai/|ft:)?(?:gpt-\d|o\d|chatgpt|computer-use-preview)")


class OpenAISettings(AgentSettings):
    """What `--set` takes."""

    api: Api | None = None
    computer: ComputerKind | None = None
    coordinates: Convention | None = None
    patch: int | None = Field(None, ge=1, le=64)
    temperature: float | None = Field(None, ge=0, le=2)
    effort: Effort | None = None
    summary: Literal["auto", "concise", "detailed"] | None = None
    max_tokens: int = Field(16_384, ge=16)
    images: int = Field(15, ge=1)
    images_kept: int = Field(3, ge=1)
    max_tools: int = Field(128, ge=0)

    @model_validator(mode="after")
    def _fits(self) -> OpenAISettings:
        if self.images_kept > self.images:
            raise PydanticCustomError("kept", "images_kept is more than images")
        return self


@dataclass(frozen=True, slots=True)
class OpenAISetup:
    """The settings with everything decided that was left open."""

    model: str
    settings: OpenAISettings
    api: Api
    computer: ComputerKind
    pointing: CoordinateFrame
    defer_tools: bool = False

    @property
    def detail(self) -> str:
        """How closely the API shall look at pictures; "" leaves it to a server that is not OpenAI."""
        if _OPENAI.match(self.model):
            return "original" if _version(self.model) >= (5, 4) else "high"
        return "auto" if self.api == "responses" else ""

    def check_count(self, count: int, of_guest: int) -> None:
        """Raises UsageError when a request cannot hold so many tools, of which some are the guest's."""
        most = self.settings.max_tools
        if most and count > most:
            search = ", or search" if _searches_tools(self.model) and self.api == "responses" else ""
            raise UsageError(
                f"{count} tools are to be offered ({of_guest} of the guest), and the API takes at most {most}",
                hint=f"use --tool-filter rag or router{search}; a server that takes more: --set max_tools=N",
            )

    def view(self, width: int, height: int) -> ScaledView:
        """The picture that stands for a screen, so that the API need not scale it again.

        `original` detail takes 10,000 patches of 32 pixels, `high` scales to 768 pixels on the short edge and
        2048 on the long one (OpenAI's guide to images).
        """
        if not _OPENAI.match(self.model):
            return self.pointing.view(width, height)
        if self.detail == "original":
            return make_view(width, height, ImageLimits(long_edge=1920, patch=32, patches=10_000))
        long_edge = min(2048, 768 * max(width, height) // min(width, height))
        return make_view(width, height, ImageLimits(long_edge=long_edge, patch=32, patches=10_000))

    def described(self, observation: Observation, view: ScaledView) -> str:
        """What the run lets the model observe in words, in coordinates as the model's."""
        if self.pointing.convention == "absolute":
            return describe_observation(observation, (view.width, view.height))
        text = describe_observation(observation, (1000, 1000))
        return f"{text}\n{THOUSANDTHS}" if text and self.pointing.convention == "0-1" else text

    def dialogue(self, client: openai.OpenAI, system: str) -> Dialogue:
        looks = ImagePolicy(self.detail, self.settings.images, self.settings.images_kept)
        if self.api == "chat":
            return ChatDialogue(client, self._chat_request(), system, looks)
        return ResponsesDialogue(client, {"instructions": system, **self._responses_request()}, looks)

    def _chat_request(self) -> dict[str, Any]:
        settings = self.settings
        # OpenAI's reasoning models refuse the older name; some servers know no other.
        limit = "max_completion_tokens" if _OPENAI.match(self.model) else "max_tokens"
        request: dict[str, Any] = {"model": self.model, limit: settings.max_tokens}
        if settings.temperature is not None:
            request["temperature"] = settings.temperature
        if settings.effort is not None:
            request["reasoning_effort"] = settings.effort
        return request

    def _responses_request(self) -> dict[str, Any]:
        settings = self.settings
        request: dict[str, Any] = {
            "model": self.model,
            "store": False,
            "max_output_tokens": settings.max_tokens,
        }
        if _REASONING.match(self.model):
            request["include"] = ["reasoning.encrypted_content"]
        if self.computer == "computer_use_preview":
            request["truncation"] = "auto"  # the model demands it
        if settings.temperature is not None:
            request["temperature"] = settings.temperature
        reasoning = {"effort": settings.effort, "summary": settings.summary}
        if any(reasoning.values()):
            request["reasoning"] = {name: value for name, value in reasoning.items() if value}
        return request

    def __str__(self) -> str:
        pointing = f"{self.pointing.convention}, patch {self.pointing.patch}"
        return (
            f"api {self.api}; computer {self.computer}; coordinates {pointing}; detail {self.detail or '-'}"
        )


def setup_of(options: AgentOptions) -> OpenAISetup:
    """Raises UsageError: settings that do not fit, or no model for a server that is not OpenAI."""
    settings = read_settings(NAME, options, OpenAISettings)
    # The environment's address has no say, as a replay may not have it.
    elsewhere = bool(options.base_url) and not is_openai(options.base_url)
    if not options.model and elsewhere:
        raise UsageError(
            f"the {NAME} agent needs a model at another server than OpenAI's", hint="use --model M"
        )
    model = options.model or DEFAULT_MODEL
    own = _OPENAI.match(model) and not model.startswith("openai/") and not elsewhere
    api: Api = settings.api or ("responses" if own else "chat")
    computer = settings.computer or (_computer_of(model) if api == "responses" else "functions")
    if computer != "functions" and api == "chat":
        raise UsageError(
            "the computer tool is part of the Responses API alone",
            hint="use --set api=responses, or --set computer=functions",
        )
    if settings.summary and api == "chat":
        raise UsageError("summary is part of the Responses API alone", hint="use --set api=responses")
    pointing = frame_for_model(model, settings.coordinates, settings.patch)
    if computer != "functions":
        pointing = CoordinateFrame()
    defer = options.defer_tools and options.actions != "gui"
    if defer and api == "chat":
        raise UsageError(
            "Chat Completions has no tool search, which the tool filter search needs",
            hint="use --set api=responses with a model of OpenAI's from gpt-5.4 on, or --tool-filter rag or router",
        )
    if defer and not _searches_tools(model):
        raise UsageError(
            f"{model} has no tool search, which came with gpt-5.4 and is not in its nano models",
            hint=f"use a newer model, such as --model {DEFAULT_MODEL}, or --tool-filter rag or router",
        )
    return OpenAISetup(model, settings, api, computer, pointing, defer)


def _computer_of(model: str) -> ComputerKind:
    """The computer tool that a model knows; gateways' names ("vendor/model") promise none."""
    if model.startswith("computer-use-preview"):
        return "computer_use_preview"
    small = "nano" in model or "chat" in model
    return "computer" if _version(model) >= (5, 4) and "/" not in model and not small else "functions"


def _searches_tools(model: str) -> bool:
    """Whether the Responses API has its tool search for a model (OpenAI's guide to tool search)."""
    return _version(model) >= (5, 4) and "nano" not in model


def _version(model: str) -> tuple[int, int]:
    match = _GPT.match(model)
    return (int(match[1]), int(match[2] or 0)) if match else (0, 0)
