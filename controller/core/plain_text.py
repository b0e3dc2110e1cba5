"""Strip control sequences from untrusted text before printing it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable

from rich.console import Console, ConsoleDimensions
from rich.segment import Segment

_SEQUENCES = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def plain_text(text: str) -> str:
    """The text without control sequences, C0 and C1 characters other than tab and line feed, and reordering marks."""
    return _REORDERING.sub("", _SEQUENCES.sub("", text))


class PlainConsole(Console):
    """A console that prints its own styles, but no control sequence of the texts it is given.

    COLUMNS=0 and LINES=0 mean that the size is unknown; rich would print nothing.
    """

    @property
    def size(self) -> ConsoleDimensions:
        """The number of columns and lines, both above 0."""
        width, height = super().size
        known = shutil.get_terminal_size()
        return ConsoleDimensions(width or known.columns, height or known.lines)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return super()._render_buffer(
            segment if segment.control else Segment(plain_text(segment.text), segment.style)
            for segment in buffer
        )
