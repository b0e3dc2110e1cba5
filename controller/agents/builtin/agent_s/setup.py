"""Settings of Agent S, and its roles made from them."""

from __future__ import annotations

from pydantic import Field

from controller.agents.builtin.agent_s import prompts
from controller.agents.builtin.agent_s.agent import AgentS
from controller.agents.builtin.agent_s.interface import describe_interface
from controller.agents.builtin.agent_s.manager import Manager
from controller.agents.builtin.agent_s.worker import Reflection, Worker
from controller.agents.completion_settings import Temperature
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.grounding import QUESTION, Grounder
from controller.agents.grounding_settings import GroundingSettings
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_variant
from controller.core.agent import Agent, EpisodeContext
from controller.models.completion_models import open_model

NAME = "agent_s"


class AgentSSettings(GroundingSettings):
    """Settings for `--set`. `images` is the number of screenshots that worker and reflection see."""

    images: int = Field(8, ge=1, le=20, description="screenshots the worker sees")
    temperature: Temperature = 0.0
    manager: bool = True
    reflection: bool = True


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: A variant, no model, no key, invalid settings, or no grounding model although the run allows
            mouse and keyboard.
    """
    refuse_variant(NAME, options)
    settings = read_settings(NAME, options, AgentSSettings)
    model = open_model(options.model_client, NAME, settings.choice(options))
    gui = options.actions != "mcp"
    texts = {name: text for name, text in vars(prompts).items() if name.isupper()} | FOLDING_PROMPTS
    texts["interface"] = describe_interface(gui=gui)
    models: tuple[str, ...] = ()
    grounder = settings.grounder(NAME, options) if gui else None
    model.check_served()
    if grounder:
        grounder.check_served()
        pointing = settings.pointing()
        texts["question"] = QUESTION
        texts["grounding"] = f"{settings.grounding_model}: {pointing.convention}, patch {pointing.patch}"
        models = (settings.grounding_model,)
    warnings = settings.warnings(NAME, options)
    return AgentCard(NAME, model=options.model, models=models, prompts=texts, warnings=warnings)


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    """Return the agent of one episode."""
    settings = read_settings(NAME, options, AgentSSettings)
    model = open_model(options.model_client, NAME, settings.choice(options))
    grounder = Grounder(settings.grounder(NAME, options), settings.pointing()) if context.gui else None
    manager = (
        Manager(model, context.instruction, settings.images, screen=context.screen)
        if settings.manager
        else None
    )

    def new_worker() -> Worker:
        reflection = (
            Reflection(model, context.instruction, settings.images, screen=context.screen)
            if settings.reflection
            else None
        )
        return Worker(model, context, grounder, reflection, settings.images)

    return AgentS(options, manager, new_worker)


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes of both models. Raises UsageError as `describe` does."""
    return read_settings(NAME, options, AgentSSettings).probes(NAME, options)
