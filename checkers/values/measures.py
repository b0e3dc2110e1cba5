"""The unit of an expected number: one of the table, a multiplier of it, or a noun that says what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from checkers.values.numerals import read_multiplier
from checkers.values.tokens import tokenize
from checkers.values.units import Unit, find_units


@dataclass(frozen=True, slots=True)
class Measure:
    """What an expected number is in.

    Attributes:
        units: Its units; several if the name has several meanings.
        nouns: What is counted, one word for each name of it; empty if the number has a unit.
        scale: A multiplier, such as a million.
    """

    units: tuple[Unit, ...] = ()
    nouns: tuple[str, ...] = ()
    scale: float = 1.0

    @property
    def is_open(self) -> bool:
        """Whether it says nothing but the multiplier."""
        return not self.units and not self.nouns

    @property
    def is_money(self) -> bool:
        return any(unit.is_currency for unit in self.units)

    def units_of(self, family: str) -> list[Unit]:
        return [unit for unit in self.units if unit.family == family]


@lru_cache(256)
def read_measure(name: str) -> Measure:
    """Return the measure of a name such as "million euros", "kg", "millions" or "seats|places"."""
    tokens = tokenize(name)
    scale, i = read_multiplier(tokens, 0)
    units, after = find_units(tokens, i)
    if tokens[i].kind == "end" or (units and tokens[after].kind == "end"):
        usual = tuple(unit for unit in units if unit.usual)
        return Measure(usual or units, (), scale)
    nouns = [noun.split()[-1].casefold() for noun in name[tokens[i].start :].split("|") if noun.split()]
    return Measure((), tuple(nouns), scale)


def same_noun(words: Sequence[str], noun: str) -> bool:
    """Test whether one of several words is a noun, in the singular or the plural."""
    return any(_stem(word) == _stem(noun) for word in words)


def _stem(word: str) -> str:
    low = word.casefold()
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    if len(low) > 4 and low.endswith(("ches", "shes", "sses", "xes")):
        return low[:-2]
    return low[:-1] if len(low) > 2 and low.endswith("s") and not low.endswith("ss") else low
