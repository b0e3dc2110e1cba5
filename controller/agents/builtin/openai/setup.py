"""How the `openai` agent talks to a model: which API, which computer, which coordinates, which pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import openai
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from controller.agents.builtin.openai.chat import ChatDialogue
from controller.agents.builtin.openai.dialogue import Dialogue, ImagePolicy
from controller.agents.builtin.openai.prompted import PromptedDialogue, StrayCallDialogue
from controller.agents.builtin.openai.responses import ResponsesDialogue
from controller.agents.contract import AgentOptions
from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import CoordinateFrame, frame_for_model
from controller.agents.settings import AgentSettings, read_settings
from controller.core.actions import Calling
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.chat_parameters import ChatParameters
from controller.models.context_window import MIN_WINDOW
from controller.models.openai_models import Effort, OpenAIModel, find_model, is_openai_name
from controller.models.scaling import ScaledView, make_view
from testbed.errors import UsageError

NAME = "openai"
DEFAULT_MODEL = "gpt-6.1-terra"
THOUSANDTHS = "Coordinates in the lists above are thousandths of the screen's width and height."
Api = Literal["responses", "chat"]
ComputerKind = Literal["computer", "computer_use_preview", "functions"]
MAX_TOOLS = 128
"""How many tools a request to OpenAI holds."""
LONGEST_EDGE = 1920
"""Longest edge of an image in pixels, also where the API takes more: every pixel costs."""


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
    context_window: int | None = Field(None, ge=MIN_WINDOW)
    compaction: bool = True
    images: int = Field(15, ge=1)
    images_kept: int = Field(3, ge=1)
    max_tools: int = Field(MAX_TOOLS, ge=0)
    stream: bool = True

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
    calling: Calling = "native"

    @property
    def known(self) -> OpenAIModel | None:
        """What the model takes, if it is OpenAI's."""
        return find_model(self.model)

    @property
    def detail(self) -> str:
        """How closely the API shall look at pictures; "" leaves it to a server that is not OpenAI."""
        if is_openai_name(self.model):
            return self.known.detail if self.known else "high"
        return "auto" if self.api == "responses" else ""

    def check_count(self, count: int, of_guest: int, most: int | None = None) -> None:
        """Check that a request can hold so many tools.

        Args:
            count: Entries of the request's `tools`.
            of_guest: How many of them are the guest's tools.
            most: The endpoint's limit; None for that of the settings.

        In the prompt there is no limit.

        Raises:
            UsageError: They are too many.
        """
        more = "; a server that takes more: --set max_tools=N" if most is None else ""
        if self.calling == "prompt":
            return
        most = self.settings.max_tools if most is None else most
        if most and count > most:
            searches = self.known is not None and self.known.searches_tools and self.api == "responses"
            search = ", or search" if searches else ""
            raise UsageError(
                f"{count} tools are to be offered ({of_guest} of the guest), and the API takes at most {most}",
                hint=f"use --tool-filter rag or router{search}, or --calling prompt{more}",
            )

    def view(self, width: int, height: int) -> ScaledView:
        """The picture that stands for a screen, so that the API need not scale it again."""
        known = self.known or (OpenAIModel() if is_openai_name(self.model) else None)
        if known is None:
            return self.pointing.view(width, height)
        limits = known.image_limits(width, height)
        return make_view(width, height, replace(limits, long_edge=min(limits.long_edge, LONGEST_EDGE)))

    def describe_observation(self, observation: Observation, view: ScaledView) -> str:
        """What the run lets the model observe in words, in coordinates as the model's."""
        if self.pointing.convention == "absolute":
            return describe_observation(observation, (view.width, view.height))
        text = describe_observation(observation, (1000, 1000))
        return f"{text}\n{THOUSANDTHS}" if text and self.pointing.convention == "0-1" else text

    def dialogue(self, client: openai.OpenAI, system: str) -> Dialogue:
        image_policy = ImagePolicy(self.detail, self.settings.images, self.settings.images_kept)
        dialogue: Dialogue
        if self.api == "chat":
            dialogue = ChatDialogue(client, self.chat_request(), self.chat_parameters(), system, image_policy)
        else:
            dialogue = ResponsesDialogue(
                client, {"instructions": system, **self._responses_request()}, image_policy
            )
        prompted = self.calling == "prompt"
        return PromptedDialogue(dialogue, system) if prompted else StrayCallDialogue(dialogue)

    def chat_parameters(self) -> ChatParameters:
        """The parameters that servers take differently. Raises UsageError."""
        settings = self.settings
        return ChatParameters(self.model, settings.max_tokens, settings.temperature, settings.effort)

    def chat_request(self) -> dict[str, Any]:
        """The other fields of every request of Chat Completions."""
        request: dict[str, Any] = {"model": self.model}
        if self.settings.effort is not None:
            request["reasoning_effort"] = self.settings.effort
        if self.settings.stream:
            request |= {"stream": True, "stream_options": {"include_usage": True}}
        return request

    def _responses_request(self) -> dict[str, Any]:
        settings = self.settings
        request: dict[str, Any] = {
            "model": self.model,
            "store": False,
            "max_output_tokens": settings.max_tokens,
        }
        if settings.stream:
            request["stream"] = True
        if self.known is not None and self.known.reasons:
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
        calling = "; calling prompt" if self.calling == "prompt" else ""
        return (
            f"api {self.api}; computer {self.computer}; coordinates {pointing}; detail {self.detail or '-'}"
            f"{calling}"
        )


def setup_of(options: AgentOptions) -> OpenAISetup:
    """Decide what the settings leave open, by the model's name: the address has no say.

    Raises:
        UsageError: Settings that do not fit each other or the model.
    """
    settings = read_settings(NAME, options, OpenAISettings)
    model = options.model or DEFAULT_MODEL
    api: Api = settings.api or ("responses" if is_openai_name(model) and "/" not in model else "chat")
    computer = settings.computer or (_computer_of(model) if api == "responses" else "functions")
    if computer != "functions" and api == "chat":
        raise UsageError(
            "the computer tool is part of the Responses API alone",
            hint="use --set api=responses, or --set computer=functions",
        )
    if settings.summary and api == "chat":
        raise UsageError("summary is part of the Responses API alone", hint="use --set api=responses")
    _check_sampling(model, settings)
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
    return OpenAISetup(model, settings, api, computer, pointing, defer, options.calling)


def _check_sampling(model: str, settings: OpenAISettings) -> None:
    known = find_model(model)
    if known is None:
        return
    if settings.effort == "none" and known.reasons and not known.takes_effort_none:
        raise UsageError(f"{model} takes no effort 'none'", hint="use --set effort=low, or another --model")
    if settings.temperature is not None and known.fixes_sampling(settings.effort):
        unless = ", or add --set effort=none" if known.takes_effort_none else ""
        raise UsageError(f"{model} takes no temperature while it reasons", hint=f"omit temperature{unless}")


def _computer_of(model: str) -> ComputerKind:
    """The computer tool that a model knows; gateways' names ("vendor/model") promise none."""
    known = find_model(model)
    return known.computer or "functions" if known is not None and "/" not in model else "functions"


def _searches_tools(model: str) -> bool:
    known = find_model(model)
    return known is not None and known.searches_tools
