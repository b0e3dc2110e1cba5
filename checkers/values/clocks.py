"""Times on a clock in a text, such as 16:05, "4.05 pm", "five past four" and "noon"; 4:13 may be a duration, too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from checkers.values.numerals import read_numeral
from checkers.values.tokens import Tokens, joined
from checkers.values.units import find_units
from checkers.values.words import is_noun, word_set

Half = Literal["am", "pm"]
Suffix = Literal["", "clock", "hours", "minutes"]

_HALVES: dict[str, Half] = {"am": "am", "pm": "pm", "a": "am", "p": "pm"}
_CHINESE_HALVES: dict[str, Half] = {"上午": "am", "早上": "am", "凌晨": "am", "下午": "pm", "晚上": "pm"}
_DAY_TIMES: dict[str, Half] = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm"}
_SUFFIXES: dict[str, Suffix] = {
    **dict.fromkeys(("uhr", "o'clock", "oclock"), "clock"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "std", "stunden"), "hours"),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "minuten", "mm"), "minutes"),
}
_PAST = ("past", "after")
_TO = ("to", "before", "til", "till")
_NAMES = {"noon": 12, "midday": 12, "midnight": 0}
_BEHIND_HOURS = frozenset({*_HALVES, "uhr", "o'clock", "oclock"})
_BEFORE_TIMES = word_set("at from until till by since before after")
"""A time behind one of these is a time of day, or a place in a recording."""
START_WORDS = frozenset(
    {
        *_NAMES,
        *word_set("a quarter half one two three four five six seven eight nine ten eleven twelve thirteen"),
        *word_set("fourteen fifteen sixteen seventeen eighteen nineteen twenty"),
        *(name[0] for name in _CHINESE_HALVES),
    }
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time on a clock in a text.

    Attributes:
        first: Its first token.
        after: The token behind it.
        hour: The first number: hours, or the minutes of a duration.
        minute: The second number.
        second: The third one, if there is one.
        half: Which half of the day it says, if it says one.
        suffix: What kind of unit follows.
        in_words: It is put as people say it, on a clock with twelve hours.
        label: The word or sign in front of it, in small letters.
    """

    first: int
    after: int
    hour: int
    minute: int
    second: float | None = None
    half: Half | None = None
    suffix: Suffix = ""
    in_words: bool = False
    label: str = ""

    def seconds(self) -> list[float]:
        """What it lasts if it is a duration; two values for 4:13, none for a time of day."""
        if self.half or self.in_words or self.suffix == "clock" or self.label in _BEFORE_TIMES:
            return []
        if self.second is not None:
            return [3600 * self.hour + 60 * self.minute + self.second]
        as_minutes = float(60 * self.hour + self.minute)
        as_hours = 60 * as_minutes
        return {"minutes": [as_minutes], "hours": [as_hours]}.get(self.suffix, [as_minutes, as_hours])


def read_clock(tokens: Tokens, first: int) -> Clock | None:
    """Return the time that starts with token `first`, or None."""
    signed = tokens[first].text in ("-", "\u2013") and joined(
        tokens, first + 1
    )  # as players show what is left
    if signed and joined(tokens, first):
        return None
    for reader in (_with_colon, _chinese, _in_words, _hour):
        found = reader(tokens, first + signed)
        if found is not None:
            return replace(found, first=first, label=tokens[first - 1].low if first else "")
    return None


def _with_colon(tokens: Tokens, i: int) -> Clock | None:
    """16:05, 16:05:30 or 4:05 pm."""
    if not (_is_digits(tokens, i, 4) and _is_colon(tokens, i + 1) and _is_digits(tokens, i + 2, 2)):
        return None
    hour, minute, after, second = int(tokens[i].text), int(tokens[i + 2].text), i + 3, None
    if len(tokens[i + 2].text) != 2 or minute > 59:
        return None
    if _is_colon(tokens, after) and tokens[after + 1].kind == "number" and joined(tokens, after + 1):
        text = tokens[after + 1].text.replace(",", ".")
        if len(text.partition(".")[0]) != 2 or text.count(".") > 1 or float(text) >= 60:
            return None
        second, after = float(text), after + 2
    return _completed(tokens, Clock(i, after, hour, minute, second))


def _chinese(tokens: Tokens, i: int) -> Clock | None:
    """下午4点05分, 16时05分, 4点半, 下午4:05."""
    half = _CHINESE_HALVES.get(tokens[i].text + tokens[i + 1].text)
    j = i + 2 if half else i
    if half:
        found = _with_colon(tokens, j)
        if found is not None:
            return replace(found, first=i, half=half)
    if not _is_digits(tokens, j, 2) or tokens[j + 1].text not in ("点", "點", "时", "時"):
        return None
    hour, minute, after = int(tokens[j].text), 0, j + 2
    if tokens[after].text == "半":
        minute, after = 30, after + 1
    elif _is_digits(tokens, after, 2) and tokens[after + 1].text == "分":
        minute, after = int(tokens[after].text), after + 2
    return Clock(i, after, hour, minute, half=half, suffix="clock") if hour <= 24 and minute < 60 else None


def _in_words(tokens: Tokens, i: int) -> Clock | None:
    """Five past four, quarter to 5, half past four; noon; four o'clock; four thirty pm."""
    if tokens[i].low in _NAMES:
        return Clock(i, i + 1, _NAMES[tokens[i].low], 0, suffix="clock")
    start = i + 1 if tokens[i].low == "a" and tokens[i + 1].low == "quarter" else i
    if tokens[start].low in ("quarter", "half"):
        minutes, after = (15 if tokens[start].low == "quarter" else 30), start + 1
    else:
        number = read_numeral(tokens, i)
        whole = number is not None and not number.ordinal and number.values[0].is_integer()
        if number is None or not whole or not 0 < number.values[0] < 60:
            return None
        minutes, after = int(number.values[0]), number.after
        if tokens[after].low in ("minutes", "minute"):
            after += 1
        elif number.in_words and minutes <= 24 and tokens[i].low not in ("a", "an"):
            found = _hour_and_minute(tokens, i, minutes, after)
            if found is not None:
                return found
    return _past_or_to(tokens, i, minutes, after)


def _past_or_to(tokens: Tokens, i: int, minutes: int, behind: int) -> Clock | None:
    word = tokens[behind].low
    if word not in _PAST and (word not in _TO or tokens[i].low == "half"):
        return None
    named = tokens[behind + 1].low in _NAMES
    if named:
        hour, after = _NAMES[tokens[behind + 1].low] or 24, behind + 2
    else:
        number = read_numeral(tokens, behind + 1)
        if number is None or number.ordinal or number.needs_unit or number.values[0] not in range(1, 13):
            return None
        hour, after = int(number.values[0]), number.after
    total = 60 * hour + (minutes if word in _PAST else -minutes)
    clock = Clock(i, after, total // 60 % 24, total % 60, in_words=not named, suffix="clock")
    found = _completed(tokens, clock)
    is_plain = not named and found.half is None and found.after == after
    is_range = word == "to" and (tokens[i].kind == "number" or _counts(tokens, after))
    return None if is_plain and (is_range or word not in ("past", "to")) else found


def _counts(tokens: Tokens, i: int) -> bool:
    """Whether a number before token i counts something or has a unit."""
    return is_noun(tokens[i]) or tokens[i].text == "-" or any(unit.usual for unit in find_units(tokens, i)[0])


def _hour_and_minute(tokens: Tokens, i: int, hour: int, after: int) -> Clock | None:
    """Four thirty, sixteen oh five, four o'clock."""
    if tokens[after].low in ("o'clock", "oclock"):
        return _completed(tokens, Clock(i, after, hour, 0, in_words=hour <= 12))
    zero = tokens[after].low in ("oh", "o")
    number = read_numeral(tokens, after + zero)
    if number is None or not number.in_words or number.ordinal or number.needs_unit:
        return None
    minute = number.values[0]
    if not (1 <= minute <= 9 if zero else minute in range(10, 60)) or hour == 0:
        return None
    if _counts(tokens, number.after) and tokens[number.after].low not in ("am", "pm", "a", "p"):
        return None
    found = Clock(i, number.after, hour, int(minute), in_words=hour <= 12, suffix="clock")
    return _completed(tokens, found)


def _hour(tokens: Tokens, i: int) -> Clock | None:
    """4 pm, 4.05 pm, 16 Uhr, 16.05 Uhr, 16 Uhr 05, four pm."""
    whole, _, minutes = tokens[i].text.partition(".")
    if tokens[i].kind == "number":
        if not whole.isdecimal() or len(whole) > 2 or (minutes and (len(minutes) != 2 or int(minutes) > 59)):
            return None
        hour, after = int(whole), i + 1
    else:
        number = read_numeral(tokens, i)
        if number is None or number.values[0] not in range(1, 13) or number.ordinal or number.needs_unit:
            return None
        hour, minutes, after = int(number.values[0]), "", number.after
    if tokens[after].low not in _BEHIND_HOURS:
        return None
    found = _completed(tokens, Clock(i, after, hour, int(minutes or 0)))
    if (found.half is None or found.after == after) and found.suffix != "clock":
        return None
    if found.suffix == "clock" and not minutes and _is_digits(tokens, found.after, 2):
        minute = int(tokens[found.after].text)
        if len(tokens[found.after].text) == 2 and minute < 60:
            found = replace(found, minute=minute, after=found.after + 1)
    return found if found.hour <= 24 else None


def _completed(tokens: Tokens, clock: Clock) -> Clock:
    """Add what stands behind a time: "pm", "o'clock", "hours", "in the afternoon"."""
    i, half, suffix = clock.after, clock.half, clock.suffix
    if tokens[i].low in _SUFFIXES:
        suffix = _SUFFIXES[tokens[i].low]
        clock = replace(
            clock, in_words=clock.in_words or (tokens[i].low.startswith("o") and clock.hour <= 12)
        )
        i += 1
    if tokens[i].low in ("am", "pm"):
        half, i = _HALVES[tokens[i].low], i + 1
    elif [tokens[i + n].low for n in range(3)] in (["a", ".", "m"], ["p", ".", "m"]):
        half, i = _HALVES[tokens[i].low], i + 3
        i += tokens[i].text == "." and joined(tokens, i)
    elif half is None:
        half = _day_time(tokens, i)
    return replace(clock, after=i, half=half, suffix=suffix)


def _day_time(tokens: Tokens, i: int) -> Half | None:
    lows = [tokens[i + n].low for n in range(3)]
    if lows[0] == "tonight" or lows[:2] == ["at", "night"]:
        return "pm"
    if lows[:2] == ["in", "the"] or lows[0] == "this":
        return _DAY_TIMES.get(lows[2] if lows[0] == "in" else lows[1])
    return None


def _is_colon(tokens: Tokens, i: int) -> bool:
    return tokens[i].text == ":" and joined(tokens, i)


def _is_digits(tokens: Tokens, i: int, most: int) -> bool:
    return tokens[i].kind == "number" and tokens[i].text.isdecimal() and len(tokens[i].text) <= most
