"""What has digits in it and is no number: identifiers, versions, telephone numbers, paths, numbers of items."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from checkers.values.days import MONTHS
from checkers.values.numerals import read_numeral
from checkers.values.tokens import Token, Tokens, joined
from checkers.values.units import find_currency_before, find_units

_WITHIN = frozenset("-_./+:@~\\?=&#%")
_VERSION = re.compile(r"\d+(?:\.\d+){2,}")
_LONGEST = 200
_MARKER = re.compile(r"^[ ]*(\d{1,3})[.)][ ]+(?=\S)", re.MULTILINE)


class Code(NamedTuple):
    """An identifier in a text.

    Attributes:
        first: Its first token.
        after: The token behind it.
        word: The letters that it begins with, in small letters; "" if it does not.
        number: The whole number behind these letters, if it consists of both: "frame" and 4 for frame4.png.
    """

    first: int
    after: int
    word: str = ""
    number: int | None = None


def read_code(tokens: Tokens, first: int) -> Code | None:
    """Return the identifier that starts with token `first`, or None."""
    token, behind = tokens[first], tokens[first + 1]
    if token.kind == "word":
        return _lettered(tokens, first) if _continues(tokens, first + 1) else None
    if token.kind == "number":
        return _numbered(tokens, first)
    if token.text in ("/", "~", "\\") and joined(tokens, first + 1) and behind.kind != "number":
        starts = first == 0 or token.gap or tokens[first - 1].kind == "line"
        return Code(first, _end(tokens, first)) if starts else None
    if token.text == "[" and tokens[first + 2].text == "]":
        return _citation(tokens, first)
    if token.text == "^" and joined(tokens, first) and behind.kind == "number" and joined(tokens, first + 1):
        return Code(first, first + 2)
    return None


def list_markers(text: str) -> Set[int]:
    """The places in a text of the numbers that count the items of a list: 1, 2 and so on at the starts of lines."""
    starts: set[int] = set()
    run: list[int] = []
    for match in _MARKER.finditer(text):
        if int(match[1]) != len(run) + 1:
            run = []
        if int(match[1]) == len(run) + 1:
            run.append(match.start(1))
        if len(run) >= 2:
            starts.update(run[-2:])
    return starts


def _continues(tokens: Tokens, i: int) -> bool:
    """Test whether a number, or a sign that stands within identifiers and a number, is joined at token i."""
    if not joined(tokens, i):
        return False
    if tokens[i].kind == "number":
        return True
    stands_within = tokens[i].text in ("-", "_", "/", ":", "@", ".", "\\") and joined(tokens, i + 1)
    return stands_within and (tokens[i + 1].kind == "number" or tokens[i].text in (":", "@", "_", "/", "\\"))


def _lettered(tokens: Tokens, first: int) -> Code | None:
    """T461, LB-719165, frame4.png, https://...; not "EUR12", "No.4" or "May-3-2026"."""
    word, behind = tokens[first].low, tokens[first + 1]
    after = find_currency_before(tokens, first)[1]
    if after > first or word in MONTHS or (behind.text == "." and word in ("no", "nr", "ca", "approx", "p")):
        return None
    if behind.text in (":", "/") and tokens[first + 2].kind == "number":
        return None
    if read_numeral(tokens, first) is not None:
        return None
    end = _end(tokens, first)
    number = first + 1 + (behind.kind != "number")
    is_number = (
        tokens[number].kind == "number" and tokens[number].text.isdecimal() and len(tokens[number].text) <= 9
    )
    plain = is_number and (end == number + 1 or tokens[number + 1].text == ".")
    return Code(first, end, word, int(tokens[number].text) if plain else None)


def _numbered(tokens: Tokens, first: int) -> Code | None:
    """5.18.0, 62XL, 081 580 1425; not "17kg", "4th" or "82m"."""
    token, behind = tokens[first], tokens[first + 1]
    if _VERSION.fullmatch(token.text) and read_numeral(tokens, first) is None:
        return Code(first, _end(tokens, first))
    if token.text.isdecimal() and token.text[0] == "0" and len(token.text) > 2:
        return Code(first, _digit_groups(tokens, first))
    if behind.kind != "word" or not joined(tokens, first + 1):
        return None
    number = read_numeral(tokens, first)
    if number is None or number.after > first + 1 or find_units(tokens, first + 1)[0]:
        return None
    return None if behind.low == "x" or _is_chinese(behind) else Code(first, _end(tokens, first))


def _citation(tokens: Tokens, first: int) -> Code | None:
    """[1] behind a word, a number or the end of a sentence."""
    before, digits = tokens[first - 1], tokens[first + 1].text
    cites = first > 0 and (before.kind in ("word", "number") or before.text in (".", ","))
    return Code(first, first + 3) if cites and digits.isdecimal() and len(digits) <= 2 else None


def _is_chinese(token: Token) -> bool:
    return "\u3040" <= token.text[0] <= "\u9fff"


def _digit_groups(tokens: Tokens, i: int) -> int:
    """The token behind groups of digits such as those of a telephone number."""
    end = i + 1
    while end < len(tokens) and tokens[end].kind == "number" and end - i < 8:
        end += 1
    return end


def _end(tokens: Tokens, first: int) -> int:
    """The token behind those that are joined to one; a sign at the end is not part of it."""
    end = first + 1
    while end - first < _LONGEST and joined(tokens, end):
        is_inner = tokens[end].text in _WITHIN
        if tokens[end].kind == "symbol" and not (is_inner and joined(tokens, end + 1)):
            break
        end += 1
    return end
