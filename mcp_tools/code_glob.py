"""Checking a pattern of files before VS Code keeps it: one that its search cannot use makes every search fail."""

from __future__ import annotations

import re

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

LENGTH_LIMIT = 1_000
NESTED_LIMIT = 10
_UNUSABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def check_glob(pattern: str) -> None:
    """Raises ToolError for a pattern that is no glob."""
    if len(pattern) > LENGTH_LIMIT:
        raise ToolError(
            f"the pattern {shorten(pattern)} is longer than {LENGTH_LIMIT:,} characters; give several shorter ones"
        )
    if problem := _problem(pattern):
        raise ToolError(f'{shorten(pattern)} is no glob pattern: {problem}. Give one such as "**/*.pyc"')


def _problem(pattern: str) -> str | None:
    if _UNUSABLE.search(pattern):
        return "it has control characters, or half a character"
    if pattern != pattern.strip():
        return "it begins or ends with a space"
    if pattern.startswith("!"):
        return 'patterns with "!" are not supported'
    if pattern.count("{") > NESTED_LIMIT:
        return f"it has more than {NESTED_LIMIT} alternatives in braces"
    depth, at = 0, 0
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            return 'it has a backslash; folders are separated by "/"'
        if character == "[":
            end = _bracket_end(pattern, at)
            if end is None:
                return 'a "[" is not closed, or holds a range that runs backwards'
            at = end
        depth += (character == "{") - (character == "}")
        if not 0 <= depth <= 1:
            return 'a "}" has no "{"' if depth < 0 else 'a "{" stands in another'
        at += 1
    return 'a "{" is not closed' if depth else None


def _bracket_end(pattern: str, start: int) -> int | None:
    """Where a set of characters ends, None if it does not or is none."""
    match = re.compile(r"\[[!^]?(\]?[^\]/]*)\]").match(pattern, start)
    if not match or not match[1]:
        return None
    backwards = any(first > last for first, last in re.findall(r"(.)-(.)", match[1]))
    return None if backwards else match.end() - 1
