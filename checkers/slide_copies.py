"""Copies of slides, compared to their originals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checkers.differences.apart import read_apart
from checkers.differences.compare import Change, compare
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable


def copy_changes(data: bytes, path: str, original: int, copies: Sequence[int]) -> list[Change]:
    """Return what is different in the copies of a slide; boxes are compared by their order, for copies get other names.

    Args:
        data: The presentation: pptx or odp.
        path: Its path, for messages.
        original: The number of the slide, from 1.
        copies: The numbers of its copies. The places of the changes begin with them.

    Raises:
        Unusable: The presentation cannot be read, or has fewer slides.
    """
    slides = [_unnamed(node) for node in read_apart(path, data).children if node.kind == "slide"]
    if len(slides) < max(original, *copies):
        raise Unusable(f"{path} has {max(original, *copies)} slides", len(slides))
    return [
        change
        for number in copies
        for change in compare(slides[original - 1], slides[number - 1], f"slide {number}")
    ]


def _unnamed(slide: TreeNode) -> TreeNode:
    return replace(slide, children=tuple(replace(child, name="") for child in slide.children))
