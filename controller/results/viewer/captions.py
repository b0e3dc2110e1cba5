"""Texts in any script, drawn into a picture: measured, cut and wrapped by their width in pixels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from controller.results.fonts import drawable, main_file, runs_by_font

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_MORE = "…"
_LONG = 30
"""A word of more characters may be broken anywhere."""


@dataclass(frozen=True, slots=True)
class CaptionFont:
    """How a caption is written; `size` in pixels."""

    size: int
    bold: bool = False

    def draw(self, draw: ImageDraw, place: tuple[int, int], text: str, colour: str) -> None:
        """Draw one line of text, whose top left corner is at `place`."""
        left, top = float(place[0]), place[1]
        baseline = top + _font(main_file(bold=self.bold), self.size).getmetrics()[0]
        for part, file in runs_by_font(drawable(text), bold=self.bold):
            font = _font(file, self.size)
            draw.text((left, baseline), part, font=font, fill=colour, anchor="ls")
            left += font.getlength(part)

    def length(self, text: str) -> float:
        """Return the width of a line of text in pixels."""
        return sum(
            _font(file, self.size).getlength(part)
            for part, file in runs_by_font(drawable(text), bold=self.bold)
        )

    def fit(self, text: str, width: float) -> str:
        """Return what of a text fits in one line, with an ellipsis for the rest."""
        if self.length(text) <= width:
            return text
        while text and self.length(f"{text}{_MORE}") > width:
            text = text[: -max(1, len(text) // 20)]
        return f"{text}{_MORE}"

    def wrap(self, text: str, width: float, lines: int) -> list[str]:
        """Return at most `lines` lines of a text, with an ellipsis for the rest."""
        made: list[str] = []
        line = ""
        words = [*_words(text)]
        for place, word in enumerate(words):
            if self.length(f"{line}{word}".rstrip()) <= width:
                line += word
                continue
            if len(made) == lines - 1:
                rest = line + "".join(words[place:])
                return [*made, self.fit(rest.rstrip(), width)]
            if line:
                made.append(line.rstrip())
            line = word
        return [*made, line.rstrip()] if line.strip() else made


def _words(text: str) -> Iterator[str]:
    """Where a line may end: behind spaces and, in scripts without them, behind a character with its marks."""
    for word in re.findall(r"\S+\s*", text):
        if all(not _is_wide(letter) for letter in word) and len(word) <= _LONG:
            yield word
            continue
        part = ""
        for letter in word:
            if part and not letter.isspace() and not unicodedata.category(letter).startswith("M"):
                yield part
                part = ""
            part += letter
        yield part


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


@cache
def _font(file: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(file, size)
