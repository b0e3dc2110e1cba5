"""States of presentations: what the readers of .pptx and .odp files have in common."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.guest.fuzz.promises import State

LOOKS: Final = ("bold", "italic", "underline", "strike", "size", "font", "color", "rest")
"""Formats of characters; `rest` is all others."""


@dataclass
class Paragraph:
    """A paragraph: pieces of text with their looks, and the paragraph's own formats."""

    pieces: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    align: str = ""
    rest: str = ""
    """Its other formats, level and bullets among them."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)


def paragraph_state(place: str, lines: Sequence[Paragraph]) -> State:
    """A text's paragraphs; each format of characters is a list of [count, value], whatever the runs are."""
    state: State = {f"{place}/text": "\n".join(line.text for line in lines)}
    for number, line in enumerate(lines, start=1):
        at = f"{place}/line/{number}"
        if not any(other.text for other in lines):
            continue  # LibreOffice saves formats of an empty text or not, depending on whether it was shown
        state[f"{at}/align"] = line.align
        state[f"{at}/form"] = line.rest
        for look in LOOKS:
            state[f"{at}/{look}"] = _run_lengths([(text, looks.get(look, "")) for text, looks in line.pieces])
    return state


def cell_state(place: str, lines: Sequence[Paragraph]) -> State:
    """As `paragraph_state`, for a table's cell.

    The next change of the presentation, whatever it is, makes LibreOffice drop all empty paragraphs but one of a cell
    without text, and Undo does not bring them back.
    """
    return paragraph_state(place, lines if any(line.text for line in lines) else lines[:1])


def digest(data: bytes | str) -> str:
    """A short name for content that is only compared."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]


def _run_lengths(pieces: Sequence[tuple[str, str]]) -> list[list[object]]:
    runs: list[list[object]] = []
    for text, value in pieces:
        if runs and runs[-1][1] == value:
            runs[-1][0] = int(str(runs[-1][0])) + len(text)
        elif text:
            runs.append([len(text), value])
    return runs
