"""The tree that everything of a state is read into: documents, mailboxes, repositories, settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Length:
    """A length; two that differ by rounding alone are equal (`same_value`)."""

    cm: float


Value = str | int | float | bool | Length | None
"""The value of an attribute. None is the same as an attribute that is missing."""

Attributes = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of a text that have one format."""

    text: str
    format: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A part of a state, such as a sheet, a cell, a paragraph, a message.

    Formats are effective ones, whatever sets them: a size that a style sets and one that is set on the characters are
    the same. What a program derives from other attributes, or sets anew when it opens and saves a file, is left out.

    Attributes:
        kind: What it is, in a word or two: "sheet", "cell", "paragraph".
        name: What identifies it among those of its kind beside it, such as "B3"; "" if only its place does. Nodes
            without a name are aligned by their texts.
        attributes: Its properties, by name: "hidden", "fill", "alignment".
        spans: Its text with the formats of its characters. Neighbours may have equal formats.
        children: What it consists of, in order.
        optional: Whether it being missing is the same as it being empty, as of a cell: a change of it names the
            attributes then, and never says "added" or "removed".
    """

    kind: str
    name: str = ""
    attributes: Attributes = field(default_factory=dict)
    spans: tuple[Span, ...] = ()
    children: tuple[TreeNode, ...] = ()
    optional: bool = False

    @property
    def text(self) -> str:
        """Its own text."""
        return "".join(span.text for span in self.spans)
