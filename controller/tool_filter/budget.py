"""A limit on how many tools are shown: a number of tools, or of tokens."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.core.guest import Tool
from testbed.errors import UsageError

DEFAULT_TOOLS = 25
BYTES_PER_TOKEN = 4.0
"""Estimate that needs no vendor's tokenizer: bytes of a tool's definition as JSON for each token."""


@dataclass(frozen=True, slots=True)
class ToolBudget:
    """At most `limit` tools, or (`in_tokens`) at most `limit` tokens of definitions."""

    limit: int = DEFAULT_TOOLS
    in_tokens: bool = False

    def allows(self, tools: Iterable[Tool]) -> bool:
        """Return whether all of these tools may be shown."""
        return self.cost(tools) <= self.limit

    def cost(self, tools: Iterable[Tool]) -> int:
        """Return what tools take of the limit."""
        return sum(map(self._cost, tools))

    def select(self, ranked: Sequence[Tool]) -> list[Tool]:
        """Return the first tools that fit, and those of the later ones that still do."""
        selected, left = [], self.limit
        for tool in ranked:
            if (cost := self._cost(tool)) <= left:
                selected.append(tool)
                left -= cost
        return selected

    def max_tools(self, catalogue: Sequence[Tool]) -> int:
        """Return how many tools of a catalogue may be shown at most, 0 when tokens are counted."""
        return 0 if self.in_tokens else min(self.limit, len(catalogue))

    def _cost(self, tool: Tool) -> int:
        return token_count(tool) if self.in_tokens else 1


def parse_budget(text: str) -> ToolBudget:
    """Parse a budget: "25" is a number of tools, "4000t" of tokens. Raises UsageError."""
    match = re.fullmatch(r"([0-9]{1,9})(t?)", text.strip())
    if match is None or int(match[1]) < 1:
        raise UsageError(
            f"invalid tool budget {text!r}",
            hint="25 is at most 25 tools, 4000t at most 4000 tokens",
        )
    return ToolBudget(int(match[1]), in_tokens=bool(match[2]))


def token_count(tool: Tool) -> int:
    """Estimate how many tokens of a model's context a tool's definition takes."""
    definition = {"name": tool.name, "description": tool.description, "input_schema": dict(tool.input_schema)}
    data = json.dumps(definition, ensure_ascii=False, separators=(",", ":")).encode()
    return math.ceil(len(data) / BYTES_PER_TOKEN)
