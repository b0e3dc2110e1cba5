"""Bullets and numbers of paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.xml import children, find, get, local_name

_BULLETS = {"buNone", "buChar", "buAutoNum", "buBlip"}
_PRIVATE = 0xF000
"""From here on, LibreOffice writes the characters of fonts of symbols."""
_SYMBOL_FONTS = {"Symbol", "Wingdings", "Wingdings 2", "Wingdings 3", "Webdings"}
_SYMBOL_BULLET = "\xb7"
"""The code of a round bullet in the font Symbol."""


def read_bullet(chain: Sequence[Any]) -> Attributes:
    """Return the bullet or number of a paragraph; nothing if it has none.

    Args:
        chain: Its `a:pPr` and those that it inherits, nearest first; Nones are passed over.
    """
    bullet = next(_elements(chain, _BULLETS), None)
    match local_name(bullet) if bullet is not None else "buNone":
        case "buChar":
            return {"bullet": _read_character(get(bullet, "char"), _font(chain))}
        case "buAutoNum":
            start = get(bullet, "startAt", "1")
            return {
                "bullet": f"number {get(bullet, 'type')}",
                "first number": int(start) if start != "1" else None,
            }
        case "buBlip":
            return {"bullet": "picture"}
    return {}


def _elements(chain: Sequence[Any], names: set[str]) -> Iterator[Any]:
    return (child for one in chain for child in children(one) if local_name(child) in names)


def _font(chain: Sequence[Any]) -> str:
    return next((get(font, "typeface") for one in chain if (font := find(one, "a:buFont")) is not None), "")


def _read_character(character: str, font: str) -> str:
    """Return a bullet's character, with its font if that is one of symbols."""
    plain = "".join(
        chr(ord(one) - _PRIVATE) if _PRIVATE <= ord(one) < _PRIVATE + 256 else one for one in character
    )
    if font == "Symbol" and plain == _SYMBOL_BULLET:
        return "•"
    return f"{plain} ({font})" if font in _SYMBOL_FONTS else plain
