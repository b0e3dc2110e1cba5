"""Answers that deny: what "it is not the red one" names is not the answer."""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|except|anything but|other than)\b|n['\u2019]t\b)"
    r"(?:[^.,;:!?\n()]|(?<=\d)[.,:](?=\d))*",
    re.IGNORECASE,
)
"""A word that denies, and the rest of its clause; a point within a number does not end that."""


def affirmed(answer: str) -> str:
    """Return an answer without what it denies: "the blue one, not the red one" without "not the red one"."""
    return _DENIED.sub("", answer)
