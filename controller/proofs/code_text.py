"""The code of a Python file without its prose: what a change of wording leaves as it is."""

from __future__ import annotations

import functools
import io
import tokenize
from itertools import pairwise

_BEFORE_STATEMENT = frozenset(
    (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
)


@functools.lru_cache(maxsize=4096)
def code_text(source: bytes) -> str:
    """Return a file's text without the lines of its docstrings and without its comments.

    It is the same text for each version of Python. Raises SyntaxError, or TokenError, when the file is no Python.
    """
    lines = source.decode().split("\n")
    prose: set[int] = set()
    tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
            if not lines[row - 1]:
                prose.add(row)
    tokens = [token for token in tokens if token.type != tokenize.COMMENT]
    for (before, token), (_, behind) in pairwise(pairwise(tokens)):
        if (
            token.type == tokenize.STRING
            and before.type in _BEFORE_STATEMENT
            and behind.type == tokenize.NEWLINE
        ):
            prose.update(range(token.start[0], token.end[0] + 1))
    return "\n".join(line for row, line in enumerate(lines, start=1) if row not in prose)
