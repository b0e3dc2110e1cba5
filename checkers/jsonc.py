"""JSON with comments and trailing commas, the format of VS Code's settings files."""

from __future__ import annotations

import json
import re
from typing import Any

from checkers.evidence import Unusable

_TOKEN = re.compile(
    r"""
    (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<comma>,(?=(?:\s|//[^\n]*(?:\n|$)|/\*(?:(?!\*/).)*\*/)*[}\]]))
    """,
    re.VERBOSE | re.DOTALL,
)


def parse(data: bytes) -> Any:
    """Parse JSON with comments in UTF-8; an empty text is an empty object.

    Raises Unusable with the place of the error.
    """
    try:
        text = data.decode("utf-8-sig")
        plain = _TOKEN.sub(_blanked, text)
        return json.loads(plain) if plain.strip() else {}
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Unusable("the file is JSON with comments", error) from error


def comments(data: bytes) -> list[str]:
    """List the texts of all comments, in order, without their marks. Raises Unusable if it is not UTF-8."""
    try:
        tokens = _TOKEN.finditer(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unusable("the file is UTF-8", error) from error
    return [match["comment"].strip("/* \t\r\n") for match in tokens if match["comment"]]


def _blanked(match: re.Match[str]) -> str:
    if match["string"]:
        return match["string"]
    return re.sub(r"[^\n]", " ", match[0])
