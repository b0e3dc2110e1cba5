"""Parts of longer texts, which tools take exactly as they are given."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated

from mcp_tools.personal.fields import LONGEST_TEXT, Text
from mcp_tools.personal.refused import Refused


@dataclass(frozen=True, slots=True)
class Exact(Text):
    """A text of lines, with the spaces around it."""

    lines: bool = True

    def check(self, value: object, name: str) -> str:
        Text.check(self, value, name)
        return unicodedata.normalize("NFC", str(value)).replace("\r\n", "\n")


Part = Annotated[str, Exact(longest=LONGEST_TEXT, shortest=1)]
NewPart = Annotated[str, Exact(longest=LONGEST_TEXT)]


def replace_once(text: str, old: str, new: str, place: str) -> str:
    """Return a text with a part of it replaced. Raises Refused if the part does not occur exactly once."""
    times = sum(text.startswith(old, index) for index in range(len(text)))
    if times != 1:
        raise Refused(f"old occurs {times} times in {place}; it must occur once")
    return text.replace(old, new)
