"""The model of text documents of all file types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checkers.evidence import Unusable

Alignment = Literal["left", "center", "right", "justify"]


@dataclass(frozen=True, slots=True)
class TextRun:
    """Characters of one format, styles resolved; `size` in points, `colour` 0xRRGGBB, None when nothing sets it."""

    text: str
    font: str = ""
    size: float | None = None
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, styles resolved; `line_spacing` is a multiple of single, None when fixed in points."""

    runs: tuple[TextRun, ...] = ()
    style: str = ""
    alignment: Alignment = "left"
    line_spacing: float | None = 1.0

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    def every(self, **expected: object) -> bool:
        """Whether all characters but white space have this format: `paragraph.every(bold=True, size=14)`."""
        visible = [run for run in self.runs if run.text.strip()]
        return bool(visible) and all(
            _agrees(getattr(run, name), value) for run in visible for name, value in expected.items()
        )


@dataclass(frozen=True, slots=True)
class Document:
    """A text document: the body's paragraphs (tables apart), its tables, headers and footers."""

    paragraphs: tuple[Paragraph, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    headers: tuple[str, ...] = ()
    footers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The body's paragraphs, one a line."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)

    @property
    def texts(self) -> list[str]:
        """The text of each paragraph that is not blank, without outer white space."""
        return [text for paragraph in self.paragraphs if (text := paragraph.text.strip())]

    def paragraph(self, text: str) -> Paragraph:
        """The first paragraph that contains this text. Raises Unusable."""
        for paragraph in self.paragraphs:
            if text in paragraph.text:
                return paragraph
        raise Unusable(f'a paragraph contains "{text}"', self.text)


def _agrees(actual: object, expected: object) -> bool:
    if isinstance(actual, float) and isinstance(expected, (int, float)):
        return abs(actual - expected) < 0.06
    if isinstance(actual, str) and isinstance(expected, str):
        return actual.lower() == expected.lower()
    return actual == expected
