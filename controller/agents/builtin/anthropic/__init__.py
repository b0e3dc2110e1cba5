"""A Claude model through the Messages API, with its computer tool and the MCP tools."""

from __future__ import annotations

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.probes import Probe
from controller.core.agent import Agent, EpisodeContext


def _describe(options: AgentOptions) -> AgentCard:
    from controller.agents.builtin.anthropic.agent import describe  # imported late: the SDK is large

    return describe(options)


def _create(context: EpisodeContext, options: AgentOptions) -> Agent:
    from controller.agents.builtin.anthropic.agent import create

    return create(context, options)


def _check(options: AgentOptions) -> list[Probe]:
    from controller.agents.builtin.anthropic.check import check

    return check(options)


AGENT = AgentSpec(
    describe=_describe,
    create=_create,
    summary=__doc__,
    keys=("ANTHROPIC_API_KEY",),
    defers_tools=True,
    callings=("native", "prompt"),
    check=_check,
    platforms=("bedrock", "vertex", "foundry"),
)
