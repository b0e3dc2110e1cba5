"""Which variants of its tasks a run played, in words."""

from __future__ import annotations

from collections.abc import Sequence


def variants_text(variants: Sequence[int]) -> str:
    """Return "variant 7", or "variants 0 to 2, one an epoch"; "" if no task has variants."""
    if not variants:
        return ""
    if len(variants) == 1:
        return f"variant {variants[0]}"
    return f"variants {variants[0]} to {variants[-1]}, one an epoch"
