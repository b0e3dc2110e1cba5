"""Tool searches through the model vendor's API: they are not actions, and do not reach the guest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controller.agents.briefing import HEADLESS_SYSTEM, SYSTEM
from controller.agents.calls import shorten
from controller.agents.tool_names import ToolNames

MEANS = (
    "Only some of your tools are shown to you. There are many more on this computer: "
    "search for what you need before you do it by hand."
)
"""Added to the system prompt when the model searches for the tools itself."""


@dataclass(frozen=True, slots=True)
class ToolSearch:
    """A search: its query, the API names of the tools found, and its error ("" for none)."""

    query: str
    found: tuple[str, ...] = ()
    error: str = ""

    def record(self, names: ToolNames) -> dict[str, Any]:
        """Return the entry for a decision's details, with canonical names; `unknown` names are not offered."""
        known = [name for wire in self.found if (name := names.canonical(wire)) is not None]
        unknown = [shorten(wire) for wire in self.found if names.canonical(wire) is None]
        entry: dict[str, Any] = {"query": shorten(self.query), "found": known}
        if unknown:
            entry["unknown"] = unknown
        return entry | ({"error": shorten(self.error)} if self.error else {})


def query_text(given: object) -> str:
    """Return a search's arguments as text; for an object with one field, the field's value."""
    if isinstance(given, dict) and len(given) == 1:
        [given] = given.values()
    if (
        isinstance(given, Sequence)
        and not isinstance(given, str)
        and all(isinstance(item, str) for item in given)
    ):
        return ", ".join(given)
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, default=str)


def with_means(prompts: dict[str, str]) -> dict[str, str]:
    """Return an agent's prompts for a model that searches for its tools."""
    systems = (name for name in (SYSTEM, HEADLESS_SYSTEM) if name in prompts)
    return prompts | {name: f"{prompts[name]}\n{MEANS}" for name in systems}
