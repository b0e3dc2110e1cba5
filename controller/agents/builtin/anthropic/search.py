"""Claude's own search for tools: what a request offers for it, and what answers hold of it.

The API searches by itself and goes on with the answer. A search that stands beside calls of the client's
tools stays open instead: its result begins the next answer, provided that the user's turn between holds
results of calls alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from controller.agents.tool_names import ToolNames
from controller.agents.tool_search import ToolSearch, query_text

Variant = Literal["bm25", "regex"]
"""By words, or by a regular expression."""
CALL = "server_tool_use"
RESULT = "tool_search_tool_result"
BLOCKS = (CALL, RESULT)
Block = dict[str, Any]


def entry(variant: Variant) -> Block:
    """The search's entry in the request's `tools`."""
    name = f"tool_search_tool_{variant}"
    return {"type": f"{name}_20251119", "name": name}


class SearchBlocks:
    """The searches of one conversation."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    @property
    def open(self) -> frozenset[str]:
        """The ids of searches without a result."""
        return frozenset(self._open)

    def read(self, answer: Sequence[Block]) -> list[ToolSearch]:
        """The searches that an answer, now part of the conversation, has results of."""
        searches = []
        for block in answer:
            if block["type"] == CALL:
                self._open[block["id"]] = query_text(block.get("input"))
            elif block["type"] == RESULT:
                searches.append(_search(self._open.pop(block["tool_use_id"], ""), block["content"]))
        return searches

    def give_up(self) -> None:
        """No result of the open ones will come."""
        self._open.clear()


def citable(block: Block, names: ToolNames) -> Block:
    """A block as it may be sent back: the API refuses conversations that cite a tool which is not offered."""
    if block["type"] != RESULT or "tool_references" not in block["content"]:
        return block
    references = block["content"]["tool_references"]
    known = [reference for reference in references if names.canonical(reference["tool_name"]) is not None]
    return block | {"content": block["content"] | {"tool_references": known}}


def _search(query: str, content: Mapping[str, Any]) -> ToolSearch:
    if "tool_references" in content:
        return ToolSearch(query, tuple(reference["tool_name"] for reference in content["tool_references"]))
    error = [str(content.get(field)) for field in ("error_code", "error_message") if content.get(field)]
    return ToolSearch(query, error=": ".join(error) or "unknown")
