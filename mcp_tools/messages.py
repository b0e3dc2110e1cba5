"""Texts for an answer: bounded, and what a caller sent quoted on one line with control characters escaped."""

from __future__ import annotations

QUOTED_CHARACTERS = 80
"""The length at most of a quoted text, quotes and the mark of what was cut included."""


def shortened(text: str) -> str:
    """Quote `text` for a message: `'abc'`, or `'abc'... (1,000,000 characters)` when it is long."""
    quoted = repr(text) if len(text) <= QUOTED_CHARACTERS else ""
    if 0 < len(quoted) <= QUOTED_CHARACTERS:
        return quoted
    mark = f"... ({len(text):,} characters)"
    kept = QUOTED_CHARACTERS - len(mark) - 2
    while len(quoted := repr(text[:kept])) > QUOTED_CHARACTERS - len(mark):
        kept -= 1
    return quoted + mark
