"""The categories of tasks in MCP-Persona's table 3, by the applications that a task's standard tools belong to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Category = Literal[
    "collaboration", "content", "social", "mail", "collaboration_cross", "social_cross", "hodgepodge", "none"
]
"""Of one kind of application; of several, with collaboration (the paper's Lark) or else social ones (Rednote) at the
centre; other combinations; no personal application at all."""
TITLES: dict[Category, str] = {
    "collaboration": "collaboration",
    "content": "content",
    "social": "social",
    "mail": "mail",
    "collaboration_cross": "collaboration with others",
    "social_cross": "social with others",
    "hodgepodge": "hodgepodge",
}
GROUPS = {
    "collaboration": ("calendar", "contacts", "messenger", "team"),
    "content": ("notes", "vault"),
    "social": ("feed", "forum"),
    "mail": ("mail",),
}
"""The personal applications of each kind; an address book takes no part where there are others."""


def category_of(tools: Iterable[str]) -> Category:
    """Return the category of a task with these standard tools, which have their servers' prefixes."""
    apps = {tool.partition("_")[0] for tool in tools}
    personal = apps & {app for group in GROUPS.values() for app in group}
    if len(personal) > 1:
        personal.discard("contacts")
    kinds = [kind for kind, members in GROUPS.items() if personal & {*members}]
    match kinds:
        case []:
            return "none"
        case ["collaboration" | "content" | "social" | "mail" as only]:
            return only
        case ["collaboration", _]:
            return "collaboration_cross"
        case ["social", _] | [_, "social"]:
            return "social_cross"
    return "hodgepodge"
