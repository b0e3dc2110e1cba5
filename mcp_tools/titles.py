"""Names that applications show, such as titles of pages and media, bounded for an answer."""

from __future__ import annotations

TITLE_CHARACTERS = 200
ADDRESS_CHARACTERS = 1_000


def short_title(text: str) -> str:
    """A title as an answer has it; what is cut off is marked with `…`."""
    return _cut(text, TITLE_CHARACTERS)


def short_address(text: str) -> str:
    """An address as an answer has it; what is cut off is marked with `…`."""
    return _cut(text, ADDRESS_CHARACTERS)


def _cut(text: str, length: int) -> str:
    whole = text.encode("utf-8", "replace").decode()  # half a character would break the answer
    return whole if len(whole) <= length else f"{whole[: length - 1]}…"
