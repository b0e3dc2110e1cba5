"""Parts of a text, by their places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

Span = tuple[int, int]
"""Where a part of a text starts, and where it ends."""


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in their order, those that overlap as one."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


def is_within(at: int, spans: Sequence[Span]) -> bool:
    """Test whether a place is in one of several separate spans, which are in their order."""
    n = bisect_right(spans, (at, len(spans) and spans[-1][1])) - 1
    return n >= 0 and at < spans[n][1]
