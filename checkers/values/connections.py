"""Which numbers of a text belong together: choices and ranges that share a unit, and the terms of a calculation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from checkers.values.quantities import Quantity, Reading
from checkers.values.tokens import Tokens
from checkers.values.words import word_set

_JOINING_WORDS = word_set("or and to nor until / - \u2013 & und oder bis ou")
_JOINTS = _JOINING_WORDS | {",", ";"}
_OPERATORS = word_set("+ \u00d7 x * \u00b7 \u00f7 plus times")
_MINUS = frozenset(("-", "\u2013", "minus", "/"))
_RESULTS = frozenset(("=", "\u2192", "equals"))
_BRACKETS = frozenset("()")
_LONGEST_JOINT = 3

Link = Literal["operator", "minus", "result"]


def connect(tokens: Tokens, quantities: Sequence[Quantity]) -> list[Quantity]:
    """Return quantities with what they have from each other: units, and whether they are terms of a calculation."""
    return _mark_operands(tokens, _share_units(tokens, quantities))


def _share_units(tokens: Tokens, quantities: Sequence[Quantity]) -> list[Quantity]:
    """Mark numbers that stand side by side; one without a unit has that of its neighbour: "82 or 85 million"."""
    shared = list(quantities)
    joints = [_joint(tokens, left, right) for left, right in pairwise(quantities)]
    for n in range(len(joints) - 1, -1, -1):
        by_word = bool(joints[n] & _JOINING_WORDS)
        if by_word:
            shared[n] = replace(shared[n], chained=True)
            shared[n + 1] = replace(shared[n + 1], chained=True)
        if by_word or (joints[n] == {","} and n + 1 < len(joints) and joints[n + 1]):
            shared[n] = _with_unit_of(shared[n + 1], shared[n])
    for n, joint in enumerate(joints):
        if joint & _JOINING_WORDS:
            shared[n + 1] = _with_unit_of(shared[n], shared[n + 1])
    return shared


def _joint(tokens: Tokens, left: Quantity, right: Quantity) -> frozenset[str]:
    """What joins two numbers; empty if other words stand between them, one of them is a year, or "one of them"."""
    if [tokens[right.first].low, tokens[right.after].low] == ["one", "of"]:
        return frozenset()
    between = [token.low for token in tokens[left.end : right.first]]
    if not 1 <= len(between) <= _LONGEST_JOINT or left.year_like or right.year_like:
        return frozenset()
    return frozenset(between) if _JOINTS.issuperset(between) else frozenset()


def _with_unit_of(neighbour: Quantity, quantity: Quantity) -> Quantity:
    """Give a bare number the unit, the multiplier or the noun of its neighbour."""
    scaled = any(reading.unit.factor != 1 for reading in quantity.readings)
    if scaled or not quantity.is_bare or quantity.nouns or quantity.ordinal or neighbour.ordinal:
        return quantity
    if neighbour.nouns:
        return replace(quantity, nouns=neighbour.nouns)
    values = [reading.value for reading in quantity.readings]
    units = {reading.unit: reading.usual for reading in neighbour.readings}
    readings = tuple(
        Reading(unit.to_base(value), unit, usual) for unit, usual in units.items() for value in values
    )
    own = quantity.readings if neighbour.is_bare else ()
    return replace(quantity, readings=(*own, *readings))


def _mark_operands(tokens: Tokens, quantities: Sequence[Quantity]) -> list[Quantity]:
    links = [_link(tokens, left, right) for left, right in pairwise(quantities)]
    operands: set[int] = set()
    start = 0
    for n, link in enumerate([*links, None]):
        if link is None:
            has_result = "result" in links[start:n]
            for m in range(start, n):
                if links[m] == "operator" or (links[m] == "minus" and has_result):
                    operands |= {m, m + 1}
            start = n + 1
    return [replace(item, operand=True) if n in operands else item for n, item in enumerate(quantities)]


def _link(tokens: Tokens, left: Quantity, right: Quantity) -> Link | None:
    """How two neighbours are calculated with."""
    words = [token.low for token in tokens[left.end : right.first]]
    if words == ["(", "plus"]:  # "40 euros (plus 5 for delivery)" is 40
        return None
    between = [word for word in words if word not in _BRACKETS and word != "each"]
    if len(between) != 1:
        return None
    if between[0] in _OPERATORS:
        return "operator"
    if between[0] in _MINUS:
        return "minus"
    return "result" if between[0] in _RESULTS else None
