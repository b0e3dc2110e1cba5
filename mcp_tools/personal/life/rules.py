"""Rules of lives by name: each tells what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mcp_tools.personal.life.view import View

Rule = Callable[[View], Iterable[str]]
RULES: dict[str, Rule] = {}


def rule(check: Callable[[View], Iterator[str]]) -> Callable[[View], Iterator[str]]:
    """Declare a rule. Its docstring says what holds; it yields what breaks it."""
    RULES[check.__name__] = check
    return check
