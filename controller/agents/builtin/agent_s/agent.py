"""The loop of Agent S: plan, carry out a subtask, plan again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.agents.builtin.agent_s.manager import Manager
from controller.agents.builtin.agent_s.parse import Subtask
from controller.agents.builtin.agent_s.worker import Worker, WorkerStep, describe_work, screen_parts
from controller.agents.calls import result_text, shorten
from controller.agents.contract import AgentOptions
from controller.core.actions import Action, Terminate
from controller.core.agent import Decision, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from testbed.errors import AgentError

MAX_PLANS = 5
"""Subtasks that may end without an action in one decision, before the agent gives up."""
RECORDED_ANSWER = 20_000


class AgentS:
    """The agent of one episode.

    A subtask that the worker ends leads to a new plan and a new worker; the end of the last one ends the episode, as
    success or failure.
    """

    def __init__(
        self,
        options: AgentOptions,
        manager: Manager | None,
        new_worker: Callable[[], Worker],
    ) -> None:
        self._model_client = options.model_client
        self._call_seconds = options.call_seconds
        self._manager = manager
        self._new_worker = new_worker
        self._worker: Worker | None = None
        self._subtask: Subtask | None = None
        self._done: list[Subtask] = []
        self._left: list[Subtask] = []
        self._failed: Subtask | None = None
        self._actions: tuple[Action, ...] = ()
        self._notes: list[str] = []

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Decide on the next actions.

        Raises:
            AgentError: A refusal, unusable responses in a row, or too many subtasks that end without an action.
            ModelApiError: The API fails.
            UsageError: The API refuses the key or the model.
        """
        result = _results(self._actions, observation.results)
        usage: list[Usage] = []
        plans: list[str] = []
        with self._model_client.decision(self._call_seconds):
            for _ in range(MAX_PLANS):
                worker = self._worker or self._start_worker(observation, plans, usage)
                work = describe_work(self._subtask, self._done, self._left) if self._subtask else ""
                step = worker.step(observation, tools, work, result, self._notes, usage)
                end = step.actions[-1]
                if not isinstance(end, Terminate) or not self._continues(end):
                    self._actions = step.actions
                    return _decision(step, self._subtask, plans, usage)
        raise AgentError(f"{MAX_PLANS} subtasks in a row ended without an action")

    def _start_worker(self, observation: Observation, plans: list[str], usage: list[Usage]) -> Worker:
        if self._manager is not None:
            screen = screen_parts(observation)
            subtasks, plan = self._manager.plan(screen, self._done, self._left, self._failed, usage)
            plans.append(plan)
            self._subtask, *self._left = subtasks
            self._failed = None
        self._worker = self._new_worker()
        return self._worker

    def _continues(self, end: Terminate) -> bool:
        """Close the subtask; return whether others are left, so that the episode goes on with a new plan."""
        if self._subtask is None or not self._left:
            return False
        if end.answer:
            self._notes.append(f"{self._subtask.name}: {end.answer}")
        if end.status == "success":
            self._done.append(self._subtask)
        else:
            self._failed = self._subtask
        self._worker = None
        return True


def _decision(step: WorkerStep, subtask: Subtask | None, plans: list[str], usage: list[Usage]) -> Decision:
    details: dict[str, Any] = {
        "model": step.completion.model,
        "stop": step.completion.stop,
        "answer": step.completion.text[:RECORDED_ANSWER],
        "leniencies": list(step.leniencies),
        "mistakes": list(step.mistakes),
        "unknown_tools": list(step.unknown),
        "reflection": step.reflection,
        "plans": plans,
        "subtask": subtask.name if subtask else "",
        **({"folds": list(step.folds)} if step.folds else {}),
    }
    total = sum(usage, Usage())
    return Decision(
        step.actions, thought=step.completion.text.partition("```")[0].strip(), usage=total, details=details
    )


def _results(actions: tuple[Action, ...], results: tuple[ToolResult, ...]) -> str:
    """The results of the last step's actions as text; those after a failed action were not executed."""
    lines = [
        f"It failed: {result_text(action, result)}" if result.is_error else result_text(action, result)
        for action, result in zip(actions, results, strict=False)
    ]
    return shorten("\n".join(dict.fromkeys(lines)))
