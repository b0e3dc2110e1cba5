"""Validation of tool searches in a conversation of the Messages API.

Searches must be sent back unchanged: the API does not repeat them, and shows the model each tool that a result names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from anthropic import types

from plugins.mock_models.anthropic_shapes import blocks_of, check_shape, invalid
from plugins.mock_models.anthropic_tool_rules import SEARCHES
from plugins.mock_models.shapes import adapter

_REFERENCE = adapter(types.ToolReferenceBlockParam)
_KINDS = ("server_tool_use", "tool_search_tool_result")


def paused(blocks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a turn of the model can be continued: it has a search and no call of a client's tool."""
    kinds = {block["type"] for block in blocks}
    return not kinds.isdisjoint(_KINDS) and "tool_use" not in kinds


def check_searches(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> None:
    """Check that each search has its result, in its turn or in the next one after nothing but results of calls.

    Raises:
        ApiError: A search without a result, a result without a search, or an unknown tool.
    """
    searches = {tool["name"] for tool in tools if tool.get("type") in SEARCHES}
    known = {tool["name"] for tool in tools if tool.get("type", "custom") == "custom"}
    open_searches: dict[str, str] = {}
    for index, message in enumerate(messages):
        blocks = blocks_of(message)
        if message["role"] == "user":
            others = any(block["type"] != "tool_result" for block in blocks)
            if others or not _calls(messages[index - 1] if index else None):
                _none_open(open_searches)
            continue
        earlier = dict(open_searches)
        for place, block in enumerate(blocks):
            where = f"messages.{index}.content.{place}"
            if block["type"] == "server_tool_use":
                if block["name"] not in searches:
                    raise invalid(f"{where}: the tool {block['name']} is not declared in tools")
                open_searches[block["id"]] = block["name"]
            elif block["type"] == "tool_search_tool_result":
                _check_result(block, open_searches, known, where)
        _none_open({search: name for search, name in earlier.items() if search in open_searches})


def _calls(message: Mapping[str, Any] | None) -> bool:
    return message is not None and any(block["type"] == "tool_use" for block in blocks_of(message))


def _check_result(block: Mapping[str, Any], searches: dict[str, str], known: set[str], where: str) -> None:
    if searches.pop(block["tool_use_id"], None) is None:
        raise invalid(
            f"{where}: unexpected `tool_use_id` found in `tool_search_tool_result` blocks: "
            f"{block['tool_use_id']}. Each must have a corresponding `server_tool_use` block before it."
        )
    for place, reference in _references(block):
        check_shape(_REFERENCE, reference, f"{where}.content.tool_references.{place}")
        if reference["tool_name"] not in known:
            raise invalid(f"Tool reference '{reference['tool_name']}' not found in available tools")


def _references(block: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    yield from enumerate(block["content"].get("tool_references", ()))


def _none_open(searches: Mapping[str, str]) -> None:
    for search, name in searches.items():
        raise invalid(
            f"`{name}` tool use with id `{search}` was found without a corresponding "
            "`tool_search_tool_result` block"
        )
