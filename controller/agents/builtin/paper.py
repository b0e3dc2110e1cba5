"""Any model, in the OSWorld-MCP paper's prompt protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from controller.agents import pointing_check
from controller.agents.completion_check import completion_probes
from controller.agents.completion_settings import API_KEYS, FidelitySettings
from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.coordinate_conventions import convention_warnings
from controller.agents.coordinates import CoordinateFrame, PointReader, frame_for_model, read_point
from controller.agents.paper_protocol import prompt, published
from controller.agents.paper_protocol.parse import ProtocolError, parse
from controller.agents.probes import Probe, UnexpectedResponse, quote
from controller.agents.prompt_agent import PromptAgent, PromptSettings
from controller.agents.settings import read_settings, refuse_variant
from controller.core.agent import Agent, EpisodeContext, Usage
from controller.core.observation import Observation
from controller.models.completion import ChatMessage, ModelSettings
from controller.models.completion_models import api_of, open_model
from controller.models.scaling import ScaledView

NAME = "paper"


class PaperSettings(PromptSettings, FidelitySettings):
    """Settings for `--set`; with fidelity=published the defaults are those of OSWorld-MCP's agent."""

    top_p: float | None = Field(None, gt=0, le=1)

    def choice(self, options: AgentOptions) -> ModelSettings:
        chosen = replace(super().choice(options), top_p=self.top_p)
        if not self.published:
            return chosen
        # The Messages API takes no top_p.
        top_p = None if api_of(chosen) == "messages" else published.TOP_P
        return replace(
            chosen,
            max_tokens=self.max_tokens if "max_tokens" in self.model_fields_set else published.MAX_TOKENS,
            top_p=self.top_p if "top_p" in self.model_fields_set else top_p,
            detail=published.DETAIL,
        )


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, or invalid settings.
    """
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, PaperSettings)
    open_model(options.model_client, NAME, settings.choice(options)).check_served()
    pointing = frame_for_model(options.model, settings.coordinates, settings.patch)
    texts = prompt.prompt_texts(f"{pointing.convention}, patch {pointing.patch}", prompt.POINT_PARAMETERS)
    if settings.published:
        texts |= published.prompt_texts()
    points = options.actions != "mcp"
    warnings = convention_warnings(NAME, options.model, settings.coordinates) if points else ()
    return AgentCard(NAME, model=options.model, prompts=texts, warnings=warnings)


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    settings = read_settings(NAME, options, PaperSettings)
    model = open_model(options.model_client, NAME, settings.choice(options))
    frame = frame_for_model(options.model, settings.coordinates, settings.patch)
    resolver = PointResolver(frame, options.model if settings.published else "")
    return PromptAgent(context, options, model, resolver, settings.images, published_form=settings.published)


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes. Raises UsageError as `describe` does."""
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, PaperSettings)
    probes = completion_probes(options.model_client, NAME, settings.choice(options))
    return [*probes, Probe("pointing", lambda: _click_mark(options, settings), remedy=pointing_check.REMEDY)]


def _click_mark(options: AgentOptions, settings: PaperSettings) -> str:
    """Have the model click a mark whose place is known. Raises UnexpectedResponse."""
    frame = frame_for_model(options.model, settings.coordinates, settings.patch)
    resolver = PointResolver(frame, options.model if settings.published else "")
    view = resolver.view(1280, 720)
    write_system = published.system if settings.published else prompt.system
    system = write_system(
        [],
        gui=True,
        places=resolver.describe_coordinates(view),
        places_parameters=resolver.parameters,
    )
    picture = pointing_check.marked_picture(view.width, view.height)
    model = open_model(options.model_client, NAME, settings.choice(options))
    completion = model.complete(
        [ChatMessage("system", (system,)), ChatMessage("user", (picture, pointing_check.CLICK))]
    )
    try:
        arguments = parse(completion.text).arguments
    except ProtocolError as error:
        raise UnexpectedResponse(f"answered {quote(completion.text)}: {error}") from error
    point = read_point(arguments.get("coordinate"), [])
    if point is None:
        raise UnexpectedResponse(f"answered {quote(completion.text)}, which has no `coordinate`")
    return pointing_check.judge_click(*point, view, frame)


AGENT = AgentSpec(
    describe=describe, create=create, summary=__doc__, keys=API_KEYS, check=check, callings=("prompt",)
)


class PointResolver:
    """Resolver for models that respond with coordinates. Implements `CoordinateResolver`."""

    parameters: Mapping[str, Any] = prompt.POINT_PARAMETERS

    def __init__(self, pointing: CoordinateFrame, published_model: str = "") -> None:
        """`published_model`: the model whose picture has the size that OSWorld-MCP's agent gives it; "" for none."""
        self._pointing = pointing
        self._published_model = published_model

    def view(self, width: int, height: int) -> ScaledView:
        fixed = published.view_for(self._published_model, width, height)
        return fixed or self._pointing.view(width, height)

    def describe_coordinates(self, view: ScaledView) -> str:
        return self._pointing.describe_coordinates(view)

    def frame(self, view: ScaledView) -> tuple[int, int]:
        return self._pointing.frame(view)

    def places(self, observation: Observation, view: ScaledView) -> PointReader:  # noqa: ARG002
        return PointReader(self._pointing, view)

    def take_usage(self) -> Usage:
        return Usage()
