"""The agent protocol: observations in, decisions out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from controller.core.actions import Action
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.safety_check import SafetyCheck


@dataclass(frozen=True, slots=True)
class Usage:
    """What a decision used.

    Attributes:
        input_tokens: All tokens read, those from and into the model's cache included.
        output_tokens: Tokens written.
        cache_read_tokens: The input tokens that came from the model's cache.
        cache_write_tokens: The input tokens that were written to it.
        calls: Number of model calls.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """What the agent does next.

    Attributes:
        actions: The actions to execute, in order; each is one step. An action that fails ends the decision.
        thought: The model's own text.
        usage: What the decision used, for agents that do not call their model through `AgentOptions.model_client`.
        cost: Dollars that its model calls cost; None leaves it to the price list. See `AgentCard.states_cost`.
        details: Anything else to record, as JSON values. `model` is the model as served.
        performed: Actions that a person has already performed on the guest's screen: counted as steps before
            `actions`, but not executed again.
        parallel: Whether tool calls that follow each other in `actions` are executed at the same time. Each is a step,
            and one that fails ends the decision only after all of them.
        safety_checks: The vendor's checks of `actions`; see `ToolResult.denied` for the actions that are not executed.
    """

    actions: tuple[Action, ...]
    thought: str = ""
    usage: Usage = Usage()
    details: dict[str, Any] = field(default_factory=dict)
    performed: tuple[Action, ...] = ()
    parallel: bool = False
    safety_checks: tuple[SafetyCheck, ...] = ()
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class EpisodeContext:
    """What an agent knows at the start of an episode.

    Attributes:
        task_id: The task's id, `<domain>/<slug>`.
        instruction: What the task asks for (`prompt_of`).
        max_steps: The step budget.
        gui: Whether mouse and keyboard may be used.
        seed: The episode's random seed.
        screen: Whether the guest has a screen; a headless one has none.
    """

    task_id: str
    instruction: str
    max_steps: int
    gui: bool
    seed: int
    screen: bool = True


@runtime_checkable
class Agent(Protocol):
    """An agent in one episode, which keeps its own history.

    Example:
        An agent that writes a note and ends the episode:

            from testbed.actions import Terminate, ToolCall
            from testbed.agents import Decision

            class NoteWriter:
                def act(self, observation, tools):
                    if observation.results:
                        done = not observation.results[-1].is_error
                        return Decision((Terminate(status="success" if done else "failure"),))
                    note = {"path": "/home/user/note.txt", "content": "done"}
                    write = ToolCall(name="filesystem_write_file", arguments=note)
                    return Decision((write,), thought="The note comes first.")
    """

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Decide on the next actions.

        Args:
            observation: The screen, and the results of the previous decision's executed actions, in order.
            tools: The MCP tools that may be called in this step.

        Returns:
            The decision, with at least one action; coordinates are native pixels of the guest's screen.

        Raises:
            AgentError: The agent fails: the episode ends as `agent_error` with score 0.
            ModelApiError: The model API fails: the episode ends as `infra_error` and is retried.
            UsageError: The key or the model is wrong: the run stops.
        """
        ...
