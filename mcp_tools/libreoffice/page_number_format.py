"""How page numbers look, as people write it: "1", "Page 1 of N", "- i -"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from mcp_tools.libreoffice.writer_text import writable_text
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

Kind = Literal["text", "page", "count"]

NUMBERINGS = {"A": 0, "a": 1, "I": 2, "i": 3, "1": 4}
"""Values of com.sun.star.style.NumberingType."""

MAX_LENGTH = 200
"""Characters of a format: it is one line."""

_TOKEN = re.compile(r"\{(?P<named>\w+)\}|(?<!\w)(?P<bare>1|#|n|N|X|Y)(?!\w)")
_LETTER = re.compile(r"(?<!\w)(?:\{)?([IiAa])(?:\})?(?!\w)")
_PAGE = {"1", "#", "n", "X", "page", "number", "p"}
_COUNT = {"N", "Y", "total", "pages", "count", "total_pages"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a page number line: fixed text, the page's number or the count of pages."""

    kind: Kind
    text: str = ""
    numbering: int = NUMBERINGS["1"]


def parse_format(text: str) -> tuple[Piece, ...]:
    """The pieces of a format: 1, #, n, X or {page} is the page, N, Y or {total} the count. Raises ToolError."""
    if len(text) > MAX_LENGTH or "\n" in writable_text(text, "format"):
        raise ToolError(
            f"The format {shorten(text)} is no line of page numbers. Write at most {MAX_LENGTH} characters without "
            'line breaks, such as "Page 1 of N".'
        )
    pieces = list(_split(text, _TOKEN, _token))
    if not any(piece.kind == "page" for piece in pieces):
        pieces = list(_split(text, _LETTER, lambda match: Piece("page", numbering=NUMBERINGS[match[1]])))
    if sum(piece.kind == "page" for piece in pieces) != 1:
        raise ToolError(
            f"The format {shorten(text)} does not say once where the page number goes. "
            'Write 1 for it and N for the count of pages, such as "Page 1 of N".'
        )
    return tuple(pieces)


def _split(
    text: str, pattern: re.Pattern[str], piece_of: Callable[[re.Match[str]], Piece | None]
) -> Iterator[Piece]:
    end = 0
    for match in pattern.finditer(text):
        piece = piece_of(match)
        if piece is None:
            continue
        if match.start() > end:
            yield Piece("text", text[end : match.start()])
        yield piece
        end = match.end()
    if end < len(text):
        yield Piece("text", text[end:])


def _token(match: re.Match[str]) -> Piece | None:
    word = match["named"] or match["bare"]
    return Piece("page") if word in _PAGE else Piece("count") if word in _COUNT else None
