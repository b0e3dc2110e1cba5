"""What holds in every life: named rules, each of which says what breaks it."""

from __future__ import annotations

from mcp_tools.personal.life import app_rules, content_rules, record_rules, trap_rules
from mcp_tools.personal.life.life import Life
from mcp_tools.personal.life.rules import RULES
from mcp_tools.personal.life.view import View

MODULES = (record_rules, app_rules, content_rules, trap_rules)
"""The modules that declare the rules."""
MOST_NAMED = 3


def broken_invariants(life: Life) -> list[str]:
    """Return the names of the rules that a life breaks, each with some of what breaks it."""
    view, broken = View(life), []
    for name, check in RULES.items():
        try:
            found = list(check(view))
        except (
            KeyError,
            IndexError,
            StopIteration,
            ValueError,
        ) as error:  # of a record that a rule looks for
            found = [f"{type(error).__name__}: {error}"]
        if found:
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            broken.append(f"{name}: {'; '.join(found[:MOST_NAMED])}{more}")
    return broken
