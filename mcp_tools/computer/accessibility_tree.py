"""Making a short list of what an application's accessibility tree holds: what can be seen, and says something."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

PLAIN = frozenset(
    {
        "application", "article", "block quote", "caption", "content deletion", "content insertion", "embedded",
        "filler", "footer", "form", "frame", "generic", "grouping", "header", "image", "info bar",
        "internal frame", "invalid", "label", "landmark", "layered pane", "list", "log", "mark", "menu bar",
        "notification", "option pane", "page tab list", "panel", "paragraph", "redundant object", "root pane",
        "scroll bar", "scroll pane", "section", "separator", "split pane", "static", "status bar", "subscript",
        "superscript", "table", "table row", "text container", "timer", "tool bar", "unknown", "viewport", "window",
    }
)  # fmt: skip
"""Roles that nobody clicks or types into: without a name or a text they say nothing."""
LABELS = frozenset({"label", "static", "text"})
ENTRIES = frozenset({"check menu item", "list item", "menu", "menu item", "radio menu item", "table cell"})
"""What popup windows hold without one element around it all."""
CLIPPING = frozenset({"scroll pane", "viewport"})
"""What is outside of these is scrolled out of sight, whatever it says of itself."""
POPUP_SHARE = 0.7
"""A box with this share of the union in common with a popup window is what that window shows."""

Box = tuple[int, int, int, int]
"""Left, top, width, height in pixels of the screen."""


@dataclass(slots=True)
class RawNode:
    """An element as its application tells it; `hint` is what it says of an element without a name."""

    role: str
    name: str
    text: str
    states: tuple[str, ...]
    box: Box
    children: list[RawNode] = field(default_factory=list)
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PrunedNode:
    """An element worth listing; its box is what of it is on the screen."""

    depth: int
    role: str
    name: str
    text: str
    states: tuple[str, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Layers:
    """What may lie over an element: boxes of popup windows and of windows, topmost first, `popups` of them."""

    screen: Box
    boxes: tuple[Box, ...]
    popups: int

    def covers(self, box: Box, layer: int) -> bool:
        """Whether something above the layer hides the box's centre."""
        x, y = box[0] + box[2] // 2, box[1] + box[3] // 2
        return any(_holds(over, x, y) for over in self.boxes[:layer])

    def popup_of(self, raw: RawNode) -> int | None:
        """The popup window that shows this element: it has its box, or holds it as an entry."""
        entry = raw.role in ENTRIES
        return next(
            (
                n
                for n, box in enumerate(self.boxes[: self.popups])
                if alike(box, raw.box) or (entry and common(box, raw.box) == raw.box)
            ),
            None,
        )


def prune(window: RawNode, layers: Layers, layer: int, characters: int) -> list[PrunedNode]:
    """The window and what can be seen in it, parents first; names and texts of at most so many characters."""
    box = common(window.box, layers.screen)
    if box is None:
        return []
    name = cut(window.name, characters)
    nodes = [PrunedNode(0, window.role, name, "", window.states, box)]
    for child in window.children:
        nodes += _Pruner(layers, characters).prune(child, 1, layer, layers.screen, name)
    return nodes


def cut(text: str, characters: int) -> str:
    """Text in one line, without icons from private code points, with an ellipsis where it was cut."""
    text = " ".join("".join(map(_plain, text[: 4 * characters])).split())
    return text if len(text) <= characters else text[: characters - 1] + "…"


def common(a: Box, b: Box) -> Box | None:
    """What two boxes have in common."""
    left, top = max(a[0], b[0]), max(a[1], b[1])
    right, bottom = min(a[0] + a[2], b[0] + b[2]), min(a[1] + a[3], b[1] + b[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def to_pixels(box: Box, scale: int) -> Box:
    """A box in units of `scale` pixels, in pixels."""
    left, top, width, height = (scale * side for side in box)
    return left, top, width, height


def unit_of(reported: Box, real: Box, scale: int) -> int:
    """Pixels of this desktop's scale per unit that an application reports, from its window's reported and real box.

    GTK and Qt report what they lay out, before it is scaled; others report pixels.
    """
    return min((1, scale), key=lambda unit: abs(unit * reported[2] - real[2]))


def alike(a: Box, b: Box) -> bool:
    """Whether two boxes are about the same."""
    shared = common(a, b)
    area = shared[2] * shared[3] if shared else 0
    return area > 0 and area >= POPUP_SHARE * (a[2] * a[3] + b[2] * b[3] - area)


@dataclass(frozen=True, slots=True)
class _Pruner:
    layers: Layers
    characters: int

    def prune(self, raw: RawNode, depth: int, layer: int, clip: Box, above: str) -> list[PrunedNode]:
        """What is worth listing of an element and its children; `above` is the name of what is around it."""
        if (popup := self.layers.popup_of(raw)) is not None and popup < layer:
            layer, clip = popup, self.layers.screen
        visible = common(raw.box, clip)
        if raw.role in CLIPPING:
            if visible is None:
                return []
            clip = visible
        name, text = self._name_and_text(raw)
        plain = raw.role in PLAIN
        informative = bool(text or (name and name != above)) if plain else True
        if visible is None or not informative or self.layers.covers(visible, layer):
            return self._children(raw, depth, layer, clip, above)
        own = PrunedNode(depth, raw.role, name, text, raw.states, visible)
        inner = self._children(raw, depth + 1, layer, clip, name, around=own)
        return _merge(own, inner) or [own, *inner]

    def _name_and_text(self, raw: RawNode) -> tuple[str, str]:
        """Name and text; what has neither is called by the words inside it, or by its hint."""
        name, text = cut(raw.name, self.characters), cut(raw.text, self.characters)
        if not name and not text:
            words = "" if raw.role in PLAIN else cut(" ".join(_labels(raw)), self.characters)
            name = words or cut(raw.hint, self.characters)
        return name, "" if text == name else text

    def _children(
        self, raw: RawNode, depth: int, layer: int, clip: Box, above: str, around: PrunedNode | None = None
    ) -> list[PrunedNode]:
        return [
            node
            for child in raw.children
            if around is None or not self._repeats(child, around)
            for node in self.prune(child, depth, layer, clip, above)
        ]

    def _repeats(self, child: RawNode, around: PrunedNode) -> bool:
        """Whether the child is but the words that the element around it is called by."""
        if not _is_label(child):
            return False
        words = cut(" ".join(_labels(child)), self.characters)
        return words == (around.name or around.text) or (around.role not in PLAIN and words in around.name)


def _merge(own: PrunedNode, inner: list[PrunedNode]) -> list[PrunedNode] | None:
    """One element in the place of two that are one thing: a button in a button, a button in a named box."""
    if not inner or any(node.depth <= inner[0].depth for node in inner[1:]):
        return None
    first = inner[0]
    twins = len(inner) == 1 and own.role == first.role and own.role not in PLAIN
    twins = twins and common(own.box, first.box) == first.box
    same = not own.text and (twins or (alike(own.box, first.box) and own.name in ("", first.name)))
    takes_name = own.role in PLAIN and not own.text and not first.name and first.role not in PLAIN
    if not (same or takes_name):
        return None
    lifted = [replace(node, depth=node.depth - 1) for node in inner]
    return [replace(lifted[0], name=first.name or own.name), *lifted[1:]]


def _is_label(raw: RawNode) -> bool:
    """Whether the element is but words, whatever boxes are around them."""
    return raw.role in PLAIN | LABELS and "editable" not in raw.states and all(map(_is_label, raw.children))


def _labels(raw: RawNode) -> Iterator[str]:
    """The words inside an element that has no name of its own, such as a button around a label."""
    if raw.name or raw.text:
        yield raw.name or raw.text
        return
    for child in raw.children:
        if child.role in PLAIN | LABELS:
            yield from _labels(child)


def _holds(box: Box, x: int, y: int) -> bool:
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    # U+FFFC stands for something embedded in a text, U+200E and the like for directions.
    return "" if category in ("Cf", "Co", "Cs", "Cn") or character == "\ufffc" else character
