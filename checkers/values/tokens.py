"""The words, numbers and symbols of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["number", "word", "symbol", "line", "end"]

LOOKAHEAD = 24
"""How many tokens may be looked at behind the last one: each of them is an "end"."""

_TOKEN = re.compile(
    r"""
    (?P<number>
        [1-9]\d{0,2}(?:[ \u00a0]\d{3}(?!\d))+(?:[.,]\d+(?![.,]?\d))?
        | \d+(?:[.,']\d+)*
        | (?<![\d.])\.\d+
    )
    | (?P<word>[\u3040-\u30ff\u3400-\u9fff] | [^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:'[^\W\d_]+)*)
    | (?P<line>\n)
    | (?P<symbol>\S)
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A word, the digits of a number with their separators, a symbol, or the end of a line.

    Attributes:
        kind: Which of these it is.
        text: Its characters.
        low: The same in small letters, for comparison.
        start: Where it starts in the text.
        end: Where it ends.
        gap: Whether a space comes before it.
    """

    kind: Kind
    text: str
    low: str
    start: int
    end: int
    gap: bool


Tokens = Sequence[Token]


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text, and LOOKAHEAD tokens of the kind "end"; a Chinese character is a word."""
    tokens: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        kind: Kind = match.lastgroup  # type: ignore[assignment]
        tokens.append(
            Token(kind, match[0], match[0].casefold(), match.start(), match.end(), match.start() > end)
        )
        end = match.end()
    return tokens + [Token("end", "", "", len(text), len(text), True)] * LOOKAHEAD


def joined(tokens: Tokens, i: int) -> bool:
    """Test whether a token stands directly after the one before it, on the same line."""
    return (
        i > 0 and not tokens[i].gap and tokens[i].kind not in ("line", "end") and tokens[i - 1].kind != "line"
    )
