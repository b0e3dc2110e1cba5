"""Requests in OpenCUA's protocol.

The models were trained on the texts of the system prompts, so these are kept: `V1_…` of OpenCUA-7B and -32B
(xlang-ai/OpenCUA, evaluation/agentnetbench/agent/opencua.py), `V2_…` of OpenCUA-72B (xlang-ai/OSWorld,
mm_agents/opencua/prompts.py, where the first of each set of variants is used). Left out is the password of OSWorld's
desktop; the sentence on infeasible tasks is that of OSWorld's runs. The lines of MCP tools have the form of the
functions that the prompts list. Order and form of the turns are those of mm_agents/opencua/opencua_agent.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from controller.agents.model_protocols.agent import PlayedStep, StepRequest, user_turn
from controller.core.guest import Tool
from controller.models.completion import ChatMessage

CotLevel = Literal["l1", "l2", "l3"]
"""Which parts an answer has: Action; Thought and Action; Observation, Thought and Action. Code is always the last."""
PromptVersion = Literal["v1", "v2"]

_V1_OPENING = """\
You are a GUI agent. You are given a task and a screenshot of the screen. You need to perform a series of pyautogui \
actions to complete the task. If the task is not possible to do, output the action computer.terminate(status='failure').

For each step, provide your response in this format:
"""
_V1_OBSERVATION = """\
Observation:
  - Describe the current computer state based on the full screenshot in detail.\x20
  - Application Context:
    - The active application
    - The active window or page
    - Overall layout and visible interface
  - Key Elements:
    - Menu items and toolbars\x20
    - Buttons and controls
    - Text fields and content
    - Dialog boxes or popups
    - Error messages or notifications
    - Loading states
    - Other key elements
  - Describe any content, elements, options, information or clues that are possibly relevant to achieving the task \
goal, including their name, content, or shape (if possible).
"""
_V1_THOUGHT = """\
Thought:
  - Step by Step Progress Assessment:
    - Analyze completed task parts and their contribution to the overall goal
    - Reflect on potential errors, unexpected results, or obstacles
    - If previous action was incorrect, predict a logical recovery step
  - Next Action Analysis:
    - List possible next actions based on current state
    - Evaluate options considering current state and previous actions
    - Propose most logical next action
    - Anticipate consequences of the proposed action
  - For Text Input Actions:
    - Note current cursor position
    - Consolidate repetitive actions (specify count for multiple keypresses)
    - Describe expected final text outcome
  - Use first-person perspective in reasoning
"""
_V1_ACTION = """\
Action:
  Provide clear, concise, and actionable instructions:
  - If the action involves interacting with a specific target:
    - Describe target explicitly without using coordinates
    - Specify element names when possible (use original language if non-English)
    - Describe features (shape, color, position) if name unavailable
    - For window control buttons, identify correctly (minimize "—", maximize "□", close "X")
  - if the action involves keyboard actions like 'press', 'write', 'hotkey':
    - Consolidate repetitive keypresses with count
    - Specify expected text outcome for typing actions
"""
_V1_CODE = "Finally, output the action as PyAutoGUI code or the following functions:"
_V2_OPENING = """\
You are a GUI agent. You are given a task, a screenshot of the screen and your previous interactions with the \
computer. You need to perform a series of actions to complete the task. You need to **wait** explicitly for \
installation, waiting website loading or running commands to finish. Don't terminate the task unless you are sure the \
task is finished. If you find that you can't finish the task, or the task is not finished exactly as the instruction \
indicates (you have made progress but not finished the task completely), or the task is impossible to complete, you \
must report **failure**.
"""
_V2_FORMAT = "For each step, provide your response in this format:\n# Step: {step number}\n"
_V2_OBSERVATION = """\
For the Observation section, you should include the following parts if helpful:
    - Describe the current computer state based on the full screenshot in detail.
    - Application Context:
        - The active application
        - The active window or page
        - Overall layout and visible interface
    - Key Elements:
        - Menu items and toolbars
        - Buttons and controls
        - Text fields and content
        - Dialog boxes or popups
        - Error messages or notifications
        - Loading states
        - Other key elements
    - Describe any content, elements, options, information or clues that are possibly relevant to achieving the task \
goal, including their name, content, or shape (if possible).
"""
_V2_THOUGHT = """\
For the Thought section, you should include the following parts:
- Reflection on the task when there is previous action:
    - Consider the correnctness of previous action and its outcomes
    - If the previous action was correct, describe the change in the state of the computer and reason
    - If the previous action was incorrect, reflect on what went wrong and why
- Step by Step Progress Assessment:
    - Add necessary information according to the history screenshots, former actions and current screenshot.
    - Analyze what parts of the task have already been completed and how they contribute to the overall goal.
    - Make a plan on how to complete the task based on the history and currect screenshot.
- Next Action Prediction:
    - Propose the most possible next action and state the reason
- For Text Input Actions:
    - Note current cursor position
    - Consolidate repetitive actions (specify count for multiple keypresses)
    - Describe expected final text outcome
- Use first-person perspective in reasoning
"""
_V2_ACTION = """\
For the action section, you should provide clear, concise, and actionable instructions in one sentence.
- If the action involves interacting with a specific target:
    - Describe target explicitly (if multiple elements share that name, you should distinguish the target) without \
using coordinates
    - Specify element names when possible (use original language if non-English)
    - Describe features (shape, color, position) if name unavailable
- If the action involves keyboard actions like 'press', 'write', 'hotkey':
    - Consolidate repetitive keypresses with count
    - Specify expected text outcome for typing actions
"""
_V2_CODE = (
    "For the code section, you should output the corresponding code for the action. The code should be either "
    "PyAutoGUI code or one of the following functions warped in the code block:"
)
_V2_EXAMPLES = """\
Examples for the code section:
```python
pyautogui.click(x=123, y=456)
```
```code
computer.terminate(status="success")
```
```code
computer.terminate(status="success", answer='''text''')
```"""
HEADLESS_OPENING = """\
You are an agent on a computer that has no screen. You are given a task and your previous interactions with the \
computer. You need to call functions to complete the task. If the task is not possible to do, output the action \
computer.terminate(status='failure').

For each step, provide your response in this format:
"""
"""For guests without a screen, as is the next; they are testbed's."""
HEADLESS_CODE = "The code is one call of one of these functions, with keyword arguments:"
_POINT = {
    "x": {"type": "number", "description": "The x coordinate of the triple click"},
    "y": {"type": "number", "description": "The y coordinate of the triple click"},
}
_STATUS = {"type": "string", "enum": ["success", "failure"], "description": "The status of the task"}
_ANSWER = {"type": "string", "description": "The answer of the task"}
TRIPLE_CLICK, WAIT, TERMINATE = "computer.triple_click", "computer.wait", "computer.terminate"
TOOLS_ONLY = "There is no mouse and no keyboard now: the code is one call of these functions."
GUI_AND_TOOLS = (
    "Prefer a function that acts on an application directly where one does what is needed; "
    "call it with keyword arguments, alone in the code block."
)
STEP = "# Step {number}:\n"
TASK = """\
# Task Instruction:
{instruction}

Please generate the next move according to the screenshot, task instruction and previous steps (if provided).
"""
HEADLESS_TASK = TASK.replace("the screenshot, task", "the task")
RESULT = "# Result of the last step:\n{result}"
_NOT_A_NAME = re.compile(r"\W")


def system(
    version: PromptVersion, level: CotLevel, tools: Sequence[Tool], *, gui: bool, screen: bool = True
) -> str:
    """Write the system prompt; `screen`: whether the guest has one."""
    if not screen:
        return _headless_system(version, level, tools)
    functions = "\n".join(_functions(version, tools, gui=gui))
    means = [TOOLS_ONLY] if not gui else [GUI_AND_TOOLS] if tools else []
    if version == "v1":
        parts = {"l1": [], "l2": [_V1_THOUGHT], "l3": [_V1_OBSERVATION, _V1_THOUGHT]}[level]
        return "\n".join([_V1_OPENING, *parts, _V1_ACTION, _V1_CODE, functions, *means])
    names = {"l1": [], "l2": ["thought"], "l3": ["observation", "thought"]}[level]
    form = "".join(f"## {name.capitalize()}:\n{{{name}}}\n" for name in [*names, "action", "code"])
    texts = {"observation": _V2_OBSERVATION, "thought": _V2_THOUGHT}
    parts = [texts[name] for name in names]
    return "\n".join(
        [_V2_OPENING, _V2_FORMAT + form, *parts, _V2_ACTION, _V2_CODE, functions, _V2_EXAMPLES, *means]
    )


def _headless_system(version: PromptVersion, level: CotLevel, tools: Sequence[Tool]) -> str:
    step = "# Step: {step number}\n" if version == "v2" else ""
    names = ["action", "code"] if level == "l1" else ["thought", "action", "code"]
    sections = "".join(f"## {name.capitalize()}:\n{{{name}}}\n" for name in names)
    functions = _functions(version, tools, gui=False)
    return "\n".join([HEADLESS_OPENING + step + sections, HEADLESS_CODE, *functions])


def messages(system_prompt: str, request: StepRequest, images: int) -> list[ChatMessage]:
    """Write a request.

    Args:
        system_prompt: The system prompt.
        request: What it is made of.
        images: Maximum number of screenshots; earlier steps are summed up in one turn of the model.
    """
    written = [ChatMessage("system", (system_prompt,))]
    first_shown = max(0, len(request.steps) - images + 1)
    if first_shown:
        memories = "\n".join(
            _memory(number, step) for number, step in enumerate(request.steps[:first_shown], 1)
        )
        written.append(ChatMessage("assistant", (memories,)))
    result = _result(request.steps[first_shown - 1]) if first_shown else ""
    for number, step in enumerate(request.steps[first_shown:], first_shown + 1):
        written += [user_turn(step.picture, result), ChatMessage("assistant", (_memory(number, step),))]
        result = _result(step)
    task = (TASK if request.screen else HEADLESS_TASK).format(instruction=request.instruction)
    return [*written, user_turn(request.picture, result, request.notes, task)]


def code_name(tool: str) -> str:
    """Return the name of a tool in code: its own, with "_" for what no Python name has."""
    return ".".join(_NOT_A_NAME.sub("_", part) for part in tool.split("."))


def prompt_texts(version: PromptVersion, level: CotLevel, places: str) -> dict[str, str]:
    """Return all prompt texts by name, for the run's record."""
    return {
        "system": system(version, level, (), gui=True),
        "system_headless": system(version, level, (), gui=False, screen=False),
        "gui_and_tools": GUI_AND_TOOLS,
        "tools_only": TOOLS_ONLY,
        "step": STEP,
        "task": TASK,
        "headless_task": HEADLESS_TASK,
        "result": RESULT,
        "places": places,
    }


def _functions(version: PromptVersion, tools: Sequence[Tool], *, gui: bool) -> list[str]:
    """The lines of the functions: the protocol's own, then the tools."""
    lines = []
    if gui and version == "v1":
        lines.append(_line(TRIPLE_CLICK, "Triple click on the screen", _POINT, "x", "y"))
    if gui and version == "v2":
        lines.append(
            _line(WAIT, "Make the computer wait for 20 seconds for installation, running code, etc.", {})
        )
    ending = {"status": _STATUS, "answer": _ANSWER}
    lines.append(
        _line(TERMINATE, "Terminate the current task and report its completion status", ending, "status")
    )
    for tool in tools:
        schema = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "title")}
        definition = {"name": code_name(tool.name), "description": tool.description, "parameters": schema}
        lines.append(f"- {json.dumps(definition, ensure_ascii=False, default=dict)}")
    return lines


def _line(name: str, description: str, properties: Mapping[str, Any], *required: str) -> str:
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    definition = {"name": name, "description": description, "parameters": parameters}
    return f"- {json.dumps(definition, ensure_ascii=False)}"


def _memory(number: int, step: PlayedStep) -> str:
    return STEP.format(number=number) + step.answer.memory


def _result(step: PlayedStep) -> str:
    return RESULT.format(result=step.result) if step.result else ""
