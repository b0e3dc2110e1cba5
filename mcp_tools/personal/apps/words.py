"""What the search tools of all applications have in common."""

from __future__ import annotations

from typing import Annotated

from mcp_tools.personal.fields import Number, Text

Words = Annotated[str, Text(description="All of these words must be in it, each at the beginning of a word.")]
Limit = Annotated[int, Number(least=1, most=50, description="How many at most.")]


def contains(text: str, words: str) -> bool:
    """Whether each of the words begins a word of the text, in upper or lower case."""
    parts = _words(text)
    return all(any(part.startswith(word) for part in parts) for word in _words(words))


def _words(text: str) -> list[str]:
    return "".join(mark if mark.isalnum() else " " for mark in text.casefold()).split()
