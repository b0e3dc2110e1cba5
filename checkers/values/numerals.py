"""Numbers as they are written: in digits, in English words, with multipliers such as "million", as fractions."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from checkers.values.digits import read_digits
from checkers.values.tokens import Tokens, joined


def _numbered(names: str, first: int, step: int = 1) -> dict[str, int]:
    return {name: first + step * n for n, name in enumerate(names.split())}


_ONES = _numbered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen",
    0,
)
_TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
_ORDINAL_ONES = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth",
    1,
)
_ORDINAL_TENS = {name[:-1] + "ieth": value for name, value in _TENS.items()}
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_MULTIPLIERS = {
    **_SCALES,
    **{f"{name}s": value for name, value in _SCALES.items()},
    "hundred": 1e2,
    "dozen": 12,
    "dozens": 12,
    **dict.fromkeys(("mio", "mill", "mln", "mn", "millionen", "millones", "mill\u00f3n"), 1e6),
    **dict.fromkeys(("bn", "mrd", "milliarden", "milliards", "milliard"), 1e9),
    **dict.fromkeys(("tausend", "tsd"), 1e3),
    **dict.fromkeys(("\u767e",), 1e2),
    **dict.fromkeys(("\u5343",), 1e3),
    **dict.fromkeys(("\u4e07", "\u842c"), 1e4),
    **dict.fromkeys(("\u4ebf", "\u5104"), 1e8),
}
_LETTERS = {"k": 1e3, "K": 1e3, "M": 1e6, "b": 1e9}
"""Multipliers that stand directly behind the digits; "m" is ambiguous, see `checkers.values.units`."""
_ABBREVIATIONS = ("mio", "mill", "mln", "mn", "bn", "mrd", "tsd")
_PARTS = {
    "half": 1 / 2,
    "halves": 1 / 2,
    "third": 1 / 3,
    "thirds": 1 / 3,
    "quarter": 1 / 4,
    "quarters": 1 / 4,
    "fifth": 1 / 5,
    "fifths": 1 / 5,
    "sixth": 1 / 6,
    "sixths": 1 / 6,
    "eighth": 1 / 8,
    "eighths": 1 / 8,
    "tenth": 1 / 10,
    "tenths": 1 / 10,
}
ORDINAL_SUFFIXES = ("st", "nd", "rd", "th")
_SYNONYMS = {"nil": "zero", "nought": "zero", "naught": "zero"}
NUMBER_WORDS = frozenset({*_ONES, *_TENS, *_ORDINAL_ONES, *_ORDINAL_TENS, *_SYNONYMS, "half", "a", "an"})
_POWER = re.compile(r"-?\d{1,2}")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in a text.

    Attributes:
        values: What it may be, the likeliest first.
        after: The token behind it.
        ordinal: Whether it is the number of a place, such as "4th".
        in_words: Whether it begins with a word.
        scale: Its multiplier, such as a million.
        needs_unit: It is a number only before a unit or a multiplier: "a", "an" or "half".
    """

    values: tuple[float, ...]
    after: int
    ordinal: bool = False
    in_words: bool = False
    scale: float = 1.0
    needs_unit: bool = False


def read_numeral(tokens: Tokens, i: int) -> Numeral | None:
    """Return the number without a sign that starts with token i, or None."""
    if tokens[i].kind == "number":
        found = _in_digits(tokens, i)
    elif tokens[i].low in NUMBER_WORDS:
        found = _in_words(tokens, i)
    else:
        return None
    return found and _multiplied(tokens, found)


def read_multiplier(tokens: Tokens, i: int) -> tuple[float, int]:
    """Return the multiplier at token i, such as "million" or "Mio.", and the token behind it; 1 and i if none is."""
    low = tokens[i].low
    if low not in _MULTIPLIERS:
        return 1.0, i
    point = low in _ABBREVIATIONS and tokens[i + 1].text == "." and joined(tokens, i + 1)
    return float(_MULTIPLIERS[low]), i + 1 + point


def _in_digits(tokens: Tokens, i: int) -> Numeral | None:
    values = read_digits(tokens[i].text)
    if not values:
        return None
    following = tokens[i + 1]
    if joined(tokens, i + 1) and following.low in ORDINAL_SUFFIXES and values[0].is_integer():
        return Numeral(values, i + 2, ordinal=True)
    if following.low == "e" and joined(tokens, i + 1) and joined(tokens, i + 2):
        sign = tokens[i + 2].text == "-"
        power = tokens[i + 2 + sign]
        if power.kind == "number" and _POWER.fullmatch(power.text):
            scale = 10.0 ** (-int(power.text) if sign else int(power.text))
            return Numeral(tuple(value * scale for value in values), i + 3 + sign)
    fraction = _fraction(tokens, i)
    if fraction is not None:
        return Numeral((fraction,), i + 3)
    addend = _fraction(tokens, i + 1)
    if addend is not None and tokens[i].text.isdigit():
        return Numeral((values[0] + addend,), i + 4)
    return _with_part(tokens, Numeral(values, i + 1))


def _fraction(tokens: Tokens, i: int) -> float | None:
    """The value of three tokens such as 3/4: not of a date, a choice between numbers, or a share of many."""
    if tokens[i + 1].text != "/" or not (joined(tokens, i + 1) and joined(tokens, i + 2)):
        return None
    upper, lower, behind = tokens[i], tokens[i + 2], tokens[i + 3]
    if behind.text == "/":
        return None
    if i > 0 and tokens[i - 1].text == "/":
        return None
    if not (upper.text.isdigit() and lower.text.isdigit() and len(upper.text) <= 2 and len(lower.text) <= 3):
        return None
    return int(upper.text) / int(lower.text) if 0 < int(upper.text) < int(lower.text) <= 20 else None


def _in_words(tokens: Tokens, i: int) -> Numeral | None:
    low = tokens[i].low
    if low == "half":
        article = tokens[i + 1].low in ("a", "an")
        hyphen = tokens[i + 1].text == "-"
        return Numeral((0.5,), i + 1 + (article or hyphen), in_words=True, needs_unit=True)
    if low in ("a", "an") and tokens[i + 1].low not in ("hundred", *_SCALES):
        part = _PARTS.get(tokens[i + 1].low)
        if part is not None and tokens[i + 1].low in ("half", "quarter"):
            return Numeral((part,), _of_one(tokens, i + 2), in_words=True, needs_unit=True)
        return Numeral((1.0,), i + 1, in_words=True, needs_unit=True)
    found = _whole(tokens, i)
    if found is None or found.ordinal:
        return found
    if tokens[found.after].low == "point":
        return _decimals(tokens, found)
    hyphen = tokens[found.after].text == "-" and joined(tokens, found.after + 1)
    part = _PARTS.get(tokens[found.after + hyphen].low)
    if part is not None:
        return replace(
            found, values=(found.values[0] * part,), after=_of_one(tokens, found.after + hyphen + 1)
        )
    return _with_part(tokens, found)


def _of_one(tokens: Tokens, i: int) -> int:
    """The token behind "of a", as in "a quarter of an hour", or i."""
    return i + 2 if tokens[i].low == "of" and tokens[i + 1].low in ("a", "an") else i


def _with_part(tokens: Tokens, number: Numeral) -> Numeral:
    """Add "and a half", "and three quarters" or "-and-a-half"."""
    if tokens[number.after].text not in ("and", "-"):
        return number
    words = [n for n in range(number.after, number.after + 6) if tokens[n].text != "-"][:3]
    lows = [tokens[n].low for n in words]
    if len(lows) < 3 or lows[0] != "and" or lows[1] not in ("a", "one", "three"):
        return number
    part = _PARTS.get(lows[2])
    if part is None or lows[2] in ("third", "fifth", "sixth", "eighth", "tenth"):
        return number
    times = 3 if lows[1] == "three" else 1
    return replace(number, values=tuple(value + times * part for value in number.values), after=words[2] + 1)


def _decimals(tokens: Tokens, whole: Numeral) -> Numeral:
    i, digits = whole.after + 1, ""
    while tokens[i].low in _ONES and _ONES[tokens[i].low] < 10 and len(digits) < 10:
        digits += str(_ONES[tokens[i].low])
        i += 1
    if not digits:
        return whole
    return replace(whole, values=(whole.values[0] + int(digits) / 10 ** len(digits),), after=i)


def _whole(tokens: Tokens, i: int) -> Numeral | None:
    """A whole number in words, such as "one hundred and five" or "twenty-first"."""
    total, last_scale, found = 0.0, 1e15, None
    for _ in range(5):
        group = _below_thousand(tokens, i)
        if group is None:
            break
        scale = _SCALES.get(tokens[group.after].low)
        if scale is None or scale >= last_scale or group.ordinal:
            return replace(group, values=(total + group.values[0],))
        total, last_scale = total + group.values[0] * scale, scale
        found = Numeral((total,), group.after + 1, in_words=True, scale=scale)
        i = group.after + 1
        i += tokens[i].low == "and" or tokens[i].text == ","
    return found


def _below_thousand(tokens: Tokens, i: int) -> Numeral | None:
    group = _below_hundred(tokens, i)
    if group is None or group.ordinal or tokens[group.after].low != "hundred":
        return group
    hundreds = Numeral((group.values[0] * 100,), group.after + 1, in_words=True)
    after = hundreds.after + (tokens[hundreds.after].low == "and")
    rest = _below_hundred(tokens, after)
    if rest is None:
        return hundreds
    return replace(rest, values=(hundreds.values[0] + rest.values[0],))


def _below_hundred(tokens: Tokens, i: int) -> Numeral | None:
    low = _SYNONYMS.get(tokens[i].low, tokens[i].low)
    if low in _TENS:
        j = i + 1 + (tokens[i + 1].text == "-" and joined(tokens, i + 2))
        for names, ordinal in ((_ONES, False), (_ORDINAL_ONES, True)):
            if 0 < names.get(tokens[j].low, 0) < 10:
                return Numeral((float(_TENS[low] + names[tokens[j].low]),), j + 1, ordinal, in_words=True)
        return Numeral((float(_TENS[low]),), i + 1, in_words=True)
    if low in _ONES or low == "a":
        return Numeral((float(_ONES.get(low, 1)),), i + 1, in_words=True)
    ordinals = _ORDINAL_ONES if low in _ORDINAL_ONES else _ORDINAL_TENS
    return Numeral((float(ordinals[low]),), i + 1, ordinal=True, in_words=True) if low in ordinals else None


def _multiplied(tokens: Tokens, number: Numeral) -> Numeral:
    """Apply the multipliers behind a number, such as "hundred thousand", "dozen", "Mio." and "x 10^6"."""
    i = number.after
    if number.ordinal:
        return number
    letter = _LETTERS.get(tokens[i].text)
    if letter and joined(tokens, i) and not number.in_words:
        values = tuple(value * letter for value in number.values)
        return replace(number, values=values, after=i + 1, scale=letter)
    for _ in range(3):
        hyphen = tokens[i].text == "-" and joined(tokens, i) and joined(tokens, i + 1)
        scale, after = read_multiplier(tokens, i + hyphen)
        if after == i + hyphen:
            break
        values = tuple(value * scale for value in number.values)
        i = after
        number = replace(number, values=values, after=i, scale=number.scale * scale, needs_unit=False)
    return _times_power(tokens, number)


def _times_power(tokens: Tokens, number: Numeral) -> Numeral:
    i = number.after
    if tokens[i].low not in ("\u00d7", "x", "*", "\u00b7") or (tokens[i + 1].text, tokens[i + 2].text) != (
        "10",
        "^",
    ):
        return number
    braces = tokens[i + 3].text == "{"
    j = i + 3 + braces
    sign = tokens[j].text == "-"
    power = tokens[j + sign]
    if power.kind != "number" or not _POWER.fullmatch(power.text):
        return number
    scale = 10.0 ** (-int(power.text) if sign else int(power.text))
    after = j + sign + 1
    after += braces and tokens[after].text == "}"
    return replace(
        number,
        values=tuple(value * scale for value in number.values),
        after=after,
        scale=number.scale * scale,
    )
