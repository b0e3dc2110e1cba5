"""Prompts in the form of OSWorld-MCP's own agent, for `--set fidelity=published`.

As in https://github.com/X-PLUG/OSWorld-MCP (`osworld/mm_agents/owl_agent.py`, `run_multienv_e2e.py`): the system prompt
has nothing but the functions, the user's message the instructions; three screenshots; temperature 1.0, top_p 0.9,
2048 tokens, detail `high`; the coordinates of Claude are those of a picture of 1280x720; `type` with `clear` is one
action. The frame of the functions is Qwen-Agent's `nous_fncall_prompt`, word for word, as Qwen's models are trained on
it; the other words are testbed's.

Not as published: `answer` of `terminate`, without which tasks that ask for information could not be solved, and the
correction after an unusable response, where OSWorld-MCP sends the same request again up to 20 times;
`repetition_penalty` (1.05), which most servers do not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.agents.paper_protocol.prompt import computer_signature, terminate_signature, tool_signature
from controller.core.actions import Action, Key, Program, TypeText
from controller.core.guest import Tool
from controller.models.scaling import ScaledView

MAX_TOKENS = 2048
TOP_P = 0.9
DETAIL = "high"
CLAUDE_SIZE = (1280, 720)
PROGRAM_SECONDS = 60.0

SYSTEM = """\
You are a helpful assistant.

# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{signatures}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{{"name": <function-name>, "arguments": <args-json-object>}}
</tool_call>"""
STEP = """\
Decide on the next move, by the screenshot, the instruction and what was done before.
Instruction: {instruction}
Previous actions:
{history}
Before you answer, give your reasoning step by step in <thinking></thinking> tags, in front of the \
<tool_call></tool_call> tags. After you have answered, sum your action up in <conclusion></conclusion> tags, behind \
the <tool_call></tool_call> tags."""
HEADLESS_STEP = STEP.replace("by the screenshot, the instruction", "by the instruction")
"""For guests without a screen."""
NO_STEPS = "None: this is the first step."
SCREEN_BEFORE = "Screenshot of step {step}:"
SCREEN_NOW = "Current screenshot:"
RESULT = "Tool call result: {result}"


def system(tools: Sequence[Tool], *, gui: bool, places: str, places_parameters: Mapping[str, Any]) -> str:
    """Write the system prompt; see `prompt.system`."""
    computer = computer_signature(places, places_parameters) if gui else terminate_signature()
    return SYSTEM.format(signatures="\n".join([computer, *(tool_signature(tool) for tool in tools)]))


def view_for(model: str, width: int, height: int) -> ScaledView | None:
    """Return the picture for a model if the published agent fixes its size: 1280x720 for Claude."""
    return ScaledView(width, height, *CLAUDE_SIZE) if "claude" in model.lower() else None


def in_one_step(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Join the selection and the typing of `type` with `clear` to one program, which is one step."""
    match actions:
        case (Key(keys=("ctrl", "a")), TypeText(text=text)):
            lines = [
                'pyautogui.hotkey("ctrl", "a")',
                'pyautogui.press("backspace")',
                f"pyautogui.write({text!r})",
            ]
            return (Program(code="\n".join(lines), seconds=PROGRAM_SECONDS),)
    return actions


def prompt_texts() -> dict[str, str]:
    """The texts by name, for the run's record; they replace those of `prompt.recorded` with the same names."""
    return {
        "system": SYSTEM,
        "step": STEP,
        "headless_step": HEADLESS_STEP,
        "no_steps": NO_STEPS,
        "screen_before": SCREEN_BEFORE,
        "screen_now": SCREEN_NOW,
        "result": RESULT,
    }
