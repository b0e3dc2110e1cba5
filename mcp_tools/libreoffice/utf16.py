"""Lengths as LibreOffice and Excel's formats count them: in UTF-16, where an emoji counts as two."""

from __future__ import annotations


def length(text: str) -> int:
    """How many units of UTF-16 a text has."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def start(text: str, limit: int) -> str:
    """The beginning of a text, as many whole characters as fit into so many units."""
    while length(text) > limit:
        text = text[:-1]
    return text
