"""An OpenCUA model, in its own protocol: thought, action, and pyautogui code."""

from __future__ import annotations

from collections.abc import Iterable

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.probes import Probe
from controller.core.agent import Agent, EpisodeContext


def _describe(options: AgentOptions) -> AgentCard:
    from controller.agents.builtin.opencua.agent import describe  # imported late: the SDK is large

    return describe(options)


def _create(context: EpisodeContext, options: AgentOptions) -> Agent:
    from controller.agents.builtin.opencua.agent import create

    return create(context, options)


def _check(options: AgentOptions) -> Iterable[Probe]:
    from controller.agents.builtin.opencua.agent import check

    return check(options)


AGENT = AgentSpec(
    describe=_describe,
    create=_create,
    summary=__doc__,
    keys=("OPENAI_API_KEY",),
    check=_check,
    callings=("prompt",),
)
