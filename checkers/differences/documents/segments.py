"""The content of a paragraph of a docx document, between two breaks of the page or column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from checkers.differences.documents.characters import spans_of
from checkers.differences.documents.properties import Properties
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import Span, TreeNode, Value

Extra = Mapping[str, Value]
"""What is known of characters beside their format: their link, comment, tracked change."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters; `properties` are None for what has no format of its own."""

    text: str
    properties: Properties | None
    extra: Extra


@dataclass(slots=True)
class Segment:
    """A stretch of content.

    Attributes:
        break_before: The kind of the break that it begins with, if any.
        pieces: Its text.
        children: The notes and what stands in its lines.
        floating: What is anchored to it, with its layer.
        points: The comments and bookmarks that have no range: attribute, text, and the number of pieces before.
    """

    break_before: str | None = None
    pieces: list[Piece] = field(default_factory=list)
    children: list[TreeNode] = field(default_factory=list)
    floating: list[tuple[float, TreeNode]] = field(default_factory=list)
    points: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.pieces or self.children or self.floating)

    def with_points(self, other: Segment) -> Segment:
        """Return this segment with the points of an empty one before or after it."""
        return replace(self, points=[*self.points, *other.points])

    def without_end_spaces(self) -> Segment:
        """Return this segment without the spaces that end its text."""
        pieces = list(self.pieces)
        while pieces and pieces[-1].text != (text := pieces[-1].text.rstrip(" ")):
            last = pieces.pop()
            if text:
                pieces.append(replace(last, text=text))
        return replace(self, pieces=pieces)

    @property
    def objects(self) -> tuple[TreeNode, ...]:
        """What is in it: in order what stands in the text, then from back to front what does not."""
        front_to_back = sorted(self.floating, key=lambda layer: layer[0], reverse=True)
        return (*self.children, *(node for _, node in front_to_back[::-1]))

    @property
    def attributes(self) -> dict[str, Value]:
        """What belongs to the paragraph because there is no text that it could belong to."""
        if any(piece.text.strip() for piece in self.pieces):
            return {}
        attributes: dict[str, Value] = {}
        for name, text, _ in self.points:
            attributes[name] = joined(attributes.get(name), text)
        return attributes

    def spans(self, default: Properties, theme: Theme) -> tuple[Span, ...]:
        """Return the text with its formats; `default` are those of the paragraph's style."""
        spans: list[Span] = []
        for piece in self._with_points():
            properties = piece.properties if piece.properties is not None else default
            for span in spans_of(piece.text, properties, theme, piece.extra):
                if spans and spans[-1].format == span.format:
                    span = Span(spans.pop().text + span.text, span.format)
                spans.append(span)
            default = properties
        return tuple(spans)

    def _with_points(self) -> list[Piece]:
        """Return the pieces with each point as the range of the visible character before it, or else after it."""
        if not self.points:
            return self.pieces
        pieces = [replace(piece, text=character) for piece in self.pieces for character in piece.text]
        visible = [index for index, piece in enumerate(pieces) if not piece.text.isspace()]
        for name, text, count in self.points:
            position = sum(len(piece.text) for piece in self.pieces[:count])
            before = [index for index in visible if index < position]
            for index in before[-1:] or visible[:1]:
                piece = pieces[index]
                extra = {**piece.extra, name: joined(piece.extra.get(name), text)}
                pieces[index] = replace(piece, extra=extra)
        return pieces


def joined(before: Value, text: str) -> str:
    """Return a text with another one that holds in the same place."""
    return f"{before}\n{text}" if before is not None else text
