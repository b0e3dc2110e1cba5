"""Dates for git: git itself takes any text for a date, and one that is none as now."""

from __future__ import annotations

import re
from datetime import datetime

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

_MONTHS = ["january", "february", "march", "april", "may", "june"]
_MONTHS += ["july", "august", "september", "october", "november", "december"]
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def _names(words: list[str]) -> str:
    return "|".join(f"{word[:3]}(?:{word[3:]})?" if word[3:] else word for word in words)


_TIME = r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s*(?:am|pm)?"
_ZONE = r"(?:\s*(?:z|utc|gmt|[+-]\d\d:?\d\d))?"
_UNIT = r"(?:second|minute|hour|day|week|month|year)s?"
_COUNT = r"(?:\d{1,6}|a|an|one|two|three|four|five|six|seven|eight|nine|ten)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = rf"(?P<month>{_names(_MONTHS)})"
_RELATIVE = re.compile(
    rf"""(?:
        (?:now|today|yesterday|noon|midnight|never)
        | {_COUNT}[\s.]{_UNIT}(?:[\s.,]+{_COUNT}[\s.]{_UNIT})*[\s.]ago
        | last[\s.](?:{_UNIT}|{_names(_WEEKDAYS)})
        | (?:{_names(_WEEKDAYS)})
    )(?:[\s,]+(?:at\s+)?(?:{_TIME}{_ZONE}|noon|midnight|\d{{1,2}}\s?(?:am|pm)))?""",
    re.VERBOSE,
)
_NUMERIC = re.compile(rf"(?P<year>\d{{4}})([-/.])(?P<month>\d\d?)\2(?P<day>\d\d?)(?:[t\s]+{_TIME}{_ZONE})?")
_NAMED = [
    re.compile(rf"(?:(?:{_names(_WEEKDAYS)}),?\s+)?{order}(?:,?\s+{_TIME}{_ZONE})?{end}")
    for order, end in (
        (rf"{_MONTH}\.?\s+{_DAY},?\s+(?P<year>\d{{4}})", ""),
        (rf"{_DAY}\s+{_MONTH}\.?,?\s+(?P<year>\d{{4}})", ""),
        (rf"{_MONTH}\s+{_DAY}\s+{_TIME}\s+(?P<year>\d{{4}}){_ZONE}", ""),
    )
]
_SECONDS = re.compile(r"@?\d{9,10}")


def check_date(name: str, text: str) -> str:
    """A date that git understands as it is meant. Raises ToolError for any other text."""
    plain = " ".join(text.lower().split())
    if not (_RELATIVE.fullmatch(plain) or _SECONDS.fullmatch(plain) or _is_calendar_date(plain)):
        raise ToolError(
            f"{name} {shorten(text)} is no date; give one such as 2024-01-15, 2024-01-15T14:30:25, "
            "Jan 15 2024, yesterday or 2 weeks ago"
        )
    return plain if _RELATIVE.fullmatch(plain) else text.strip()


def _is_calendar_date(plain: str) -> bool:
    for form in (_NUMERIC, *_NAMED):
        if match := form.fullmatch(plain):
            month = match["month"]
            number = int(month) if month.isdigit() else _number_of(month)
            try:
                datetime(int(match["year"]), number, int(match["day"]))
            except ValueError:
                return False
            return True
    return False


def _number_of(month: str) -> int:
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(month[:3]))
