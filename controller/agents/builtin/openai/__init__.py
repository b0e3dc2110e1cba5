"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls."""

from __future__ import annotations

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.probes import Probe
from controller.core.agent import Agent, EpisodeContext


def _describe(options: AgentOptions) -> AgentCard:
    from controller.agents.builtin.openai.agent import describe  # imported late: the SDK is large

    return describe(options)


def _create(context: EpisodeContext, options: AgentOptions) -> Agent:
    from controller.agents.builtin.openai.agent import create

    return create(context, options)


def _check(options: AgentOptions) -> list[Probe]:
    from controller.agents.builtin.openai.check import check

    return check(options)


AGENT = AgentSpec(
    describe=_describe,
    create=_create,
    summary=__doc__,
    keys=("OPENAI_API_KEY",),
    defers_tools=True,
    callings=("native", "prompt"),
    check=_check,
    platforms=("azure",),
)
