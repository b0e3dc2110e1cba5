"""How an agent comes to know what was done before the point at which its episode goes on."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Sequence

from controller.core.agent import Agent, Decision
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.episode.recorder import Recorder
from controller.models.client import ModelClient
from controller.parts.branch.history import History, PastDecision, shared_decision
from testbed.errors import AgentError, TestbedError

Seen = tuple[Observation, Sequence[Tool]]
"""What an agent was given for a decision."""
Learn = Callable[[PastDecision], bool]
"""Whether an agent is to learn of a decision by being asked for it."""


class AgentOfHistory:
    """An agent that takes the recorded decisions of a history again, and then lets another one decide.

    The other one is asked for those of them that it is to `learn` as well, with its model's recorded responses.
    """

    def __init__(self, agent: Agent, client: ModelClient, history: History, learn: Learn) -> None:
        self._agent = agent
        self._client = client
        self._history = history
        self._left = deque(history.decisions)
        self._learn = learn

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Return the next recorded decision, which costs nothing; after the last one, the agent's own."""
        if not self._left:
            return self._agent.act(observation, tools)
        past = self._left.popleft()
        if self._learn(past):
            _ask_again(self._agent, self._client, self._history, past, (observation, tools))
        return past.decision


def catch_up(
    agent: Agent,
    client: ModelClient,
    history: History,
    seen: Sequence[Seen],
    learn: Learn,
    recorder: Recorder,
) -> None:
    """Ask an agent for the decisions that it is to learn, with what was seen then and its model's recorded responses.

    The history is written into the episode's record.

    Raises AgentError when the agent asks its model something else than it did, and RecordsError.
    """
    for past, given in zip(history.decisions, seen, strict=True):
        history.copy_events(past.before, recorder)
        if learn(past):
            _ask_again(agent, client, history, past, given)
        recorder.event("decision", **shared_decision(past.event))
    history.copy_events(history.after, recorder)


def _ask_again(agent: Agent, client: ModelClient, history: History, past: PastDecision, given: Seen) -> None:
    observation, tools = given
    with client.answered_by(history.responses(past)):
        try:
            agent.act(observation, list(tools))
        except TestbedError:
            raise
        except Exception as error:
            raise AgentError(f"the agent raised:\n{traceback.format_exc()}") from error
