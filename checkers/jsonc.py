"""JSON with comments and trailing commas, the format of VS Code's settings files."""

from __future__ import annotations

import json
import re
from typing import Any

from checkers.evidence import Unusable

_TOKEN = re.compile(
    r"""
    (?P<string>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?)
  | (?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<sign>[,\]}])
    """,
    re.VERBOSE | re.DOTALL,
)
"""Also takes what is not closed, as far as it could reach: looking for its end again from within takes hours."""


def parse(data: bytes) -> Any:
    """Parse JSON with comments in UTF-8; an empty text is an empty object.

    Raises Unusable with the place of the error.
    """
    try:
        plain = _without_additions(data.decode("utf-8-sig"))
        return json.loads(plain) if plain.strip() else {}
    except (ValueError, RecursionError) as error:
        raise Unusable("the file is JSON with comments", error) from error


def comments(data: bytes) -> list[str]:
    """List the texts of all comments, in order, without their marks. Raises Unusable if it is not UTF-8."""
    try:
        tokens = _TOKEN.finditer(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unusable("the file is UTF-8", error) from error
    return [match[0].strip("/* \t\r\n") for match in tokens if _is_comment(match)]


def _without_additions(text: str) -> str:
    """The text with spaces in place of comments and trailing commas, so that places in it stay the same."""
    pieces: list[str] = []
    end = 0
    comma: int | None = None  # the last one, as long as nothing but space and comments stands behind it
    for match in _TOKEN.finditer(text):
        between = text[end : match.start()]
        end = match.end()
        if between.strip():
            comma = None
        pieces.append(between)
        if _is_comment(match):
            pieces.append(re.sub(r"[^\n]", " ", match[0]))
            continue
        if comma is not None and match[0] in ("]", "}"):
            pieces[comma] = " "
        comma = len(pieces) if match[0] == "," else None
        pieces.append(match[0])
    return "".join([*pieces, text[end:]])


def _is_comment(match: re.Match[str]) -> bool:
    text = match["comment"]
    return text is not None and (text.startswith("//") or (len(text) >= 4 and text.endswith("*/")))
