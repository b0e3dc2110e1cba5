"""System prompts of the agents with native tool calls, shared by all vendors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.core.actions import ActionSpace
from controller.core.agent import EpisodeContext
from controller.models.picture_limits import DROPPED

TERMINATE = "terminate"
SYSTEM, HEADLESS_SYSTEM = "system", "system_headless"
"""Names of the system prompts: of guests with a screen, and of those without one."""

SYSTEM_PROMPT = """\
You carry out one task for a user on their Linux desktop, on your own: nobody answers what you write without a call.
{means}
After each of your turns you get the results and a fresh screenshot, so you need not ask for one at the end.
Every action and every tool call is one step, and steps are limited; what you see tells how many are left.
An answer without a call ends the task as it stands, so keep calling until it is done.
Change only what the task asks for, and save work where the task implies that it lasts.
When the task is done, call {terminate} with status "success"; if it asks for information, put exactly \
that in `answer`. If the task cannot be done on this computer at all, call {terminate} with status \
"failure"; do not substitute something else for it."""
HEADLESS_PROMPT = """\
You carry out one task for a user on their Linux computer, on your own: nobody answers what you write without a call.
There is no screen, no mouse and no keyboard: everything is done with the tools. After each of your turns you get the \
results.
Every tool call is one step, and steps are limited; each turn tells how many are left.
An answer without a call ends the task as it stands, so keep calling until it is done.
Change only what the task asks for.
When the task is done, call {terminate} with status "success"; if it asks for information, put exactly \
that in `answer`. If the task cannot be done on this computer at all, call {terminate} with status \
"failure"; do not substitute something else for it."""
GUI_AND_TOOLS = (
    "You have the computer (screen, mouse and keyboard) and tools that act on the applications directly. "
    "Prefer a tool where one does what is needed; use the computer for the rest."
)
GUI_ONLY = "You have the computer: its screen, mouse and keyboard."
TOOLS_ONLY = (
    "You see the screen but have no mouse and no keyboard: everything is done with the tools, which act on "
    "the applications directly."
)
MEANS: dict[ActionSpace, str] = {"gui": GUI_ONLY, "mcp": TOOLS_ONLY, "gui+mcp": GUI_AND_TOOLS}
TASK_PROMPT = "Task: {instruction}\n\n{budget}"
BUDGET = "Steps left: {steps}."
TERMINATE_DESCRIPTION = (
    "End the task. status: success when it is done, failure when it cannot be done at all. "
    "answer: the information asked for, if any."
)
TERMINATE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["success", "failure"]},
        "answer": {"type": "string"},
    },
    "required": ["status"],
}
HALTED = "Not executed: an earlier action in this turn failed."
OUT_OF_STEPS = "Not executed: no step was left."
CUT_OFF = (
    "Your last answer was cut off at the length limit, and nothing of it was done. Answer again, shorter."
)
EMPTY = "Your last answer held neither text nor an action. Act, or call terminate."


def opening(context: EpisodeContext, steps_left: int) -> str:
    """The task, as the first turn of a conversation states it."""
    budget = BUDGET.format(steps=steps_left or context.max_steps)
    return TASK_PROMPT.format(instruction=context.instruction, budget=budget)


def system_prompt(texts: Mapping[str, str], context: EpisodeContext) -> str:
    """Return the system prompt of an episode, of an agent's prompts by name."""
    return texts[SYSTEM if context.screen or HEADLESS_SYSTEM not in texts else HEADLESS_SYSTEM]


def prompts(actions: ActionSpace) -> dict[str, str]:
    """Return the texts above by name, for the run's record; there is a system prompt for guests without a screen."""
    systems = {SYSTEM: SYSTEM_PROMPT.format(means=MEANS[actions], terminate=TERMINATE)}
    if actions != "gui":
        systems[HEADLESS_SYSTEM] = HEADLESS_PROMPT.format(terminate=TERMINATE)
    return {
        **systems,
        "task": TASK_PROMPT,
        "budget": BUDGET,
        "terminate": TERMINATE_DESCRIPTION,
        "cut_off": CUT_OFF,
        "empty": EMPTY,
        "halted": HALTED,
        "out_of_steps": OUT_OF_STEPS,
        "dropped_picture": DROPPED,
    }
