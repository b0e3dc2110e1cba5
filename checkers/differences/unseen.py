"""What a new file has without its reader seeing it, or on every page: nobody means it who does not say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkers.differences.compare import Change, full_text, join_place, places_of
from checkers.differences.tree import TreeNode

_TEXTS = frozenset(["comment", "header", "footer"])
_PARTS = frozenset(["hook", "tag", "stash"])
_ATTRIBUTES = re.compile(r"hidden|comment|protected|(?:\w+ )?(?:header|footer) (?:left|centre|right)")
_CONSIDERED_APART = frozenset(["style", "axis"])
"""Parts that are often hidden: a style says nothing yet of what is there, and charts may do without an axis."""


def unseen(node: TreeNode, place: str = "") -> Iterator[Change]:
    """Yield the hidden parts, comments, headers, footers and protections of an office file, a .git's hooks, tags."""
    formats = {name: value for span in node.spans for name, value in span.format.items()}
    for name, value in sorted({**formats, **node.attributes}.items()):
        if value and _ATTRIBUTES.fullmatch(name):
            yield Change(place, name, None, value)
    for child, inner in zip(node.children, places_of(node.children), strict=True):
        text = full_text(child).strip()
        if child.kind in _PARTS or (child.kind in _TEXTS and text):
            yield Change(join_place(place, inner), "added", None, text or None)
        elif child.kind not in _CONSIDERED_APART:
            yield from unseen(child, join_place(place, inner))
