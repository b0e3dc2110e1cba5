"""How many tools a filter offers at most, as far as it is known before a guest is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from controller.core.guest import Tool
from controller.tool_filter.budget import ToolBudget, parse_budget


def most_offered(
    name: str, budget: str, tools: Sequence[Tool], annotated: Iterable[Sequence[str]] = ()
) -> int:
    """The most of `tools` that the filter of that name offers at once; 0 when it cannot be told.

    `annotated` are the annotations of the tasks to be run.
    """
    match name:
        case "all" | "search":
            return len(tools)
        case "app":
            return max(Counter(tool.app for tool in tools).values(), default=0)
        case "oracle":
            names = {tool.name for tool in tools}
            return max((len(names.intersection(chosen)) for chosen in annotated), default=0)
        case "rag" | "bm25":
            held = parse_budget(budget) if budget else ToolBudget()
            return 0 if held.in_tokens else min(held.limit, len(tools))
    return 0
