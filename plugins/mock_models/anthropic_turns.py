"""Conversion of the Messages API's requests to turns, and of answers to content blocks."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from plugins.mock_models.anthropic_computer import to_call
from plugins.mock_models.anthropic_models import BETAS
from plugins.mock_models.anthropic_shapes import blocks_of
from plugins.mock_models.anthropic_tool_rules import SEARCHES, TOOLSET
from plugins.mock_models.means import TERMINATE, screen_of, tool_call
from plugins.mock_models.tool_search import best, matching, query_for
from plugins.mock_models.turns import Body, MockAnswer, mock_error
from testbed.actions import Action, Terminate, ToolCall
from testbed.guests import ToolResult
from testbed.models import ModelTurn, canonical_name

_NOT_OF_GUEST = frozenset({TERMINATE, "computer", "browser"})
"""Names in a request that are no tools of the guest."""


def turn_of(body: Body) -> ModelTurn:
    """Convert a request to a turn."""
    messages, tools = body["messages"], body.get("tools") or []
    latest = blocks_of(messages[-1])
    schemas = {
        name: tool["input_schema"]
        for tool in tools
        if _is_custom(tool) and tool["name"] != TERMINATE and (name := canonical_name(tool["name"]))
    }
    return ModelTurn(
        opening="\n".join(_texts(blocks_of(messages[0]))),
        texts=tuple(_texts(latest)),
        pictures=tuple(_pictures(latest)),
        results=tuple(_result(block) for block in latest if block["type"] == "tool_result"),
        memory=tuple(_memory(messages)),
        gui=any(tool.get("type") in BETAS for tool in tools),
        tools=frozenset(schemas),
        schemas=schemas,
    )


def write_blocks(body: Body, answer: MockAnswer) -> list[Body]:
    """Convert an answer to content blocks. Raises ApiError when the request does not offer a tool that it calls."""
    blocks: list[Body] = []
    if answer.thought and (body.get("thinking") or {}).get("type") in ("adaptive", "enabled"):
        blocks.append({"type": "thinking", "thinking": answer.thought})
    if answer.text:
        blocks.append({"type": "text", "text": answer.text})
    loaded = set(_loaded_tools(body["messages"]))
    for place, action in enumerate(answer.actions):
        block = {"type": "tool_use", **_use(body, action, answer)}
        if block["name"] not in loaded:
            blocks += _search(body.get("tools") or [], block["name"])
        blocks.append(block | ({"id": f"toolu_{answer.mark}{place}"} if answer.mark else {}))
    return blocks


def _use(body: Body, action: Action, answer: MockAnswer) -> Body:
    tools = body.get("tools") or []
    if isinstance(action, Terminate | ToolCall):
        names = [tool.get("name") for tool in tools]
        name, arguments = tool_call(action, answer, names, _NOT_OF_GUEST)
        return {"name": name, "input": arguments}
    pictures = [picture for message in body["messages"] for picture in _pictures(blocks_of(message))]
    view = screen_of(pictures, answer.screen)
    member, arguments = to_call(action, view)
    kind = next((tool["type"] for tool in tools if tool.get("type") in BETAS), "")
    if kind == TOOLSET:
        return {"name": member, "input": dict(arguments), "toolset_name": "computer"}
    if kind:
        return {"name": "computer", "input": {"action": member, **arguments}}
    raise mock_error(f"{member} is needed, and the request does not offer the computer")


def _search(tools: list[Body], name: str) -> list[Body]:
    """The blocks of a search that finds a deferred tool; none for any other tool."""
    deferred = [tool for tool in tools if tool.get("defer_loading")]
    target = next((tool for tool in deferred if tool["name"] == name), None)
    if target is None:
        return []
    means = next((tool["name"] for tool in tools if tool.get("type") in SEARCHES), None)
    if means is None:
        raise mock_error(f"the tool {name} is deferred, and the request offers no search")
    if means.endswith("regex"):
        given = {"pattern": re.escape(name)}
        matches = matching(deferred, given["pattern"])
    else:
        given = {"query": query_for(target)}
        matches = best(deferred, given["query"])
    if name not in matches:
        raise mock_error(f"the search for {next(iter(given.values()))!r} did not find {name}")
    references = [{"type": "tool_reference", "tool_name": match} for match in matches]
    content = {"type": "tool_search_tool_search_result", "tool_references": references}
    return [
        {"type": "server_tool_use", "name": means, "input": given},
        {"type": "tool_search_tool_result", "content": content},
    ]


def _loaded_tools(messages: list[Body]) -> Iterator[str]:
    """Names of the tools that earlier searches found."""
    for message in messages:
        for block in blocks_of(message):
            if block["type"] == "tool_search_tool_result":
                yield from (one["tool_name"] for one in block["content"].get("tool_references", ()))


def _is_custom(tool: Body) -> bool:
    return bool(tool.get("type", "custom") == "custom")


def _inner(block: Body) -> list[Body]:
    content = block.get("content", [])
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def _texts(blocks: list[Body]) -> Iterator[str]:
    for block in blocks:
        if block["type"] == "text":
            yield block["text"]
        elif block["type"] == "compaction":
            yield block["content"]
        elif block["type"] == "tool_result":
            yield from _texts(_inner(block))


def _pictures(blocks: list[Body]) -> Iterator[bytes]:
    for block in blocks:
        if block["type"] == "image":
            yield base64.b64decode(block["source"]["data"])
        elif block["type"] == "tool_result":
            yield from _pictures(_inner(block))


def _result(block: Body) -> ToolResult:
    inner = _inner(block)
    # The agent appends its own text to a result; the first text is the tool's.
    text = next(_texts(inner), "")
    return ToolResult(text, bool(block.get("is_error")), images=tuple(_pictures(inner)))


def _memory(messages: list[Body]) -> Iterator[str]:
    for message in messages:
        if message["role"] == "assistant":
            for block in blocks_of(message):
                if block["type"] in ("tool_use", "text"):
                    yield block["id"] if block["type"] == "tool_use" else block["text"]
