"""How page numbers look, as people write it: "1", "Page 1 of N", "- i -", "第1页/共N页"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from mcp_tools.libreoffice.writer_text import writable_text
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

Kind = Literal["text", "page", "count"]

NUMBERINGS = {"A": 0, "a": 1, "I": 2, "i": 3, "1": 4}
"""Values of com.sun.star.style.NumberingType."""

MAX_LENGTH = 200
"""Characters of a format: it is one line."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff"
    "\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
)
"""Scripts that set no space between a number and its words: Thai, Lao, Burmese, Korean, Khmer, Japanese, Chinese."""

_BEFORE, _AFTER = rf"(?<![^\W{_UNSPACED}])", rf"(?![^\W{_UNSPACED}])"
"""No letter or digit stands here, but for those of such scripts."""

_DIGITS = {
    "1": NUMBERINGS["1"],
    "\uff11": 13,
    "\u0661": 57,
    "\u06f1": 58,
    "\u0967": 59,
}
"""The digit one and the value of com.sun.star.style.NumberingType: full-width, Arabic, Persian, Devanagari."""

_WIDE = str.maketrans("\uff2e\uff4e\uff38\uff39\uff03", "NnXY#")

_TOKEN = re.compile(
    rf"\{{(?P<named>\w+)\}}|{_BEFORE}(?P<bare>[{''.join(_DIGITS)}#nNXY\uff2e\uff4e\uff38\uff39\uff03]){_AFTER}"
)
_LETTER = re.compile(rf"{_BEFORE}(?:\{{)?([IiAa])(?:\}})?{_AFTER}")
_PAGE = {*_DIGITS, "#", "n", "X", "page", "number", "p"}
_COUNT = {"N", "Y", "total", "pages", "count", "total_pages"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a page number line: fixed text, the page's number or the count of pages."""

    kind: Kind
    text: str = ""
    numbering: int = NUMBERINGS["1"]


def parse_format(text: str) -> tuple[Piece, ...]:
    """The pieces of a format: 1, #, n, X or {page} is the page, N, Y or {total} the count.

    Digits of other scripts, such as the full-width one, give the numbers these digits. Raises ToolError.
    """
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
    digits = next(piece.numbering for piece in pieces if piece.kind == "page")
    if digits not in _DIGITS.values():
        return tuple(pieces)
    return tuple(replace(piece, numbering=digits) if piece.kind == "count" else piece for piece in pieces)


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
    word = word.translate(_WIDE)
    if word in _PAGE:
        return Piece("page", numbering=_DIGITS.get(word, NUMBERINGS["1"]))
    return Piece("count") if word in _COUNT else None
