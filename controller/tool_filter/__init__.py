"""Which tools the agent is shown: filters by name, and the order of what they choose."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Sequence
from typing import Literal

from controller.core.guest import Tool
from controller.tool_filter.base import Request, ToolFilter
from testbed.errors import UsageError

FILTERS = ("rag", "bm25", "app", "all", "oracle", "router", "search", "none")
SEARCH = "search"
"""The filter that leaves the choice to the model: all tools, to be deferred until its vendor's search finds them."""
WITH_BUDGET = ("rag", "bm25")
"""Filters that choose as many tools as a budget holds."""
Order = Literal["lexicographic", "shuffle"]
ORDERS: tuple[Order, ...] = ("lexicographic", "shuffle")


def make_filter(
    name: str, order: str = "lexicographic", seed: int = 0, *, budget: str = "", embeddings: str = ""
) -> ToolFilter:
    """The filter of that name, its choice in that order; a shuffle depends on seed and tool name alone.

    `budget` is "25" or "4000t" (tokens), `embeddings` a sentence-transformers model's name or folder. Raises
    UsageError for an unknown name or order, a budget or model that the filter does not take or that is none.
    """
    if order not in ORDERS:
        raise UsageError(f"there is no tool order {order!r}", hint=f"use {' or '.join(ORDERS)}")
    return Ordered(unordered(name, budget=budget, embeddings=embeddings), order, seed)


class Ordered:
    """Another filter's choice, put in order."""

    def __init__(self, inner: ToolFilter, order: str, seed: int) -> None:
        self._inner = inner
        self._order = order
        self._seed = seed

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        return sorted(self._inner.choose(catalogue, request), key=self._key)

    def _key(self, tool: Tool) -> str:
        if self._order == "lexicographic":
            return tool.name
        return hashlib.sha256(f"{self._seed}/{tool.name}".encode()).hexdigest()


def unordered(name: str, *, budget: str = "", embeddings: str = "") -> ToolFilter:
    """The filter of that name alone, which may know how to rank. Raises UsageError as `make_filter` does."""
    from controller.tool_filter import simple

    if name not in FILTERS:
        close = difflib.get_close_matches(name, FILTERS, n=1)
        meant = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(f"there is no tool filter {name!r}", hint=f"{meant}filters: {', '.join(FILTERS)}")
    if budget and name not in WITH_BUDGET:
        raise UsageError(
            f"the tool filter {name} takes no budget", hint=f"filters that do: {', '.join(WITH_BUDGET)}"
        )
    if embeddings and name != "rag":
        raise UsageError(f"the tool filter {name} uses no embeddings", hint="rag does")
    match name:
        case "rag" | "bm25":
            return _retriever(name, budget, embeddings)
        case "app":
            return simple.ByApp()
        case "all" | "search":
            return simple.All()
        case "oracle":
            return simple.Annotated()
        case "router":
            from controller.tool_filter.router import Router

            return Router()
    return simple.Nothing()


def _retriever(name: str, budget: str, embeddings: str) -> ToolFilter:
    from controller.tool_filter.bm25 import PlainBm25
    from controller.tool_filter.budget import ToolBudget, parse_budget
    from controller.tool_filter.embeddings import load_encoder
    from controller.tool_filter.rag import Rag

    held = parse_budget(budget) if budget else ToolBudget()
    if name == "bm25":
        return PlainBm25(held)
    return Rag(held, load_encoder(embeddings) if embeddings else None)
