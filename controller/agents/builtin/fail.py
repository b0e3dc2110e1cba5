"""Terminates at once with failure: its score is the share of infeasible tasks."""

from __future__ import annotations

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.settings import refuse_settings, refuse_variant
from controller.core.actions import Terminate
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation


class FailAgent:
    """Ends the episode at once with "failure"."""

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        return Decision((Terminate(status="failure"),))


def describe(options: AgentOptions) -> AgentCard:
    refuse_variant("fail", options)
    refuse_settings("fail", options)
    return AgentCard("fail")


def create(context: EpisodeContext, options: AgentOptions) -> Agent:  # noqa: ARG001
    return FailAgent()


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, needs_model=False, is_baseline=True)
