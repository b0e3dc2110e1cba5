"""Dates in a text, such as "Sunday, 3 May 2026", "May 3rd", 2026-05-03, 03/05/2026 and "13 or 20 March 2027"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from checkers.values.numerals import ORDINAL_SUFFIXES, read_numeral
from checkers.values.tokens import Tokens, joined
from checkers.values.units import find_units

_MONTHS = (
    "january jan januar jänner janvier enero ene",
    "february feb februar février fév febrero",
    "march mar märz mars marzo",
    "april apr avril avr abril abr",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet julio",
    "august aug août agosto ago",
    "september sep sept septembre septiembre",
    "october oct oktober okt octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez décembre déc diciembre dic",
)
_WEEKDAYS = (
    "monday mon montag lundi lunes",
    "tuesday tue tues dienstag mardi martes",
    "wednesday wed weds mittwoch mercredi miércoles",
    "thursday thu thur thurs donnerstag jeudi jueves",
    "friday fri freitag vendredi viernes",
    "saturday sat samstag sonnabend samedi sábado",
    "sunday sun sonntag dimanche domingo",
)
_DIGITS = re.compile(r"(\d{1,4})\.(\d{1,2})\.(\d{2}|\d{4})?")
_GLUE = ("or", "and", "to", "-", "\u2013", ",", "/", "&", "until", "till", "und", "oder", "bis")
_MOST_DAYS = 8


class Day(NamedTuple):
    """A date, or a part of one; what it does not say is None."""

    year: int | None
    month: int
    day: int | None


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a text.

    Attributes:
        first: Its first token.
        after: The token behind it.
        readings: What it may mean: two days for 03/05/2026.
        weekday: The weekday that it says, 0 for Monday.
    """

    first: int
    after: int
    readings: tuple[Day, ...]
    weekday: int | None = None


def read_dates(tokens: Tokens, first: int) -> tuple[DateMention, ...]:
    """Return the dates that start with token `first`: several if they share a month, as in "3 or 10 May"."""
    weekday, start = _weekday_before(tokens, first)
    for reader in (_numeric, _chinese, _day_first, _month_first):
        found = list(reader(tokens, start))
        if found:
            behind, after = _weekday_behind(tokens, found[-1].after)
            last = found[-1]
            found[-1] = DateMention(
                last.first, after, last.readings, behind if behind is not None else last.weekday
            )
            head = found[0]
            found[0] = DateMention(
                first, head.after, head.readings, weekday if weekday is not None else head.weekday
            )
            return tuple(found)
    return ()


def read_compact(text: str) -> Day | None:
    """Return the date that eight digits such as 20260503 mean, if they mean one; they may be any number as well."""
    if not re.fullmatch(r"(?:19|20)\d{6}", text):
        return None
    year, month, day = int(text[:4]), int(text[4:6]), int(text[6:])
    return Day(year, month, day) if _exists(year, month, day) else None


def _names(lines: tuple[str, ...], base: int) -> dict[str, int]:
    return {_plain(name): n for n, line in enumerate(lines, start=base) for name in line.split()}


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))


MONTHS = _names(_MONTHS, 1)
WEEKDAYS = _names(_WEEKDAYS, 0)


def _month(tokens: Tokens, i: int) -> int | None:
    return MONTHS.get(_plain(tokens[i].low)) if tokens[i].kind == "word" else None


def _after_name(tokens: Tokens, i: int) -> int:
    """The token behind a name that may be an abbreviation with a point."""
    return i + 1 + (tokens[i + 1].text == "." and joined(tokens, i + 1) and len(tokens[i].text) <= 5)


def _weekday_before(tokens: Tokens, i: int) -> tuple[int | None, int]:
    weekday = WEEKDAYS.get(_plain(tokens[i].low)) if tokens[i].kind == "word" else None
    if weekday is None:
        return None, i
    after = _after_name(tokens, i)
    after += tokens[after].text == ","
    after += tokens[after].low in ("the", "der", "den", "le", "el")
    return weekday, after


def _weekday_behind(tokens: Tokens, i: int) -> tuple[int | None, int]:
    """The weekday of "3 May 2026 (a Sunday)" and "3 May, Sunday"."""
    opens = tokens[i].text in ("(", ",")
    j = i + opens
    j += tokens[j].low in ("a", "on")
    weekday = WEEKDAYS.get(_plain(tokens[j].low)) if tokens[j].kind == "word" else None
    if weekday is None or not opens:
        return None, i
    closes = tokens[i].text == "("
    if closes and tokens[j + 1].text != ")":
        return None, i
    return weekday, j + 1 + closes


def _numeric(tokens: Tokens, i: int) -> Iterator[DateMention]:
    """2026-05-03, 2026/05/03, 03/05/2026, 3.5.2026, 3-May-2026."""
    token = tokens[i]
    if token.kind != "number":
        return
    points = _DIGITS.fullmatch(token.text)
    if points and points[3]:
        yield from _mention(i, i + 1, [points[1], points[2], points[3]])
    elif tokens[i + 1].text in ("-", "/", "\u2013") and tokens[i + 3].text == tokens[i + 1].text:
        if not all(joined(tokens, i + n) for n in range(1, 5)) or tokens[i + 5].text == tokens[i + 1].text:
            return
        month = _month(tokens, i + 2)
        texts = [token.text, str(month) if month else tokens[i + 2].text, tokens[i + 4].text]
        if all(text.isdecimal() and len(text) <= 4 for text in texts):
            yield from _mention(i, i + 5, texts, month_known=month is not None)


def _mention(first: int, after: int, texts: list[str], *, month_known: bool = False) -> Iterator[DateMention]:
    a, b, c = map(int, texts)
    orders = [(a, b, c)] if len(texts[0]) == 4 else [(_full_year(texts[2]), b, a)]
    if len(texts[0]) != 4 and not month_known:
        orders.append((_full_year(texts[2]), a, b))
    readings = tuple(dict.fromkeys(Day(*order) for order in orders if _exists(*order)))
    if readings:
        yield DateMention(first, after, readings)


def _full_year(text: str) -> int:
    return int(text) + (2000 if len(text) <= 2 else 0)


def _exists(year: int | None, month: int, day: int) -> bool:
    try:
        date(year or 2000, month, day)
    except ValueError:
        return False
    return True


def _chinese(tokens: Tokens, i: int) -> Iterator[DateMention]:
    """2026年5月3日, 5月3日."""
    numbers: dict[str, int] = {}
    for mark in ("年", "月", "日"):
        digits = tokens[i].kind == "number" and tokens[i].text.isdecimal() and len(tokens[i].text) <= 4
        if digits and (tokens[i + 1].text == mark or (mark == "日" and tokens[i + 1].text in ("号", "號"))):
            numbers[mark] = int(tokens[i].text)
            i += 2
    if "月" in numbers and "日" in numbers and _exists(numbers.get("年"), numbers["月"], numbers["日"]):
        first = i - 2 * len(numbers)
        yield DateMention(first, i, (Day(numbers.get("年"), numbers["月"], numbers["日"]),))


def _day_first(tokens: Tokens, i: int) -> Iterator[DateMention]:
    """3 May 2026, 3rd of May, the third of May; 3, 10 or 17 May."""
    days: list[tuple[int, int, int]] = []
    while len(days) < _MOST_DAYS:
        found = _day(tokens, i)
        if found is None:
            return
        day, after = found
        days.append((i, after, day))
        i = after
        i += tokens[i].low in ("of", "de", "d")
        month = _month(tokens, i)
        if month is not None:
            break
        i = after
        if tokens[i].low not in _GLUE:
            return
        i += 1 + (tokens[i].text == "," and tokens[i + 1].low in ("or", "and"))
    else:
        return
    year, after = _year(tokens, _after_name(tokens, i))
    if year is None and tokens[i].text == "may":  # the verb
        return
    yield from _days(days, after, year, month)


def _month_first(tokens: Tokens, i: int) -> Iterator[DateMention]:
    """May 3rd, 2026; March 13 or 20, 2027; May 2026."""
    month = _month(tokens, i)
    if month is None:
        return
    start, j = i, _after_name(tokens, i)
    j += tokens[j].low == "the"
    days: list[tuple[int, int, int]] = []
    found = _day(tokens, j)
    while found is not None and len(days) < _MOST_DAYS:
        day, after = found
        days.append((start, after, day))
        start = j = after
        if tokens[j].low not in _GLUE:
            break
        start = j + 1 + (tokens[j].text == "," and tokens[j + 1].low in ("or", "and"))
        found = _day(tokens, start)
        if found is not None and find_units(tokens, found[1])[0]:  # "December 3rd, 7 degrees"
            break
    year, after = _year(tokens, days[-1][1] if days else j)
    if year is None and tokens[i].text == "may":
        return
    if days:
        yield from _days(days, after, year, month)
    elif year is not None:
        yield DateMention(i, after, (Day(year, month, None),))


def _days(
    days: list[tuple[int, int, int]], after: int, year: int | None, month: int
) -> Iterator[DateMention]:
    for n, (first, end, day) in enumerate(days, start=1):
        if _exists(year, month, day):
            yield DateMention(first, after if n == len(days) else end, (Day(year, month, day),))


def _day(tokens: Tokens, i: int) -> tuple[int, int] | None:
    """The day of the month at token i, and the token behind it."""
    text = tokens[i].text
    if tokens[i].kind == "number":
        if not text.isdecimal() or len(text) > 2 or int(text) not in range(1, 32):
            return None
        ends = joined(tokens, i + 1) and tokens[i + 1].low in (*ORDINAL_SUFFIXES, ".")
        return int(text), i + 1 + ends
    number = read_numeral(tokens, i)
    is_day = number is not None and number.ordinal and number.values[0] in range(1, 32)
    return (int(number.values[0]), number.after) if number is not None and is_day else None


def _year(tokens: Tokens, i: int) -> tuple[int | None, int]:
    """The year at token i, behind a comma or "of", and the token behind it."""
    j = i + (tokens[i].text == "," or tokens[i].low in ("of", "de"))
    short = tokens[j].text == "'" and joined(tokens, j + 1)
    digits = tokens[j + short]
    if not digits.text.isdecimal() or len(digits.text) != (2 if short else 4):
        return None, i
    year = _full_year(digits.text)
    return (year, j + short + 1) if 1000 <= year < 3000 else (None, i)
