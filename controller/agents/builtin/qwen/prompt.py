"""Requests in the protocol of Qwen's `computer_use` function.

The models were trained on the texts around the function signatures (their chat template's) and on the descriptions in
the signature of `computer_use` (QwenLM/Qwen3-VL, cookbooks/utils/agent_function_call.py), so these are kept; the
text about a desktop without applications menu, and the rules, are testbed's. Order and form of the turns are those of
OSWorld-MCP's agent (see `families.py`): the task stands in the first turn that is shown, the result of the last step
in `<tool_response>`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.agents.builtin.qwen.families import CallForm, QwenFamily
from controller.agents.model_protocols.agent import StepRequest, user_turn
from controller.agents.paper_protocol.parse import COMPUTER
from controller.core.guest import Tool
from controller.models.completion import ChatMessage, Part
from controller.models.scaling import ScaledView

OPENINGS: Mapping[CallForm, str] = {
    "json": """\
# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{signatures}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{{"name": <function-name>, "arguments": <args-json-object>}}
</tool_call>""",
    "tags": """\
# Tools

You have access to the following functions:

<tools>
{signatures}
</tools>

If you choose to call a function ONLY reply in the following format with NO suffix:

<tool_call>
<function=example_function_name>
<parameter=example_parameter_1>
value_1
</parameter>
<parameter=example_parameter_2>
This is the value for the second parameter
that can span
multiple lines
</parameter>
</function>
</tool_call>""",
}
RULES = """\
# Response format

Answer every step with these two parts, in this order, and with nothing else:
1. A line that begins with "Action:" and says in one sentence what you do, or which function you call.
2. One <tool_call> block.

{means}
When the task is done, use action=terminate with status=success; when it asks for information, use action=answer with \
exactly that as the text. When it cannot be done on this computer at all, use action=terminate with status=failure."""
MEANS = {
    "gui": f"You have the mouse and the keyboard, through {COMPUTER}.",
    "mcp": f"You have no mouse and no keyboard: use the other functions, and {COMPUTER} to end the task.",
    "headless": f"There is no screen: use the other functions, and {COMPUTER} to end the task.",
    "gui+mcp": "Prefer a function that acts on an application directly where one does what is needed; "
    f"use {COMPUTER} for the rest.",
}
STEP = """\
Please generate the next move according to the UI screenshot, instruction and previous actions.

Instruction: {instruction}

Previous actions:
{previous}"""
HEADLESS_STEP = STEP.replace("the UI screenshot, instruction", "the instruction")
"""For guests without a screen."""
RESPONSE, END_RESPONSE = "<tool_response>\n", "\n</tool_response>"
NOTHING = "None"
"""Stands for no previous actions, and for a result that has nothing to say."""
EXAMPLES: Mapping[CallForm, str] = {
    "json": f"""Action: Wait.
<tool_call>
{{"name": "{COMPUTER}", "arguments": {{"action": "wait", "time": 1}}}}
</tool_call>""",
    "tags": f"""Action: Wait.
<tool_call>
<function={COMPUTER}>
<parameter=action>
wait
</parameter>
<parameter=time>
1
</parameter>
</function>
</tool_call>""",
}
COLLAPSED = "This screenshot has been collapsed."

DESCRIPTION = """\
Use a mouse and keyboard to interact with a computer, and take screenshots.
* Some applications may take time to start or process actions, so you may need to wait and take successive screenshots \
to see the results of your actions.
* The screen's resolution is {width}x{height}.
* Whenever you intend to move the cursor to click on an element like an icon, you should consult a screenshot to \
determine the coordinates of the element before moving the cursor.
* Make sure to click any buttons, links, icons, etc with the cursor tip in the center of the element."""
TERMINATE_DESCRIPTION = "Ends the task."
_ACTIONS = {
    "key": "Performs key down presses on the arguments passed in order, then performs key releases in reverse order.",
    "type": "Type a string of text on the keyboard.",
    "mouse_move": "Move the cursor to a specified (x, y) pixel coordinate on the screen.",
    "left_click": "Click the left mouse button at a specified (x, y) pixel coordinate on the screen.",
    "left_click_drag": "Click and drag the cursor to a specified (x, y) pixel coordinate on the screen.",
    "right_click": "Click the right mouse button at a specified (x, y) pixel coordinate on the screen.",
    "middle_click": "Click the middle mouse button at a specified (x, y) pixel coordinate on the screen.",
    "double_click": "Double-click the left mouse button at a specified (x, y) pixel coordinate on the screen.",
    "triple_click": "Triple-click the left mouse button at a specified (x, y) pixel coordinate on the screen.",
    "scroll": "Performs a scroll of the mouse scroll wheel.",
    "hscroll": "Performs a horizontal scroll.",
    "wait": "Wait specified seconds for the change to happen.",
    "terminate": "Terminate the current task and report its completion status.",
    "answer": "Answer a question.",
}
ACTIONS = tuple(_ACTIONS)
ENDINGS = ("terminate", "answer")
MODIFIERS = " Optional `text` names modifier keys (such as ctrl, or ctrl+shift) that are held meanwhile."
_HELD = ("left_click", "right_click", "middle_click", "double_click", "triple_click", "scroll", "hscroll")


def messages(family: QwenFamily, request: StepRequest, images: int) -> list[ChatMessage]:
    """Write a request.

    Args:
        family: The model family.
        request: What it is made of.
        images: Maximum number of screenshots.
    """
    turns = family.turns if family.form == "tags" else min(family.turns, images - 1)
    shown = request.steps[max(0, len(request.steps) - turns) :] if turns else ()
    before = request.steps[: len(request.steps) - len(shown)]
    previous = "\n".join(f"Step {number}: {step.answer.summary}" for number, step in enumerate(before, 1))
    step_text, left_out = (STEP, COLLAPSED) if request.screen else (HEADLESS_STEP, NOTHING)
    task = step_text.format(instruction=request.instruction, previous=previous or NOTHING)
    system_text = system(family, request.tools, gui=request.gui, view=request.view, screen=request.screen)
    written = [ChatMessage("system", (system_text,))]
    for index, step in enumerate(shown):
        picture = step.picture if index >= len(shown) - images + 1 else None
        written += [
            _earlier_turn(family, task if index == 0 else "", picture, left_out),
            ChatMessage("assistant", (step.answer.memory,)),
        ]
    opening = "" if shown else task
    if not request.steps:
        return [*written, user_turn(opening, request.notes, request.picture)]
    result = request.result.strip() or NOTHING
    parts: list[Part | None] = [opening, RESPONSE, result, request.notes, request.picture, END_RESPONSE]
    return [*written, user_turn(*parts)]


def system(
    family: QwenFamily, tools: Sequence[Tool], *, gui: bool, view: ScaledView, screen: bool = True
) -> str:
    """Write the system prompt; `screen`: whether the guest has one."""
    signatures = "\n".join([computer_signature(family, view, gui=gui), *map(_tool_signature, tools)])
    means = MEANS["gui+mcp" if gui and tools else "gui" if gui else "mcp" if screen else "headless"]
    return f"{OPENINGS[family.form].format(signatures=signatures)}\n\n{RULES.format(means=means)}"


def computer_signature(family: QwenFamily, view: ScaledView, *, gui: bool) -> str:
    """Write the signature of `computer_use`."""
    held = MODIFIERS if family.form == "tags" else ""
    names = ACTIONS if gui else ENDINGS
    lines = [f"* `{name}`: {_ACTIONS[name]}{held if name in _HELD else ''}" for name in names]
    width, height = family.frame.frame(view)
    properties: dict[str, Any] = {
        "action": {
            "description": "The action to perform. The available actions are:\n" + "\n".join(lines),
            "enum": list(names),
            "type": "string",
        },
        "keys": {"description": "Required only by `action=key`.", "type": "array"},
        "text": {"description": "Required only by `action=type` and `action=answer`.", "type": "string"},
        "coordinate": {"description": "The x,y coordinates for mouse actions.", "type": "array"},
        "pixels": {"description": "The amount of scrolling.", "type": "number"},
        "time": {"description": "The seconds to wait.", "type": "number"},
        "status": {
            "description": "The status of the task.",
            "type": "string",
            "enum": ["success", "failure"],
        },
    }
    if not gui:
        properties = {name: properties[name] for name in ("action", "text", "status")}
    description = DESCRIPTION.format(width=width, height=height) if gui else TERMINATE_DESCRIPTION
    return _signature(
        COMPUTER, description, {"properties": properties, "required": ["action"], "type": "object"}
    )


def prompt_texts(family: QwenFamily, places: str) -> dict[str, str]:
    """Return all prompt texts by name, for the run's record."""
    return {
        "opening": OPENINGS[family.form],
        "rules": RULES,
        **{f"means_{name}": text for name, text in MEANS.items()},
        "computer": computer_signature(family, ScaledView(1000, 1000, 1000, 1000), gui=True),
        "terminate": computer_signature(family, ScaledView(1000, 1000, 1000, 1000), gui=False),
        "step": STEP,
        "headless_step": HEADLESS_STEP,
        "collapsed": COLLAPSED,
        "places": places,
    }


def _earlier_turn(family: QwenFamily, task: str, picture: bytes | None, left_out: str) -> ChatMessage:
    """A user's turn of the history, with `left_out` instead of a picture. Results of earlier steps are not repeated."""
    if task or family.form == "json":
        return user_turn(task, picture)
    return user_turn(RESPONSE, picture or left_out, END_RESPONSE)


def _tool_signature(tool: Tool) -> str:
    schema = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "title")}
    return _signature(tool.name, tool.description, schema)


def _signature(name: str, description: str, parameters: Mapping[str, Any]) -> str:
    function = {"name": name, "description": description, "parameters": parameters}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False, default=dict)
