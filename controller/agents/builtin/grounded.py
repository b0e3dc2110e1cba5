"""A planner model that describes places in words, and a grounding model that finds them on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.agents.completion_settings import API_KEYS
from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import QUESTION, Grounder
from controller.agents.grounding_settings import GroundingSettings
from controller.agents.paper_protocol import prompt
from controller.agents.paper_protocol.actions import Pixel, Which
from controller.agents.paper_protocol.parse import ProtocolError
from controller.agents.probes import Probe
from controller.agents.prompt_agent import PromptAgent
from controller.agents.settings import read_settings, refuse_variant
from controller.core.agent import Agent, EpisodeContext, Usage
from controller.core.observation import Observation
from controller.models.completion_models import open_model
from controller.models.image_limits import image_limits
from controller.models.scaling import ScaledView

NAME = "grounded"
IN_WORDS = "named in words: another model, which sees the same screen, finds them"


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no planner or grounding model, no key, or invalid settings.
    """
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, GroundingSettings)
    for model in (
        open_model(options.model_client, NAME, settings.choice(options)),
        settings.grounder(NAME, options),
    ):
        model.check_served()
    pointing = settings.pointing()
    prompts = prompt.prompt_texts(IN_WORDS, prompt.ELEMENT_PARAMETERS) | {
        "question": QUESTION,
        "grounding": f"{settings.grounding_model}: {pointing.convention}, patch {pointing.patch}",
    }
    return AgentCard(
        NAME,
        model=options.model,
        models=(settings.grounding_model,),
        prompts=prompts,
        warnings=settings.warnings(NAME, options),
    )


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    settings = read_settings(NAME, options, GroundingSettings)
    planner = open_model(options.model_client, NAME, settings.choice(options))
    planner_view = CoordinateFrame(limits=image_limits(options.model))
    resolver = ElementResolver(Grounder(settings.grounder(NAME, options), settings.pointing()), planner_view)
    return PromptAgent(context, options, planner, resolver, settings.images)


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes of both models. Raises UsageError as `describe` does."""
    settings = read_settings(NAME, options, GroundingSettings)
    return settings.probes(NAME, options)


AGENT = AgentSpec(
    describe=describe, create=create, summary=__doc__, keys=API_KEYS, check=check, callings=("prompt",)
)


class ElementResolver:
    """Resolver that asks the grounding model for the places. Implements `CoordinateResolver`."""

    parameters: Mapping[str, Any] = prompt.ELEMENT_PARAMETERS

    def __init__(self, grounder: Grounder, planner_view: CoordinateFrame | None = None) -> None:
        self._grounder = grounder
        self._planner_view = planner_view or CoordinateFrame()

    def view(self, width: int, height: int) -> ScaledView:
        return self._planner_view.view(width, height)

    def describe_coordinates(self, view: ScaledView) -> str:  # noqa: ARG002
        return IN_WORDS

    def frame(self, view: ScaledView) -> tuple[int, int]:
        return view.width, view.height

    def places(self, observation: Observation, view: ScaledView) -> ElementReader:  # noqa: ARG002
        return ElementReader(self._grounder, observation)

    def take_usage(self) -> Usage:
        return self._grounder.take_usage()


class ElementReader:
    """Reader of the parameters `element` and `element2`. Implements `CoordinateReader`."""

    needed: Mapping[Which, str] = {
        "first": "`element`, the place in words",
        "second": "`element2`, where to drag to, in words",
    }

    def __init__(self, grounder: Grounder, observation: Observation) -> None:
        self._grounder = grounder
        self._observation = observation

    def find(self, arguments: Mapping[str, Any], which: Which, codes: list[str]) -> Pixel | None:
        """The native pixel of a described place, None when the call has none. Raises ProtocolError."""
        name = "element" if which == "first" else "element2"
        element = arguments.get(name)
        if element is None:
            return None
        if not isinstance(element, str) or not element.strip():
            raise ProtocolError(f"`{name}` must describe a place on the screen in words")
        return self._grounder.find(element.strip(), self._observation, codes)
