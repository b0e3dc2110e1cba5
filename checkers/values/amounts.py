"""Numbers with their units, in one part or in several: "12.50 euros", "$82m", "4 min 13 s", "1 h 22", "5'3\\""."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign
from typing import NamedTuple

from checkers.values.numerals import Numeral, read_numeral
from checkers.values.tokens import Tokens, joined
from checkers.values.units import Unit, find_currency_before, find_units
from checkers.values.words import AND, is_noun

_LETTERS = {"m": 1e6, "mm": 1e6, "k": 1e3, "b": 1e9}
"""Multipliers between an amount and its currency, or behind an amount whose currency comes before it."""
_REMAINDERS = {("time", 3600.0): 60.0, ("time", 60.0): 1.0, ("length", 0.3048): 0.0254, ("length", 1.0): 0.01}
"""The unit of a number without a unit that follows one with this unit: "1 h 22"."""
_MOST_PARTS = 6
_SIGNS = ("-", "\u2013", "+")


class Part(NamedTuple):
    """An amount in one family of units.

    Attributes:
        values: What it may be, in the family's base unit.
        unit: The unit of its first number, times its multiplier.
        factor: How many base units its last unit is.
        usual: Whether a reader thinks of this family first.
    """

    values: tuple[float, ...]
    unit: Unit
    factor: float = 1.0
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit.

    Attributes:
        parts: What it is in each family of units that it may belong to; "" is the family of a bare number.
        number: Its first number.
        after: The token behind it.
    """

    parts: dict[str, Part]
    number: Numeral
    after: int


def read_amount(tokens: Tokens, first: int) -> Amount | None:
    """Return the amount that starts with token `first`, or None."""
    sign, i = _sign(tokens, first)
    currencies, i = find_currency_before(tokens, i)
    if currencies:
        inner, i = _sign(tokens, i)
        sign *= inner
    primes = None if currencies else _primes(tokens, i)
    if primes is not None:
        return primes
    number = read_numeral(tokens, i)
    if number is None:
        return None
    number = replace(number, values=tuple(sign * value for value in number.values))
    if currencies:
        amount = _behind_currency(tokens, number, currencies)
    else:
        units, after = _units_behind(tokens, number)
        if not units and number.needs_unit:
            return None
        amount = Amount(_parts(number, units), number, after)
    for _ in range(_MOST_PARTS):
        larger = _with_smaller_part(tokens, amount)
        if larger is None:
            break
        amount = larger
    return replace(amount, after=_behind_abbreviation(tokens, amount.after))


def _behind_abbreviation(tokens: Tokens, i: int) -> int:
    """The token behind the point of a unit such as "min.", if the sentence goes on, or i."""
    behind = tokens[i + 1]
    goes_on = behind.kind == "word" and behind.gap and behind.text.islower()
    is_point = tokens[i].text == "." and joined(tokens, i) and tokens[i - 1].kind == "word"
    return i + 1 if is_point and goes_on and len(tokens[i - 1].text) <= 4 else i


def _sign(tokens: Tokens, i: int) -> tuple[int, int]:
    """The sign in front of a number, and the token behind it; a hyphen within a word or a range is none."""
    if tokens[i].low in ("minus", "negative"):
        return -1, i + 1
    if tokens[i].text in _SIGNS and joined(tokens, i + 1):
        before = tokens[i - 1] if i else None
        if before is None or tokens[i].gap or before.kind == "line" or before.text in '(:=[~|"$\u20ac\u00a3':
            return (1 if tokens[i].text == "+" else -1), i + 1
    return 1, i


def _primes(tokens: Tokens, i: int) -> Amount | None:
    """Minutes and seconds, or feet and inches, as in 4'13"."""
    upper, mark, lower = tokens[i].text.partition("'")
    after = i + 1
    if tokens[i + 1].text == "'" and joined(tokens, i + 1) and tokens[i + 2].kind == "number":
        mark, lower, after = "'", tokens[i + 2].text, i + 3
    digits = upper.isdecimal() and lower.isdecimal() and len(upper) <= 6 and len(lower) <= 2
    if tokens[i].kind != "number" or not mark or not digits:
        return None
    if tokens[after].text == '"':
        after += 1
    elif (tokens[after].text, tokens[after + 1].text) == ("'", "'"):
        after += 2
    large, small = float(upper), float(lower)
    parts = {
        "time": Part((60 * large + small,), Unit("time", 60)),
        "length": Part((0.3048 * large + 0.0254 * small,), Unit("length", 0.3048), 0.0254),
    }
    return Amount(parts, Numeral((large,), i + 1), after)


def _behind_currency(tokens: Tokens, number: Numeral, currencies: tuple[Unit, ...]) -> Amount:
    """An amount such as "\u20ac12.50", "$82m" or "EUR 12,-"; the currency may be named once more behind it."""
    factor = _LETTERS.get(tokens[number.after].low, 1.0)
    after = _without_cents(tokens, number.after + (factor != 1.0))
    again, behind = find_units(tokens, after)
    same = {unit.family for unit in again if unit.factor == 1} & {unit.family for unit in currencies}
    if same:
        currencies, after = tuple(unit for unit in currencies if unit.family in same), behind
    scaled = replace(
        number, values=tuple(value * factor for value in number.values), scale=number.scale * factor
    )
    return Amount(_parts(scaled, currencies), number, after)


def _without_cents(tokens: Tokens, i: int) -> int:
    """The token behind ",-" or ".-", which stand for no cents, or i."""
    mark = tokens[i].text in (",", ".") and joined(tokens, i) and tokens[i + 1].text in ("-", "\u2013")
    return i + 2 if mark and joined(tokens, i + 1) and tokens[i + 2].kind != "number" else i


def _units_behind(tokens: Tokens, number: Numeral) -> tuple[tuple[Unit, ...], int]:
    """The units behind a number, and the token behind them; their factors have the multiplier of "82m euros"."""
    i = number.after
    if number.ordinal:
        return (), i
    if tokens[i].text == "-" and joined(tokens, i) and joined(tokens, i + 1) and tokens[i + 1].kind == "word":
        i += 1
    i = _without_cents(tokens, i)
    if number.scale != 1 and tokens[i].low in ("of", "de"):
        i += 1
    factor = _LETTERS.get(tokens[i].low)
    if factor:
        units, after = find_units(tokens, i + 1)
        currencies = [unit for unit in units if unit.is_currency and unit.usual]
        if currencies:
            return tuple(Unit(unit.family, unit.factor * factor) for unit in currencies), after
    units, after = find_units(tokens, i)
    return (units, after) if units else ((), number.after)


def _parts(number: Numeral, units: tuple[Unit, ...]) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for unit in units:
        same = parts.get(unit.family)
        values = tuple(unit.to_base(value) for value in _plausible(number, unit))
        parts[unit.family] = Part(
            (*(same.values if same else ()), *values),
            Unit(unit.family, unit.factor * number.scale, unit.offset),
            unit.factor,
            unit.usual or (same is not None and same.usual),
        )
    if not any(part.usual for part in parts.values()):
        multiplied = parts[""].values if "" in parts else ()
        parts[""] = Part((*number.values, *multiplied), Unit("", number.scale))
    return parts


def _plausible(number: Numeral, unit: Unit) -> tuple[float, ...]:
    """What a number may be; "1.234 euros" has a separator of thousands, as no amount of money has three decimals."""
    is_plain = unit.is_currency and number.scale == 1
    return number.values if not is_plain or not number.values else (max(number.values, key=abs),)


def _with_smaller_part(tokens: Tokens, amount: Amount) -> Amount | None:
    """Add what follows in a smaller unit of the same family, as in "1 hour and 22 minutes"; None if nothing does."""
    parts = {family: part for family, part in amount.parts.items() if family not in ("", "temperature")}
    if not parts:
        return None
    i = amount.after
    if [tokens[i + n].low for n in range(3)] == ["and", "a", "half"]:
        halves = {family: _added(part, part.factor / 2, part.factor) for family, part in parts.items()}
        return Amount(halves, amount.number, i + 3)
    i += tokens[i].text == "." and joined(tokens, i)
    i += tokens[i].text == "," and joined(tokens, i)
    i += tokens[i].low in AND
    number = read_numeral(tokens, i)
    if number is None or number.ordinal or number.needs_unit:
        return None
    units, after = find_units(tokens, number.after)
    added = {
        unit.family: _added(parts[unit.family], unit.to_base(number.values[-1]), unit.factor)
        for unit in units
        if unit.family in parts and unit.factor < parts[unit.family].factor
    }
    if added:
        return Amount(added, amount.number, after)
    return None if units or i != amount.after else _with_remainder(tokens, amount, parts, number)


def _with_remainder(tokens: Tokens, amount: Amount, parts: dict[str, Part], number: Numeral) -> Amount | None:
    """Add a number without a unit that stands for the next smaller one, as in "1 h 22"."""
    text, behind = tokens[amount.after].text, tokens[number.after]
    if not text.isdecimal() or len(text) > 2 or behind.text in (":", "%", "/", "-") or is_noun(behind):
        return None
    if len(text) != 2 and not joined(tokens, amount.after):
        return None
    added = {}
    for family, part in parts.items():
        factor = 0.01 if family.isupper() and part.factor == 1 else _REMAINDERS.get((family, part.factor))
        if factor is not None and (family != "time" or number.values[0] < 60):
            added[family] = _added(part, number.values[0] * factor, factor)
    return Amount(added, amount.number, number.after) if added else None


def _added(part: Part, amount: float, factor: float) -> Part:
    return Part(tuple(value + copysign(amount, value) for value in part.values), part.unit, factor)
