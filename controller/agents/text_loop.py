"""The set-up of agents without mouse and keyboard whose model answers in text: `react` and `rounds`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from controller.agents import text_answers
from controller.agents.completion_check import completion_probes
from controller.agents.completion_settings import CompletionSettings
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinates import frame_for_model
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_gui_only, refuse_variant
from controller.core.agent import Agent, EpisodeContext
from controller.core.observation import Observation
from controller.models.completion import TextModel
from controller.models.completion_models import open_model
from controller.models.scaling import resize

Settings = TypeVar("Settings", bound=CompletionSettings)


@dataclass(frozen=True, slots=True)
class TextLoop(Generic[Settings]):
    """What such an agent consists of; its methods are those of `AgentSpec`.

    Attributes:
        name: The agent's name.
        settings: Its settings for `--set`.
        prompts: Its prompts by name, for the run's record.
        make: Creates the agent of an episode.
    """

    name: str
    settings: type[Settings]
    prompts: Mapping[str, str]
    make: Callable[[EpisodeContext, AgentOptions, Settings, TextModel], Agent]

    def describe(self, options: AgentOptions) -> AgentCard:
        """Check the options and describe the agent.

        Raises:
            UsageError: A variant, no model, no key, invalid settings, or a run without tools.
        """
        refuse_variant(self.name, options)
        refuse_gui_only(self.name, options)
        settings = read_settings(self.name, options, self.settings)
        open_model(options.model_client, self.name, settings.choice(options)).check_served()
        prompts = {**self.prompts, **text_answers.prompt_texts()}
        return AgentCard(self.name, model=options.model, prompts=prompts)

    def create(self, context: EpisodeContext, options: AgentOptions) -> Agent:
        """Create the agent of an episode. Raises UsageError as `describe` does."""
        settings = read_settings(self.name, options, self.settings)
        model = open_model(options.model_client, self.name, settings.choice(options))
        return self.make(context, options, settings, model)

    def check(self, options: AgentOptions) -> list[Probe]:
        """Return the probes. Raises UsageError as `describe` does."""
        refuse_variant(self.name, options)
        settings = read_settings(self.name, options, self.settings)
        return completion_probes(options.model_client, self.name, settings.choice(options))


def scaled_picture(observation: Observation, model: str) -> bytes | None:
    """Return the picture of the screen in the size for a model; None of a guest without a screen."""
    picture = observation.picture
    if not picture:
        return None
    view = frame_for_model(model, None, None).view(observation.width, observation.height)
    return resize(picture, view.width, view.height)
