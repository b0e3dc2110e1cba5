"""Number formats in one spelling, and the dates that they show."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

GENERAL = "General"

_DATE = "m/d/yyyy"
_ACCOUNTING = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'
_BUILTIN = {
    **BUILTIN_FORMATS,
    **dict.fromkeys([14, *range(27, 37), *range(50, 59)], _DATE),
    22: f"{_DATE} h:mm",
    44: _ACCOUNTING,
    47: "mm:ss.0",
}
"""Formats by their numbers; those that follow the locale as in en-US, the guest's."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|(?P<space>[_*].)|(?P<bracket>\[[^\]]*\]?)'
    r"|(?P<general>General|Standard)|(?P<noon>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<bare>.)",
    re.IGNORECASE | re.DOTALL,
)
_PLACEHOLDERS = "0#?.,%@"
_NOT_BARE = f'{_PLACEHOLDERS}*_;"[]\\'
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].')
_FIRST_DAY = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}


def builtin_code(number: int) -> str:
    """Return the code of a built-in format."""
    return _BUILTIN.get(number, GENERAL)


def canonical_code(code: str) -> str:
    """Return a format's code in one spelling: `\\-`, `"-"` and `-` are the same, as are `[Red]` and `[RED]`."""
    parts, tokens, section = [], list(_TOKEN.finditer(code)), 0
    dates = _date_sections(tokens)
    for index, token in enumerate(tokens):
        kind, text = token.lastgroup, token[token.lastgroup or 0]
        following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
        if kind == "bare" and text == ";":
            section += 1
            parts.append(text)
        elif kind == "bare":
            parts.append(_bare(text, following, in_date=section in dates))
        elif kind in ("quoted", "escaped"):
            parts += map(_literal, text)
        elif kind == "bracket":
            parts.append(text if text.startswith("[$") else text.upper())
        else:
            parts.append(GENERAL if kind == "general" else text if kind == "space" else text.upper())
    return "".join(parts)


def _date_sections(tokens: list[re.Match[str]]) -> set[int]:
    sections, section = set(), 0
    for token in tokens:
        if token["bare"] == ";":
            section += 1
        elif token["bare"] and token["bare"] in "ymdhsYMDHS":
            sections.add(section)
    return sections


def _bare(text: str, following: str, *, in_date: bool) -> str:
    if text in ".," and in_date and following != "0":
        return _literal(text)
    if text in _PLACEHOLDERS:
        return text
    return text.lower() if text.isalpha() else _literal(text)


def _literal(character: str) -> str:
    return f"\\{character}" if character in _NOT_BARE or character.isalpha() else character


def date_kind(code: str) -> str:
    """Return "date" if a format shows a date, "time" if it shows a time alone, else ""."""
    if not is_date_format(code):
        return ""
    plain = _LITERAL.sub("", code.split(";")[0]).lower()
    return "date" if re.search("[yd]", plain) or ("m" in plain and not re.search("[hs]", plain)) else "time"


def date_text(serial: float, kind: str, from_1904: bool) -> str | None:
    """Return a date, a date with its time or a time in ISO 8601, to milliseconds; None if there is no such date."""
    milliseconds = round(serial * 86_400_000)
    if kind == "time":
        seconds, rest = divmod(abs(milliseconds), 1000)
        fraction = f".{rest:03}" if rest else ""
        sign = "-" if milliseconds < 0 else ""
        return f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"
    try:
        moment = _FIRST_DAY[from_1904] + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None
    return moment.date().isoformat() if milliseconds % 86_400_000 == 0 else moment.isoformat()
