"""Texts of records as a page may show them: they come from models, guests and task files, and may be hostile."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import escape

_SUSPECT = re.compile(r"[^\n\t\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u058f\u2010-\u2027\u3000-\ud7ff]")
"""Most text has none of these, so that it is passed on as it is."""
_SPACE = re.compile(r"\s+")
_JOINERS = frozenset("\u200c\u200d")
"""Invisible, but part of how words and emoji are written."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text with a sign in the place of what cannot be seen or would turn the direction of writing.

    Control characters become the picture of their name (U+241B for escape), others their number (⟨U+202E⟩).
    Line breaks are "\\n"; tabs stay. Lone surrogates, which UTF-8 cannot hold, are numbers too. Not escaped.
    """
    return _SUSPECT.sub(lambda found: _sign(found[0]), text.replace("\r\n", "\n"))


def shown(text: str) -> str:
    """Text for a page: `visible`, and escaped for content and quoted attributes."""
    return escape(visible(text))


def one_line(text: str, longest: int = 0) -> str:
    """`visible` on one line, shortened with an ellipsis beyond `longest` characters. Not escaped.

    Spaces at its ends stay: texts stand between elements.
    """
    # What follows cannot show in a text that is cut: so a huge one is not looked through.
    start = text[: longest * 8] if longest else text
    line = _SPACE.sub(" ", visible(start))
    cut = longest and (len(line) > longest or len(start) < len(text))
    return line[: longest - 1].rstrip() + "…" if cut else line


@cache
def _sign(letter: str) -> str:
    code = ord(letter)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if unicodedata.category(letter) in _HIDDEN and letter not in _JOINERS:
        return f"⟨U+{code:04X}⟩"
    return letter
