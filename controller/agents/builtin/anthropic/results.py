"""What the model is shown: the screen, and what came of its calls."""

from __future__ import annotations

from controller.agents.briefing import HALTED
from controller.agents.builtin.anthropic.computer import MAX_HOLD, MAX_WAIT
from controller.agents.builtin.anthropic.history import Block, image_block, text_block
from controller.agents.calls import CallResult, result_text
from controller.agents.prompt_calls import write_result
from controller.core.actions import Action, HoldKey, Screenshot, Wait, Zoom
from controller.core.guest import ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.scaling import ScaledView, fit, resize

HALTED_COMPUTER = "Not executed: an earlier computer action in this turn failed."


def screen_blocks(observation: Observation, view: ScaledView) -> list[Block]:
    """What the run lets the model observe: words, then the picture."""
    words, picture = describe_observation(observation, (view.width, view.height)), observation.picture
    texts = [text_block(words)] if words else []
    return [*texts, *([image_block(resize(picture, view.width, view.height))] if picture else [])]


def tool_result(outcome: CallResult, view: ScaledView, *, computer_failed: bool = False) -> Block:
    """The `tool_result` of a call. `computer_failed`: what halted the rest of the turn was a call of the computer."""
    call, content = outcome.call, []
    for action, result in zip(call.actions, outcome.results, strict=False):
        content += _content(action, result, view)
    if outcome.problem:
        computer = outcome.problem == HALTED and call.kind and computer_failed
        content.append(text_block(HALTED_COMPUTER if computer else outcome.problem))
    block = {
        "type": "tool_result",
        "tool_use_id": call.id,
        "content": content,
        "is_error": outcome.failed,
    }
    return block | {"toolset_name": call.kind} if call.kind else block


def prompted_result(outcome: CallResult, view: ScaledView) -> list[Block]:
    """The result of a call in the text (`--calling prompt`), with the pictures that tools returned."""
    done = zip(outcome.call.actions, outcome.results, strict=False)
    pictures = [fit(png, view.width, view.height) for _, result in done for png in result.images]
    return [text_block(write_result(outcome)), *(image_block(png) for png in pictures)]


def _content(action: Action, result: ToolResult, view: ScaledView) -> list[Block]:
    if result.is_error:
        return [text_block(result_text(action, result))]
    looked = isinstance(action, Screenshot | Zoom)
    pictures = [fit(png, view.width, view.height, enlarge=looked) for png in result.images]
    words = _shorten(action) or result_text(action, result)
    text = [] if looked and pictures else [text_block(words)]
    return [*text, *(image_block(png) for png in pictures)]


def _shorten(action: Action) -> str:
    """What a hold or wait of the greatest length says, as the model may have asked for a longer one; else ""."""
    match action:
        case HoldKey(seconds=seconds) if seconds == MAX_HOLD:
            return f"Held for {MAX_HOLD:g} s, the longest time at once."
        case Wait(seconds=seconds) if seconds == MAX_WAIT:
            return f"Waited {MAX_WAIT:g} s, the longest time at once."
    return ""
