"""Strip control sequences from untrusted text before printing it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console
from rich.segment import Segment

_SEQUENCES = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def plain_text(text: str) -> str:
    """The text without control sequences, C0 and C1 characters other than tab and line feed, and reordering marks."""
    return _REORDERING.sub("", _SEQUENCES.sub("", text))


class PlainConsole(Console):
    """A console that prints its own styles, but no control sequence of the texts it is given."""

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return super()._render_buffer(
            segment if segment.control else Segment(plain_text(segment.text), segment.style)
            for segment in buffer
        )
