"""Requests in the protocols of UI-TARS.

The models were trained on the texts of the action strings' prompt (bytedance/UI-TARS, codes/ui_tars/prompt.py;
xlang-ai/OSWorld, mm_agents/uitars15_v1.py) and on the tokens and names of the function form (xlang-ai/OSWorld,
mm_agents/seed_agent.py), so these are kept; the descriptions of functions and the notes on them are testbed's. The
function form's published agent sends two system messages and the screenshots as a tool's messages, which only Seed's
own server takes: here they are one system message and users' turns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from controller.agents.builtin.uitars.families import AnswerForm
from controller.agents.model_protocols.agent import StepRequest, user_turn
from controller.core.guest import Tool
from controller.models.completion import ChatMessage

SYSTEM = "You are a helpful assistant."
STRINGS = """\
You are a GUI agent. You are given a task and your action history, with screenshots. You need to perform the next \
action to complete the task.

## Output Format
```
Thought: ...
Action: ...
```

## Action Space
click(start_box='<|box_start|>(x1,y1)<|box_end|>')
left_double(start_box='<|box_start|>(x1,y1)<|box_end|>')
right_single(start_box='<|box_start|>(x1,y1)<|box_end|>')
drag(start_box='<|box_start|>(x1,y1)<|box_end|>', end_box='<|box_start|>(x3,y3)<|box_end|>')
hotkey(key='')
type(content='') #If you want to submit your input, use "\\n" at the end of `content`.
scroll(start_box='<|box_start|>(x1,y1)<|box_end|>', direction='down or up or right or left')
wait() #Sleep for 5s and take a screenshot to check for any changes.
finished(content='xxx') # Use escape characters \\', \\", and \\n in content part to ensure we can parse the content \
in normal python string format.
call_user() # Submit the task and call the user when the task is unsolvable, or when you need the user's help.

## Note
- Use {language} in `Thought` part.
- Write a small plan and finally summarize your next action (with its target element) in one sentence in `Thought` part.

## User Instruction
{instruction}
"""
SUFFIX = "_never_used_51bce0c785ca2f68081bfa7d91973934"
"""Suffix of tag names. It keeps a server from parsing the calls itself."""
OPENING = """\
You are provided with a task description, a history of previous actions, and corresponding screenshots. Your goal is \
to perform the next action to complete the task. Please note that if performing the same action multiple times \
results in a static screen with no changes, you should attempt a modified or alternative action."""
HEADLESS_OPENING = """\
You are provided with a task description, a history of previous actions, and their results. Your goal is to perform \
the next action to complete the task. Please note that if performing the same action multiple times changes nothing, \
you should attempt a modified or alternative action."""
"""For guests without a screen."""
FUNCTIONS = """\
## Function Definition

- You have access to the following functions:
{functions}

- To call a function, use the following structure without any suffix:

<think{s}> reasoning process </think{s}>
<seed:tool_call{s}><function{s}=example_function_name><parameter{s}=example_parameter_1>value_1</parameter{s}>\
<parameter{s}=example_parameter_2>
This is the value for the second parameter
that can span
multiple lines
</parameter{s}></function{s}></seed:tool_call{s}>

## Important Notes
- Function calls must begin with <function{s}= and end with </function{s}>.
- All required parameters must be explicitly provided.
- {means}
- When the task is done, call finished; if it asks for information, put exactly that into its content.
- Call infeasible only when the task cannot be done on this computer at all."""
MEANS = {
    "gui": "You have the mouse and the keyboard.",
    "mcp": "You have no mouse and no keyboard: everything is done with the other functions.",
    "headless": "There is no screen: everything is done with the other functions.",
    "gui+mcp": "Prefer a function that acts on an application directly where one does what is needed.",
}
EXAMPLES: Mapping[AnswerForm, str] = {
    "strings": "Thought: I wait.\nAction: wait()",
    "functions": f"<seed:tool_call{SUFFIX}><function{SUFFIX}=wait></function{SUFFIX}></seed:tool_call{SUFFIX}>",
}
RESULT = "Result of the last step: {result}"
_BOX = re.compile(r"(start_box|end_box)='(\([^()']*\))'")
_POINT = "Coordinates, as <point>x y</point>"


def _function(description: str, *required: str, **properties: str) -> dict[str, Any]:
    """A function definition; each property has its description, with "(integer)" at the end when it is one."""
    kinds = {name: "integer" if text.endswith("(integer)") else "string" for name, text in properties.items()}
    return {
        "parameters": {
            "type": "object",
            "properties": {
                name: {"type": kinds[name], "description": text.removesuffix(" (integer)")}
                for name, text in properties.items()
            },
            "required": list(required),
        },
        "description": description,
    }


GUI_FUNCTIONS: Mapping[str, dict[str, Any]] = {
    "click": _function("Click with the left mouse button.", "point", point=_POINT),
    "drag": _function(
        "Drag with the left mouse button.",
        "start_point",
        "end_point",
        start_point=_POINT,
        end_point=_POINT,
    ),
    "hotkey": _function("Press keys together.", "key", key="Lower-case names with a space between them"),
    "left_double": _function("Double-click with the left mouse button.", "point", point=_POINT),
    "right_single": _function("Click with the right mouse button.", "point", point=_POINT),
    "scroll": _function(
        "Turn the mouse wheel.", "direction", "point", point=_POINT, direction="up, down, left or right"
    ),
    "type": _function("Type text.", "content", content="The text; a line break at its end submits it"),
    "wait": _function("Wait.", time="Seconds (integer)"),
}
END_FUNCTIONS: Mapping[str, dict[str, Any]] = {
    "finished": _function("End the task: it is done.", content="The information asked for, if any"),
    "infeasible": _function("End the task: it cannot be done.", "content", content="Why"),
}


def messages(form: AnswerForm, request: StepRequest, images: int, language: str) -> list[ChatMessage]:
    """Write a request.

    Args:
        form: The form of answers.
        request: What it is made of.
        images: Maximum number of screenshots.
        language: The language that the model thinks in.
    """
    if form == "strings":
        task = STRINGS.format(language=language, instruction=request.instruction)
        written = [ChatMessage("system", (SYSTEM,)), user_turn(task)]
    else:
        system = functions_prompt(request.tools, gui=request.gui, screen=request.screen)
        written = [ChatMessage("system", (system,)), user_turn(request.instruction)]
    result = ""
    first_shown = len(request.steps) - images + 1
    for index, step in enumerate(request.steps):
        picture = step.picture if index >= first_shown else None
        if picture is not None or result:
            written.append(user_turn(result, picture))
        written.append(ChatMessage("assistant", (with_box_tokens(step.answer.memory),)))
        result = RESULT.format(result=step.result) if step.result else ""
    if not request.screen and not request.steps:
        return written  # the task is all that there is
    return [*written, user_turn(result, request.notes, request.picture)]


def functions_prompt(tools: Sequence[Tool], *, gui: bool, screen: bool = True) -> str:
    """Write the system prompt of the function form; `screen`: whether the guest has one."""
    own = {**GUI_FUNCTIONS, **END_FUNCTIONS} if gui else END_FUNCTIONS
    lines = [_line(name, definition) for name, definition in sorted(own.items())]
    for tool in tools:
        schema = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "title")}
        lines.append(_line(tool.name, {"parameters": schema, "description": tool.description}))
    means = MEANS["gui+mcp" if gui and tools else "gui" if gui else "mcp" if screen else "headless"]
    opening = OPENING if screen else HEADLESS_OPENING
    return f"{opening}\n\n{FUNCTIONS.format(functions=chr(10).join(lines), s=SUFFIX, means=means)}"


def with_box_tokens(text: str) -> str:
    """Return an answer with the tokens around its coordinates, as the model was trained to see its own answers."""
    return _BOX.sub(r"\1='<|box_start|>\2<|box_end|>'", text)


def prompt_texts(form: AnswerForm, places: str) -> dict[str, str]:
    """Return all prompt texts by name, for the run's record."""
    texts = {"result": RESULT, "places": places}
    if form == "strings":
        return texts | {"system": SYSTEM, "task": STRINGS}
    means = {f"means_{name}": text for name, text in MEANS.items()}
    systems = {
        "system": functions_prompt((), gui=True),
        "system_headless": functions_prompt((), gui=False, screen=False),
    }
    return texts | means | systems


def _line(name: str, definition: Mapping[str, Any]) -> str:
    return json.dumps({"type": "function", "name": name, **definition}, ensure_ascii=False, default=dict)
