"""Quantities in a text: amounts with what they count and the part that they play in the sentence."""

from __future__ import annotations

from dataclasses import dataclass

from checkers.values.amounts import read_amount
from checkers.values.tokens import Token, Tokens, joined
from checkers.values.units import Unit
from checkers.values.words import DEFINITE, PREDICATES, is_noun, word_set

_YEARS = range(1800, 2200)
_BEFORE_YEARS = word_set(
    "in of since from until till to by during year for early late mid ' before after spring summer autumn fall winter"
)
_RATES = word_set("per each apiece pro")
_RATE_NOUNS = word_set("hour day week month year night piece head person minute second")
_MOST_NOUNS = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """What a quantity may mean.

    Attributes:
        value: In the base unit of its family; a bare number as it is.
        unit: The unit of its first number, times its multiplier; its family is "" if it is bare.
        usual: Whether a reader thinks of it first.
    """

    value: float
    unit: Unit
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount in a text with what belongs to it.

    Attributes:
        first: Its first token.
        after: The token behind it.
        readings: What it may mean.
        ordinal: It is the number of a place, such as "4th".
        in_words: It begins with a word.
        nouns: The tokens of the words behind it that say what it counts.
        label: The word or symbol in front of it, in small letters.
        year_like: It stands where a year stands, and may be one.
        definite: It takes up what was counted before: "the four libraries".
        rate: It is for each of several things: "35 euros each".
        chained: It is one of several numbers that "or", "and", "to" or a dash join.
        operand: It is calculated with: "62" in "62 + 20 = 82".
        indefinite: It is one because of an article: "a minute".
    """

    first: int
    after: int
    readings: tuple[Reading, ...]
    ordinal: bool = False
    in_words: bool = False
    nouns: tuple[int, ...] = ()
    label: str = ""
    year_like: bool = False
    definite: bool = False
    rate: bool = False
    chained: bool = False
    operand: bool = False
    indefinite: bool = False

    @property
    def is_bare(self) -> bool:
        return all(not reading.unit.family for reading in self.readings if reading.usual)

    @property
    def end(self) -> int:
        """The token behind it and what it counts; behind itself if a neighbour comes first: "7 or 8 seats"."""
        has_own = bool(self.nouns) and 0 <= self.nouns[0] - self.after <= 1
        return self.nouns[-1] + 1 if has_own else self.after


def read_quantity(tokens: Tokens, first: int) -> Quantity | None:
    """Return the quantity that starts with token `first`, or None."""
    amount = read_amount(tokens, first)
    if amount is None:
        return None
    readings = tuple(
        Reading(value, part.unit, part.usual) for part in amount.parts.values() for value in part.values
    )
    is_bare = "" in amount.parts and amount.parts[""].usual
    after = amount.number.after if is_bare else amount.after
    nouns = _nouns(tokens, after) if is_bare else ()
    if nouns and tokens[first + 1].text == "/" and amount.number.after == first + 3:  # 1/5 stars
        readings = (Reading(float(tokens[first].text), Unit("", 1.0)),)
    label = _label(tokens, first)
    return Quantity(
        first,
        after,
        readings,
        ordinal=amount.number.ordinal,
        in_words=amount.number.in_words,
        nouns=nouns,
        label=label,
        year_like=is_bare and _is_year(tokens[first], label, tokens[after]) and amount.number.scale == 1,
        definite=label in DEFINITE and bool(nouns or tokens[after].low == "of"),
        indefinite=tokens[first].low in ("a", "an")
        and all(item.value == item.unit.factor for item in readings),
        rate=_is_rate(tokens, nouns[-1] + 1 if nouns else after, is_bare=is_bare),
    )


def _label(tokens: Tokens, first: int) -> str:
    before = tokens[first - 1] if first else None
    return before.low if before is not None and before.kind in ("word", "symbol") else ""


def _nouns(tokens: Tokens, i: int) -> tuple[int, ...]:
    """The words behind a number that say what it counts: none for "7 free", two for "7 free seats"."""
    i += tokens[i].text == "-" and joined(tokens, i)
    found: list[int] = []
    while len(found) < _MOST_NOUNS and is_noun(tokens[i]):
        found.append(i)
        i += 1
        i += tokens[i].text == "-" and joined(tokens, i + 1)
    return () if all(tokens[n].low in PREDICATES for n in found) else tuple(found)


def _is_year(token: Token, label: str, behind: Token) -> bool:
    if not token.text.isdecimal() or len(token.text) != 4 or int(token.text) not in _YEARS:
        return False
    return label in _BEFORE_YEARS or (label, behind.text) == ("(", ")")


def _is_rate(tokens: Tokens, i: int, *, is_bare: bool) -> bool:
    low = tokens[i].low
    if low in ("a", "an"):
        return tokens[i + 1].low in _RATE_NOUNS
    if low == "/" and not is_bare:
        return tokens[i + 1].kind == "word"
    return low in _RATES
