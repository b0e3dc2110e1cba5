"""Terminates at once with success: it must score 0 on every feasible task."""

from __future__ import annotations

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.settings import refuse_settings, refuse_variant
from controller.core.actions import Terminate
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation


class NoopAgent:
    """Ends the episode at once with "success"."""

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        return Decision((Terminate(status="success"),))


def describe(options: AgentOptions) -> AgentCard:
    refuse_variant("noop", options)
    refuse_settings("noop", options)
    return AgentCard("noop")


def create(context: EpisodeContext, options: AgentOptions) -> Agent:  # noqa: ARG001
    return NoopAgent()


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, needs_model=False, is_baseline=True)
