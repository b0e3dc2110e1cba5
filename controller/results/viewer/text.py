"""Texts of records made safe for pages: they come from models, guests and task files, and may be hostile."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import escape

_SUSPECT = re.compile(r"[^\n\t\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u058f\u2010-\u2027\u3000-\ud7ff]")
"""Most text has none of these and is passed on unchanged."""
_SPACE = re.compile(r"\s+")
_JOINERS = frozenset("\u200c\u200d")
"""Invisible, but needed in some scripts and emoji."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text with a sign in place of characters that are invisible or change the writing direction.

    That is its number (⟨U+202E⟩), also of control characters and of lone surrogates, which UTF-8 cannot hold.
    Line breaks are "\\n"; tabs stay. Not escaped.
    """
    return _SUSPECT.sub(lambda match: _sign(match[0]), text.replace("\r\n", "\n"))


def escape_text(text: str) -> str:
    """Text for a page: `visible`, and escaped for content and quoted attributes."""
    return escape(visible(text))


def one_line(text: str, longest: int = 0) -> str:
    """`visible` on one line, shortened with an ellipsis beyond `longest` characters. Not escaped.

    Spaces at its ends stay: texts stand between elements.
    """
    # The rest of a huge text cannot show, so it is not searched.
    start = text[: longest * 8] if longest else text
    line = _SPACE.sub(" ", visible(start))
    cut = longest and (len(line) > longest or len(start) < len(text))
    return line[: longest - 1].rstrip() + "…" if cut else line


@cache
def _sign(letter: str) -> str:
    hidden = unicodedata.category(letter) in _HIDDEN and letter not in _JOINERS
    return f"⟨U+{ord(letter):04X}⟩" if hidden else letter
