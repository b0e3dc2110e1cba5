"""Plays the solutions of the suite's tasks."""

from __future__ import annotations

from testbed.actions import Action, Program, Terminate
from testbed.agents import (
    AgentCard,
    AgentOptions,
    AgentSpec,
    Decision,
    EpisodeContext,
    Observation,
    refuse_settings,
    refuse_variant,
)
from testbed.guests import Tool
from tests.osworld_suite.suite import FAIL, solution

NAME = "osworld_suite"
SECONDS = 120.0


class SolvingAgent:
    """Executes one action of a solution in each step."""

    def __init__(self, task_id: str) -> None:
        self._actions: list[Action] = []
        for code in solution(task_id):
            self._actions.append(
                Terminate(status="failure") if code == FAIL else Program(code=code, seconds=SECONDS)
            )
        if not isinstance(self._actions[-1], Terminate):
            self._actions.append(Terminate(status="success"))

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        return Decision((self._actions.pop(0),))


def describe(options: AgentOptions) -> AgentCard:
    refuse_variant(NAME, options)
    refuse_settings(NAME, options)
    return AgentCard(NAME)


def create(context: EpisodeContext, options: AgentOptions) -> SolvingAgent:
    return SolvingAgent(context.task_id)


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__ or "", needs_model=False)
