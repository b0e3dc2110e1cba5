"""Names and values in the XML of OpenDocument files."""

from __future__ import annotations

import re

from checkers.differences.tree import Length, Value

CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}
_LENGTH = re.compile(r"(-?[0-9]*\.?[0-9]+)(cm|mm|in|pt|pc|px)")


def local(name: str) -> str:
    """Return the name of an element or an attribute without its namespace."""
    return name.rpartition("}")[2]


def value_of(text: str) -> Value:
    """Return a length as such, and any other value as its text."""
    match = _LENGTH.fullmatch(text)
    return Length(float(match[1]) * CENTIMETRES[match[2]]) if match else text
