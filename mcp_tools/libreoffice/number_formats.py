"""Number formats by name, as format codes of Calc."""

from __future__ import annotations

import re
from typing import Any

from mcp_tools.libreoffice.office import struct, uno
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_DECIMALS = 20
MAX_CODE = 255
"""The longest format code that an xlsx file can hold."""

_CURRENCIES = {
    "USD": "[$$-409]",
    "EUR": "[$€-2]",
    "GBP": "[$£-809]",
    "JPY": "[$¥-411]",
    "CNY": "[$¥-804]",
    "AUD": "[$$-C09]",
    "BRL": "[$R$-416] ",
    "CAD": "[$$-1009]",
    "CHF": "[$CHF-807] ",
    "CZK": "[$Kč-405] ",
    "DKK": "[$kr-406] ",
    "HKD": "[$HK$-C04]",
    "HUF": "[$Ft-40E] ",
    "ILS": "[$₪-40D]",
    "INR": "[$₹-4009]",
    "KRW": "[$₩-412]",
    "MXN": "[$$-80A]",
    "NOK": "[$kr-414] ",
    "NZD": "[$$-1409]",
    "PLN": "[$zł-415] ",
    "RUB": "[$₽-419]",
    "SEK": "[$kr-41D] ",
    "SGD": "[$$-4809]",
    "THB": "[$฿-41E]",
    "TRY": "[$₺-41F]",
    "TWD": "[$NT$-404]",
    "UAH": "[$₴-422]",
    "VND": "[$₫-42A]",
    "ZAR": "[$R-1C09]",
}
"""Symbol and locale in a format code, by ISO 4217 code."""

_WITHOUT_CENTS = {"JPY", "KRW", "VND"}

_FIXED = {
    "general": "General",
    "date": "YYYY-MM-DD",
    "time": "HH:MM:SS",
    "datetime": "YYYY-MM-DD HH:MM:SS",
    "fraction": "# ?/?",
    "text": "@",
}
_DECIMAL = {
    "number": ("0", ""),
    "thousands": ("#,##0", ""),
    "percent": ("0", "%"),
    "percentage": ("0", "%"),
    "scientific": ("0", "E+00"),
}
_CURRENCY = re.compile(r"(?:currency\s*[:\s(]\s*)?([a-z]{3})\)?", re.IGNORECASE)
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.', re.DOTALL)
_BRACKETS = re.compile(
    r"\[(?:\$[^\[\]]*|(?:[<>]=?|<>|=)\s*-?\d+(?:\.\d+)?|black|blue|cyan|green|magenta|red|white|yellow|colou?r\s?\d+"
    r"|(?:dbnum|natnum)\d+|~\w+)\]",
    re.IGNORECASE,
)
_NOTHING = re.compile(r";{2,3}")
_ELAPSED = re.compile(r"\[(h{1,2}|m{1,2}|s{1,2})\]", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"general|am/pm|a/p|yyyy|yy|m{1,5}|d{1,4}|h{1,2}|s{1,2}|e[+-](?=[0#?])|n{1,4}|q{1,2}|ww", re.IGNORECASE
)
_PLACEHOLDERS = re.compile(r"[0#?@]")


def format_code(format_type: str, decimals: int | None) -> str:
    """The format code of a name ("percent"), a currency ("EUR", "currency EUR") or a code ("#,##0.0").

    Raises ToolError for what is neither, and for decimals where they have no meaning.
    """
    requested = format_type.strip()
    name = requested.lower()
    if name in _DECIMAL:
        before, after = _DECIMAL[name]
        return f"{before}{_fraction(2 if decimals is None else decimals)}{after}"
    if name in ("currency", "accounting"):
        requested = "USD"
    if (match := _CURRENCY.fullmatch(requested)) and match[1].upper() in _CURRENCIES:
        return _money(match[1].upper(), decimals, accounting=name == "accounting")
    if decimals is not None:
        raise ToolError(
            f"decimal_places has no meaning for {shorten(format_type)}: leave it out, or write the decimals in a "
            'code such as "#,##0.000". It goes with number, thousands, percent, scientific and currencies.'
        )
    if name in _FIXED:
        return _FIXED[name]
    if len(requested) > MAX_CODE:
        raise ToolError(
            f"{shorten(format_type)} is too long: a format code has at most {MAX_CODE} characters."
        )
    if _is_code(requested):
        return requested
    raise ToolError(
        f"{shorten(format_type)} is no number format. Give one of {', '.join([*_FIXED, *_DECIMAL])}, currency, "
        f"accounting; a currency code ({', '.join(_CURRENCIES)}); or a format code such as "
        '"#,##0.00", "DD/MM/YYYY" or "0.0 \\"kg\\"" (text in double quotes).'
    )


def format_key(book: Any, code: str) -> int:
    """The workbook's number of a format code (written as in English), added when it is new. Raises ToolError."""
    formats, own = book.getNumberFormats(), struct("com.sun.star.lang.Locale")
    if code.lower() == "general":
        return int(formats.getStandardIndex(own))
    english = struct("com.sun.star.lang.Locale", Language="en", Country="US")
    try:
        return int(formats.addNewConverted(code, english, own))
    except uno().getClass("com.sun.star.util.MalformedNumberFormatException") as error:
        raise ToolError(
            f'{shorten(code)} is no format code of Calc; write one such as "#,##0.00".'
        ) from error


def _is_code(text: str) -> bool:
    """Whether all letters are keywords or marked as text, and it shows the value or hides all values."""
    unquoted = _LITERAL.sub(" ", text)
    if '"' in unquoted or unquoted.endswith("\\") or not text.isprintable():
        return False
    shown = _BRACKETS.sub(" ", _ELAPSED.sub(r" \1 ", unquoted))
    if "[" in shown or "]" in shown:
        return False
    rest = _KEYWORDS.sub(" ", shown)
    if any(letter.isalpha() for letter in rest):
        return False
    return bool(_NOTHING.fullmatch(text) or _PLACEHOLDERS.search(shown) or _KEYWORDS.search(shown))


def _money(code: str, decimals: int | None, *, accounting: bool) -> str:
    if decimals is None:
        decimals = 0 if code in _WITHOUT_CENTS else 2
    amount = f"#,##0{_fraction(decimals)}"
    symbol = _CURRENCIES[code]
    if accounting:
        return f'_({symbol}* {amount}_);_({symbol}* ({amount});_({symbol}* "-"??_);_(@_)'
    return f"{symbol}{amount}"


def _fraction(decimals: int) -> str:
    return f".{'0' * decimals}" if decimals else ""
