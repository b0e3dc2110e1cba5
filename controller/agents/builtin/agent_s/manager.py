"""The manager: plans the rest of a task as subtasks in the order of their execution."""

from __future__ import annotations

from collections.abc import Sequence

from controller.agents.builtin.agent_s import prompts
from controller.agents.builtin.agent_s.conversation import Conversation
from controller.agents.builtin.agent_s.parse import Subtask, parse_subtasks
from controller.core.agent import Usage
from controller.models.completion import Part, TextModel


class Manager:
    """The manager of one episode, with its conversation."""

    def __init__(self, model: TextModel, instruction: str, images: int, *, screen: bool = True) -> None:
        """`screen`: whether the guest has one."""
        self._system = prompts.MANAGER if screen else prompts.HEADLESS_MANAGER
        self._model = model
        self._instruction = instruction
        self._conversation = Conversation(model, instruction, images)
        self._started = False

    def plan(
        self,
        screen: tuple[Part, ...],
        done: Sequence[Subtask],
        left: Sequence[Subtask],
        failed: Subtask | None,
        usage: list[Usage],
    ) -> tuple[list[Subtask], str]:
        """Plan the rest of the task.

        Args:
            screen: The image of the screen, empty when the run shows none.
            done: The subtasks that are complete.
            left: Those of the last plan that are not.
            failed: The subtask that has just failed, None if none has.
            usage: The list that the calls' usage is appended to.

        Returns:
            The subtasks in the order of their execution, and the plan's text.

        Raises:
            AgentError: The model refuses, or its responses cannot be used.
            ModelApiError: The API fails.
        """
        if failed is not None:
            request = prompts.PLAN_AFTER_FAILURE.format(failed=failed.name, done=_subtask_list(done))
        elif self._started:
            request = prompts.REVISED_PLAN.format(done=_subtask_list(done), left=_subtask_list(left))
        else:
            request = prompts.FIRST_PLAN
        self._started = True
        system = self._system.format(instruction=self._instruction)
        plan, _ = self._conversation.ask(system, (request, *screen), str.strip, usage)
        translator = Conversation(self._model, self._instruction, 1)
        text = prompts.PLAN.format(instruction=self._instruction, plan=plan)
        subtasks, _ = translator.ask(prompts.TRANSLATOR, (text,), parse_subtasks, usage)
        return subtasks, plan


def _subtask_list(subtasks: Sequence[Subtask]) -> str:
    lines = [f"{number}. {subtask.name}: {subtask.info}" for number, subtask in enumerate(subtasks, 1)]
    return "\n".join(lines) or prompts.NO_SUBTASKS
