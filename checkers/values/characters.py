"""One character for each of the many ways to type a digit, a space, a dash or a quotation mark."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

NARROW = "\u00a0"
"""Stands for every space that does not break a line, as between the groups of a number's digits."""
DASH = "\u2013"
"""Stands for all dashes that are neither hyphen nor minus."""

_SAME = {
    **dict.fromkeys("\u2010\u2011\u2212\u2043\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2012\u2013\u2014\u2015\u2e3a", DASH),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032\u00b4\u2039\u203a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d", '"'),
    "\u2044": "/",
    "\u2236": ":",
    "\u00ba": "\u00b0",
    "\u3002": ".",
    "\u3001": ",",
    "\u2028": "\n",
    "\u2029": "\n",
    "\u0085": "\n",
    "\t": " ",
    "\r": "\n",
}


def unify(text: str) -> str:
    """Return a text with ASCII digits and quotation marks, one kind of dash, and no invisible characters.

    Fractions such as \u00bd become " 1/2", superscripts such as \u00b2 become "^2".
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n")
    return "".join(map(_unified, lines))


@lru_cache(4096)
def _unified(character: str) -> str:
    if character in _SAME:
        return _SAME[character]
    if character.isascii():
        return character if character.isprintable() or character == "\n" else ""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(character)
    if category in ("Cf", "Cc", "Mn"):
        return ""
    if category == "Zs":
        return NARROW
    compatible = unicodedata.normalize("NFKC", character)
    if "\u2044" in compatible:
        return " " + compatible.replace("\u2044", "/")
    if unicodedata.decomposition(character).startswith("<super>"):
        return "^" + compatible
    return compatible
