"""Ways to write values, for tests with random ones."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date

Rendering = Callable[[float], str]

_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_ONES = _NUMBERS.split()
_TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
MONTHS = calendar.month_name[1:]
WEEKDAYS = calendar.day_name

SENTENCES = (
    "{}",
    "{}.",
    "It is {}.",
    "**{}**",
    "The answer is {}.",
    "Answer: {}",
    "- {}",
    "`{}`",
    "$\\boxed{{\\text{{{}}}}}$",
    "By item T461 and version 5.18.0, it is {}, as asked.",
    "Not 777 777 777, but {}.",
    "777 777 777? No: {}.",
    "| Result |\n|---|\n| {} |",
)
"""None of them has another number of any kind but what it denies or corrects."""


def in_words(number: int) -> str:
    """A whole number below a million million in English words."""
    for scale, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= scale:
            rest = number % scale
            joint = " and " if 0 < rest < 100 else " "
            return f"{in_words(number // scale)} {name}{joint + in_words(rest) if rest else ''}"
    if number < 20:
        return _ONES[number]
    return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def grouped(number: float, decimals: int, mark: str, point: str) -> str:
    text = f"{number:,.{decimals}f}"
    return text.replace(",", "#").replace(".", point).replace("#", mark)


WHOLE: tuple[Callable[[int], str], ...] = (
    str,
    lambda n: f"{n}.0",
    lambda n: grouped(n, 0, ",", "."),
    lambda n: grouped(n, 0, ".", ","),
    lambda n: grouped(n, 0, "'", "."),
    lambda n: grouped(n, 0, " ", ","),
    lambda n: grouped(n, 0, "\u00a0", ","),
    lambda n: grouped(n, 0, "\u2009", ","),
    lambda n: grouped(n, 0, "\u202f", ","),
    in_words,
    lambda n: in_words(n).capitalize(),
    lambda n: "".join(chr(0xFF10 + int(digit)) for digit in str(n)),
)

CENTS: tuple[Callable[[int], str], ...] = (
    lambda n: f"{n / 100:.2f}",
    lambda n: grouped(n / 100, 2, ",", "."),
    lambda n: grouped(n / 100, 2, ".", ","),
    lambda n: grouped(n / 100, 2, " ", ","),
    lambda n: grouped(n / 100, 2, "'", "."),
    lambda n: f"€{n / 100:.2f}",
    lambda n: f"€ {grouped(n / 100, 2, ',', '.')}",
    lambda n: f"EUR {grouped(n / 100, 2, '.', ',')}",
    lambda n: f"{n / 100:.2f} euros",
    lambda n: f"{grouped(n / 100, 2, '.', ',')} €",
    lambda n: f"{n // 100} euros and {n % 100} cents",
    lambda n: f"{n} cents",
)

SECONDS: tuple[Callable[[int], str], ...] = (
    lambda n: f"{n // 60}:{n % 60:02}",
    lambda n: f"{n // 3600}:{n // 60 % 60:02}:{n % 60:02}",
    lambda n: f"{n // 60}m{n % 60}s",
    lambda n: f"{n // 60} min {n % 60} s",
    lambda n: f"{n // 60} min. {n % 60} sec.",
    lambda n: f"{n // 60} minutes and {n % 60} seconds",
    lambda n: f"{in_words(n // 60)} minutes and {in_words(n % 60)} seconds",
    lambda n: f"{n // 60}'{n % 60:02}\"",
    lambda n: f"{n // 60}\u2032{n % 60:02}\u2033",
    lambda n: f"{n} seconds",
    lambda n: f"{n} s",
)

MINUTES_OF_DAY: tuple[Callable[[int], str], ...] = (
    lambda n: f"{n // 60}:{n % 60:02}",
    lambda n: f"{n // 60:02}:{n % 60:02}",
    lambda n: f"{n // 60:02}.{n % 60:02} h",
    lambda n: f"{n // 60} h {n % 60:02}",
    lambda n: f"{n // 60}:{n % 60:02} Uhr",
    lambda n: f"{(n // 60 - 1) % 12 + 1}:{n % 60:02} {'pm' if n >= 720 else 'am'}",
    lambda n: f"{(n // 60 - 1) % 12 + 1}.{n % 60:02} {'p.m.' if n >= 720 else 'a.m.'}",
    lambda n: f"{'下午' if n >= 720 else '上午'}{(n // 60 - 1) % 12 + 1}点{n % 60:02}分",
)


def _ordinal(n: int) -> str:
    return f"{n}{'th' if n // 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


DATES: tuple[Callable[[date], str], ...] = (
    lambda d: d.isoformat(),
    lambda d: f"{d.year}/{d.month:02}/{d.day:02}",
    lambda d: f"{d.day:02}/{d.month:02}/{d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d.day}.{d.month}.{d.year}",
    lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{MONTHS[d.month - 1]} {_ordinal(d.day)}, {d.year}",
    lambda d: f"the {_ordinal(d.day)} of {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{d.day} {MONTHS[d.month - 1][:3]} {d.year}",
    lambda d: f"{WEEKDAYS[d.weekday()]}, {d.day} {MONTHS[d.month - 1]}",
    lambda d: f"{WEEKDAYS[d.weekday()][:3]} {MONTHS[d.month - 1][:3]}. {d.day}",
    lambda d: f"{d.year}年{d.month}月{d.day}日",
)
