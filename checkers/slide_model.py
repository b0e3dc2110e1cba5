"""The model of presentations of all file types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checkers.document_model import Paragraph
from checkers.evidence import Unusable

BoxKind = Literal["title", "text", "picture", "table", "chart", "media", "other"]


@dataclass(frozen=True, slots=True)
class Box:
    """A shape of a slide; position and size in centimetres from the slide's top left corner."""

    kind: BoxKind
    paragraphs: tuple[Paragraph, ...] = ()
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    fill: int | None = None

    @property
    def text(self) -> str:
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide; `background` is its own fill colour as 0xRRGGBB, None when it has none of its own."""

    boxes: tuple[Box, ...]
    notes: str = ""
    background: int | None = None
    background_picture: bool = False
    hidden: bool = False

    @property
    def title(self) -> str:
        return next((box.text.strip() for box in self.boxes if box.kind == "title"), "")

    @property
    def texts(self) -> list[str]:
        """The text of every box that holds some, from back to front."""
        return [box.text.strip() for box in self.boxes if box.text.strip()]

    def box(self, text: str) -> Box:
        """The first box that contains this text. Raises Unusable."""
        for box in self.boxes:
            if text in box.text:
                return box
        raise Unusable(f'a box of the slide contains "{text}"', self.texts)


@dataclass(frozen=True, slots=True)
class Presentation:
    """A presentation; slide size in centimetres."""

    slides: tuple[Slide, ...]
    width: float = 0.0
    height: float = 0.0

    @property
    def titles(self) -> list[str]:
        return [slide.title for slide in self.slides]

    def slide(self, number: int) -> Slide:
        """The slide of this number, counted from 1. Raises Unusable."""
        if not 1 <= number <= len(self.slides):
            raise Unusable(f"there is a slide {number}", f"{len(self.slides)} slides")
        return self.slides[number - 1]
