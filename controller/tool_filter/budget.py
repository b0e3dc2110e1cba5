"""How many tools are shown at most: a number of tools, or of tokens."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.core.guest import Tool
from testbed.errors import UsageError

TOOLS = 25
"""Tools shown at most, when nothing else is said."""
BYTES_A_TOKEN = 4.0
"""No vendor's tokenizer is asked: a token is taken for so many bytes of a tool's definition as JSON."""


@dataclass(frozen=True, slots=True)
class ToolBudget:
    """At most so many tools, or (`in_tokens`) so many tokens of definitions."""

    limit: int = TOOLS
    in_tokens: bool = False

    def holds(self, tools: Iterable[Tool]) -> bool:
        """Whether all of these may be shown."""
        return sum(map(self._cost, tools)) <= self.limit

    def filled(self, ranked: Sequence[Tool]) -> list[Tool]:
        """The first of these that fit, and of the later ones those that still do."""
        chosen, left = [], self.limit
        for tool in ranked:
            if (cost := self._cost(tool)) <= left:
                chosen.append(tool)
                left -= cost
        return chosen

    def _cost(self, tool: Tool) -> int:
        return tokens(tool) if self.in_tokens else 1


def parse_budget(text: str) -> ToolBudget:
    """A budget as written: "25" is so many tools, "4000t" so many tokens. Raises UsageError."""
    found = re.fullmatch(r"([0-9]{1,9})(t?)", text.strip())
    if found is None or int(found[1]) < 1:
        raise UsageError(
            f"the tool budget {text!r} is no number of tools or tokens",
            hint="25 is at most 25 tools, 4000t at most 4000 tokens",
        )
    return ToolBudget(int(found[1]), in_tokens=bool(found[2]))


def tokens(tool: Tool) -> int:
    """About how many tokens of a model's context a tool's definition takes."""
    sent = {"name": tool.name, "description": tool.description, "input_schema": dict(tool.input_schema)}
    data = json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()
    return math.ceil(len(data) / BYTES_A_TOKEN)
