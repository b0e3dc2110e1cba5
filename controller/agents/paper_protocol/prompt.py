"""Prompts of the agents with the paper's protocol. The form is the paper's, the wording is testbed's."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.paper_protocol.actions import ACTIONS, MAX_SCROLL
from controller.agents.paper_protocol.parse import COMPUTER
from controller.core.guest import Tool

SYSTEM = """\
You carry out one task for a user on their Linux {place}, on your own: nobody answers what you write without a call.
You act in steps. Before each step you see {seen}what you did so far and what came of it.

# Functions

In each step you call exactly one function. Each line between <tools> and </tools> is the signature of one, in JSON:
<tools>
{signatures}
</tools>

# Answers

Answer in these three parts, in this order, and with nothing else:
<thinking>
Reason step by step: {shown}what came of the last step, what is left to do, and which one call \
brings it forward.
</thinking>
<tool_call>
{{"name": "the function's name", "arguments": {{"an argument's name": "its value"}}}}
</tool_call>
<conclusion>
One sentence that says what this step does. It is all that you will remember of the step.
</conclusion>

# Rules

- {means}
- Change only what the task asks for, and save work where the task implies that it lasts.
- When the task is done, call {computer} with action "terminate" and status "success"; if the task asks for \
information, put exactly that into `answer`.
- If the task cannot be done on this computer at all, call it with status "failure"; do not do something else instead.
- Steps are limited; each prompt tells how many are left."""

SCREEN = {"place": "desktop", "seen": "the screen, ", "shown": "what the screen shows, "}
NO_SCREEN = {"place": "computer, which has no screen", "seen": "", "shown": ""}
"""Parts of the system prompt, in guests with a screen and in those without one."""
GUI_AND_TOOLS = (
    "Prefer a tool where one does what is needed, as it acts on the application directly; "
    f"use {COMPUTER} for the rest."
)
GUI_ONLY = f"You have the mouse and the keyboard, through {COMPUTER}."
TOOLS_ONLY = "You have no mouse and no keyboard: everything is done with the tools."

STEP = """\
Task: {instruction}

Steps so far:
{history}

Steps left: {steps_left}."""
RESULT = "Result: {result}"
NO_STEPS = "None, this is the first."
SCREEN_BEFORE = "The screen before step {step}:"
SCREEN_NOW = "The screen now:"
ASK = "Give the next step."
UNUSABLE = """\
Your last answer to this could not be used: {problem}.
It began so:
{answer}

Nothing of it was done. Answer again, in the three parts asked for."""
CUT_OFF = "it was cut off at the length limit; be shorter"
EMPTY = "it was empty"

SHOWN_OF_UNUSABLE = 1000
"""Maximum length of the quote of an unusable response, in characters."""

COMPUTER_DESCRIPTION = (
    "Acts on the desktop with the mouse and the keyboard, waits, or ends the task. "
    "Places on the screen are {places}."
)
TERMINATE_DESCRIPTION = "Ends the task."
ACTION_DESCRIPTION = (
    "What to do. key: press `keys` together and release them. type: type `text` where the keyboard's focus is. "
    "mouse_move: move the pointer. click, right_click, middle_click, double_click: with that mouse button. "
    "drag: hold the left button from one place to another. scroll: turn the wheel by `pixels`. "
    "wait: let `time` pass. terminate: end the task with `status`."
)
_STATUS = {
    "type": "string",
    "enum": ["success", "failure"],
    "description": "For terminate: success when the task is done, failure when it cannot be done at all.",
}
_ANSWER = {"type": "string", "description": "For terminate: the information the task asks for, if any."}
POINT_PARAMETERS: Mapping[str, Any] = {
    "coordinate": {
        "type": "array",
        "description": "[x, y], for mouse_move, the clicks, drag (where it begins), and scroll if not at the pointer.",
    },
    "coordinate2": {"type": "array", "description": "[x, y], for drag: where it ends."},
}
ELEMENT_PARAMETERS: Mapping[str, Any] = {
    "element": {
        "type": "string",
        "description": "For mouse_move, the clicks, drag (where it begins), and scroll if not at the pointer: "
        "the place, in one full sentence that fits nothing else on the screen.",
    },
    "element2": {"type": "string", "description": "For drag: where it ends, in words too."},
}
_OTHER_PARAMETERS: Mapping[str, Any] = {
    "keys": {"type": "array", "description": 'For key: names, such as ["ctrl", "s"] or ["Return"].'},
    "text": {"type": "string", "description": "For type."},
    "clear": {"type": "number", "description": "For type: 1 to replace what the field holds, else 0."},
    "enter": {"type": "number", "description": "For type: 1 to press Return afterwards, else 0."},
    "pixels": {
        "type": "number",
        "description": f"For scroll: turns of the wheel from -{MAX_SCROLL} to {MAX_SCROLL}; up is positive.",
    },
    "time": {"type": "number", "description": "For wait: seconds."},
}


def system(
    tools: Sequence[Tool],
    *,
    gui: bool,
    places: str,
    places_parameters: Mapping[str, Any],
    screen: bool = True,
) -> str:
    """Write the system prompt for the tools offered at a step.

    Args:
        tools: The offered tools.
        gui: Whether mouse and keyboard are offered.
        places: The description of places on the screen, such as the coordinates' scale.
        places_parameters: The parameters of `computer_use` that have places, as JSON Schema.
        screen: Whether the guest has a screen.
    """
    computer = computer_signature(places, places_parameters) if gui else terminate_signature()
    signatures = [computer, *(tool_signature(tool) for tool in tools)]
    means = GUI_AND_TOOLS if gui and tools else GUI_ONLY if gui else TOOLS_ONLY
    words = SCREEN if screen else NO_SCREEN
    return SYSTEM.format(signatures="\n".join(signatures), means=means, computer=COMPUTER, **words)


def computer_signature(places: str, places_parameters: Mapping[str, Any]) -> str:
    properties = {
        "action": {"type": "string", "enum": list(ACTIONS), "description": ACTION_DESCRIPTION},
        **places_parameters,
        **_OTHER_PARAMETERS,
        "status": _STATUS,
        "answer": _ANSWER,
    }
    return _signature(COMPUTER, COMPUTER_DESCRIPTION.format(places=places), _object(properties, "action"))


def terminate_signature() -> str:
    action = {"type": "string", "enum": ["terminate"]}
    properties = {"action": action, "status": _STATUS, "answer": _ANSWER}
    return _signature(COMPUTER, TERMINATE_DESCRIPTION, _object(properties, "action", "status"))


def tool_signature(tool: Tool) -> str:
    schema = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "title")}
    return _signature(tool.name, tool.description, schema)


def prompt_texts(places: str, places_parameters: Mapping[str, Any]) -> dict[str, str]:
    """All prompt texts by name, for the run's record."""
    return {
        "system": SYSTEM,
        **{f"screen_{name}": text for name, text in SCREEN.items()},
        **{f"no_screen_{name}": text for name, text in NO_SCREEN.items()},
        "gui_and_tools": GUI_AND_TOOLS,
        "gui_only": GUI_ONLY,
        "tools_only": TOOLS_ONLY,
        "computer": computer_signature(places, places_parameters),
        "terminate": terminate_signature(),
        "step": STEP,
        "no_steps": NO_STEPS,
        "screen_before": SCREEN_BEFORE,
        "screen_now": SCREEN_NOW,
        "ask": ASK,
        "unusable": UNUSABLE,
        **FOLDING_PROMPTS,
        "cut_off": CUT_OFF,
        "empty": EMPTY,
    }


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def _signature(name: str, description: str, parameters: Mapping[str, Any]) -> str:
    function = {"name": name, "description": description, "parameters": parameters}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False, default=dict)
