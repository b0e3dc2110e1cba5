"""What the digits of a number mean, with a decimal comma or point and with or without separators of thousands."""

from __future__ import annotations

import re

_GROUPED = {
    mark: re.compile(r"[1-9]\d{0,2}(?:M\d{3})+|[1-9]\d?(?:M\d\d)*M\d{3}".replace("M", re.escape(mark)))
    for mark in ",.'"
}
_MOST_DIGITS = 30


def read_digits(literal: str) -> tuple[float, ...]:
    """Return the possible values of a number in digits, the likeliest first; none if it is no number.

    "1.234" is 1.234 or 1234, "1,234.50" and "1.234,50" are 1234.5, "5.18.0" is no number.
    """
    if len(literal) > _MOST_DIGITS:
        return ()
    compact = literal.replace(" ", "").replace("\u00a0", "")
    if "'" in compact:
        whole, _, decimals = compact.replace(",", ".").partition(".")
        return _values(whole, "'", decimals)
    commas, points = compact.count(","), compact.count(".")
    if commas and points:
        decimal = max(",.", key=compact.rindex)
        whole, _, decimals = compact.rpartition(decimal)
        return _values(whole, "." if decimal == "," else ",", decimals)
    if commas + points > 1:
        return _values(compact, "," if commas else ".", "")
    if commas + points == 1:
        return _one_mark(compact, "," if commas else ".", grouped_by_spaces=compact != literal)
    return (float(compact),)


def _values(whole: str, mark: str, decimals: str) -> tuple[float, ...]:
    """The value of digits that `mark` groups, if it groups them by the rules."""
    if not whole.isdigit() and not _GROUPED[mark].fullmatch(whole):
        return ()
    digits = whole.replace(mark, "")
    return (float(f"{digits}.{decimals or 0}"),) if digits.isdigit() and (decimals or "0").isdigit() else ()


def _one_mark(literal: str, mark: str, *, grouped_by_spaces: bool) -> tuple[float, ...]:
    whole, _, rest = literal.partition(mark)
    decimal = float(f"{whole or 0}.{rest}")
    may_group = len(rest) == 3 and 1 <= len(whole) <= 3 and whole[0] != "0" and not grouped_by_spaces
    if not may_group:
        return (decimal,)
    grouped = float(whole + rest)
    return (grouped, decimal) if mark == "," else (decimal, grouped)
