"""A Gemini model through the Gemini API, with its computer-use tool and the MCP tools."""

from __future__ import annotations

from collections.abc import Iterable

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.probes import Probe
from controller.core.agent import Agent, EpisodeContext


def _describe(options: AgentOptions) -> AgentCard:
    from controller.agents.builtin.google.agent import describe  # imported late: the SDK is large

    return describe(options)


def _create(context: EpisodeContext, options: AgentOptions) -> Agent:
    from controller.agents.builtin.google.agent import create

    return create(context, options)


def _check(options: AgentOptions) -> Iterable[Probe]:
    from controller.agents.builtin.google.check import check

    return check(options)


AGENT = AgentSpec(
    describe=_describe,
    create=_create,
    summary=__doc__,
    keys=("GEMINI_API_KEY",),
    check=_check,
    platforms=("vertex",),
    callings=("native", "prompt"),
)
