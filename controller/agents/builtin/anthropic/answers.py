"""Reads an answer of the model: its blocks, the actions of its calls, and its usage."""

from __future__ import annotations

from anthropic.types import Message

from controller.agents.briefing import TERMINATE
from controller.agents.builtin.anthropic.history import Block
from controller.agents.calls import NO_NAME, BadCall, ModelCall, shorten, terminate_action, tool_action
from controller.agents.tool_names import ToolNames
from controller.core.actions import Action
from controller.core.agent import Usage
from controller.models.call_repairs import UNNAMED


def blocks_of(message: Message) -> list[Block]:
    """The blocks of an answer as JSON."""
    return [block.model_dump(mode="json", exclude_unset=True, warnings=False) for block in message.content]


def block_to_keep(block: Block) -> Block:
    """A block as the conversation keeps it, which every later request sends again: the API takes no input
    that is no object, and words without end would be sent without end."""
    if block["type"] == "text":
        return block | {"text": shorten(block["text"])}
    if block["type"] == "tool_use" and not isinstance(block.get("input"), dict):
        return block | {"input": {}}
    return block


def called_action(call: ModelCall, use: Block, names: ToolNames) -> Action:
    """The action that a call of another tool than the computer asks for. Raises BadCall."""
    if use.get("problem"):
        raise BadCall(use["problem"])
    if use["name"] == UNNAMED:
        raise BadCall(NO_NAME)
    if not isinstance(use.get("input"), dict):
        raise BadCall("the input must be a JSON object")
    if call.kind:
        raise BadCall(f"there is no toolset {call.kind!r}")
    if call.name == TERMINATE:
        return terminate_action(use["input"])
    return tool_action(call.name, use["input"], names)


def usage_of(message: Message) -> Usage:
    """What an answer used, as the API counts it."""
    used = message.usage
    written, read = used.cache_creation_input_tokens or 0, used.cache_read_input_tokens or 0
    return Usage(used.input_tokens + written + read, used.output_tokens, read, written, calls=1)
