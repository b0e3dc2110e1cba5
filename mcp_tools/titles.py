"""Names that applications show, such as titles of pages and media, bounded for an answer."""

from __future__ import annotations

import re

TITLE_CHARACTERS = 200
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ADDRESS_CHARACTERS = 1_000


def short_title(text: str) -> str:
    """A title as an answer has it; what is cut off is marked with `…`."""
    return _cut(text, TITLE_CHARACTERS)


def short_address(text: str) -> str:
    """An address as an answer has it; what is cut off is marked with `…`."""
    return _cut(text, ADDRESS_CHARACTERS)


def plain_title(text: str) -> str:
    """A title without the marks of direction that browsers put around titles of right-to-left scripts."""
    return _DIRECTION.sub("", text)


def _cut(text: str, length: int) -> str:
    whole = text.encode("utf-8", "replace").decode()  # half a character would break the answer
    return whole if len(whole) <= length else f"{whole[: length - 1]}…"
