"""Adapts agents that were written for OSWorld.

Such an agent has `predict(instruction, obs) -> (response, actions)` and optionally `reset()`; its actions are pyautogui
programs as text, or WAIT, DONE, FAIL. A module declares one with

    from testbed.agents import adapt_osworld
    AGENT = adapt_osworld("mine", lambda context, options: MyOSWorldAgent(model=options.model))

and an entry point (docs/agents_pyautogui.md). Model calls of the agent do not use the model client, so they are neither
counted nor replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.core.actions import Action, Program, Terminate, Wait
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation as described
from testbed.errors import AgentError, UsageError

WAIT_SECONDS = 2.0
PROGRAM_SECONDS = 60.0
RECORDED_RESPONSE = 20_000


class OSWorldAgent(Protocol):
    """What OSWorld asks of an agent."""

    def predict(self, instruction: str, obs: dict[str, Any]) -> Any:
        """The model's response, and the actions in it."""
        ...


Make = Callable[[EpisodeContext, AgentOptions], OSWorldAgent]


def adapt_osworld(name: str, make: Make, prompts: Mapping[str, str] | None = None) -> AgentSpec:
    """Declare an agent that was written for OSWorld.

    Args:
        name: The agent's name.
        make: Returns a new OSWorld agent for an episode.
        prompts: Texts that its model is given, by name, for the run's record.
    """

    def describe(options: AgentOptions) -> AgentCard:
        if options.actions == "mcp":
            raise UsageError(f"the agent {name!r} only uses mouse and keyboard", hint="use --actions gui")
        return AgentCard(name, options.variant, model=options.model, prompts=dict(prompts or {}))

    def create(context: EpisodeContext, options: AgentOptions) -> Agent:
        return OSWorldAdapter(make(context, options), context)

    return AgentSpec(describe, create)


class OSWorldAdapter:
    """One episode of an agent written for OSWorld."""

    def __init__(self, agent: OSWorldAgent, context: EpisodeContext) -> None:
        self._agent = agent
        self._instruction = context.instruction
        if callable(reset := getattr(agent, "reset", None)):
            reset()

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002 - it knows none
        """Raises AgentError when it answers something else than a response and actions."""
        obs = {
            "screenshot": observation.picture,
            "accessibility_tree": described(observation) or None,
            "terminal": None,
            "instruction": self._instruction,
        }
        prediction = self._agent.predict(self._instruction, obs)
        if not isinstance(prediction, Sequence) or isinstance(prediction, str) or len(prediction) < 2:
            raise AgentError("predict() must return a pair of a response and actions")
        response, actions = prediction[0], prediction[1]
        if isinstance(actions, str) or not isinstance(actions, Sequence) or not actions:
            raise AgentError(f"predict() must return a list of actions, not {str(actions)[:200]!r}")
        return Decision(
            tuple(map(_action, actions)),
            thought=str(response)[:RECORDED_RESPONSE],
        )


def _action(action: Any) -> Action:
    """Raises AgentError for anything but a program or one of the words."""
    if isinstance(action, Mapping):
        action = action.get("action_type") or action.get("action") or action
    if not isinstance(action, str) or not action.strip():
        raise AgentError(f"{str(action)[:200]!r} is neither a pyautogui program nor WAIT, DONE or FAIL")
    match action.strip():
        case "WAIT":
            return Wait(seconds=WAIT_SECONDS)
        case "DONE":
            return Terminate(status="success")
        case "FAIL":
            return Terminate(status="failure")
    return Program(code=action, seconds=PROGRAM_SECONDS)
