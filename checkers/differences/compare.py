"""The differences of two trees, each with the place and the kind of property that differs."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import repeat

from checkers.differences.tree import Attributes, Length, Span, TreeNode, Value

SAME_CM = 0.03
"""Lengths that differ by less are the same: programs round to twips, to hundredths of a millimetre, to pixels."""
SAME_NUMBER = 1e-9
SIMILAR = 0.5
"""Nodes without a name whose texts are at least so similar are one node that was changed."""
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        place: Where, from the outermost part inwards, joined by "/": "sheet Sales/cell B3", "slide 2/shape Title".
            A part without a name has its number among those of its kind beside it, from 1; that before the change,
            unless it was added.
        what: The attribute that differs, or "text"; "added" or "removed" if a whole part was, "order" if it was moved
            among those beside it. A format of characters has its name, and `before` quotes the characters.
        before: The value before, None if there was none.
        after: The value after.
    """

    place: str
    what: str
    before: Value = None
    after: Value = None

    def __str__(self) -> str:
        if self.what in ("added", "removed", "order"):
            content = self.after if self.what == "added" else self.before
            shown = f": {_show(content)}" if content not in (None, "") else ""
            return f"{self.place}: {'moved' if self.what == 'order' else self.what}{shown}"
        return f"{self.place}: {self.what} was {_show(self.before)}, is {_show(self.after)}"


def compare(before: TreeNode, after: TreeNode, place: str = "") -> Iterator[Change]:
    """Yield the differences of two nodes that are the same part, before and after; `place` is that of the part."""
    yield from _attribute_changes(before.attributes, after.attributes, place)
    yield from _text_changes(before.spans, after.spans, place)
    yield from _child_changes(before.children, after.children, place)


def same_value(before: Value, after: Value) -> bool:
    """Test whether two values are the same: lengths within rounding, fractions within floating-point error."""
    if isinstance(before, Length) and isinstance(after, Length):
        return abs(before.cm - after.cm) <= SAME_CM
    if isinstance(before, bool) or isinstance(after, bool):
        return before is after
    if isinstance(before, int) and isinstance(after, int):
        return before == after
    if isinstance(before, int | float) and isinstance(after, int | float):
        return abs(before - after) <= SAME_NUMBER * max(1.0, abs(before), abs(after))
    return before == after


def _attribute_changes(before: Attributes, after: Attributes, place: str) -> Iterator[Change]:
    for name in sorted({*before, *after}):
        if not same_value(before.get(name), after.get(name)):
            yield Change(place, name, before.get(name), after.get(name))


def _text_changes(before: Sequence[Span], after: Sequence[Span], place: str) -> Iterator[Change]:
    """Yield changed passages, and formats that differ; the format of a new passage is compared to what it replaces."""
    old, new = "".join(span.text for span in before), "".join(span.text for span in after)
    old_formats, new_formats = _formats(before), _formats(after)
    for tag, start, end, new_start, new_end in _matched(old, new):
        models: Iterable[int | None] = range(start, end)
        if tag != "equal":
            yield Change(place, "text", old[start:end], new[new_start:new_end])
            models = repeat(_model_of(start, end, len(old)))
        pairs = zip(models, range(new_start, new_end), strict=False)
        yield from _format_changes(
            [(old_formats[one], new_formats[other], new[other]) for one, other in pairs if one is not None],
            place,
        )


def _matched(old: str, new: str) -> list[tuple[str, int, int, int, int]]:
    """Return how one text becomes the other, as `SequenceMatcher.get_opcodes` does, by whole words."""
    if old == new:
        return [("equal", 0, len(old), 0, len(new))] if old else []
    words, new_words = _words(old), _words(new)
    starts, new_starts = _starts(words), _starts(new_words)
    return [
        (tag, starts[a], starts[b], new_starts[c], new_starts[d])
        for tag, a, b, c, d in SequenceMatcher(None, words, new_words, autojunk=False).get_opcodes()
    ]


def _words(text: str) -> list[str]:
    words: list[str] = []
    for character in text:
        if words and character.isalnum() and words[-1][-1].isalnum():
            words[-1] += character
        else:
            words.append(character)
    return words


def _starts(words: Sequence[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts


def _formats(spans: Sequence[Span]) -> list[Attributes]:
    """Return the format of each character."""
    return [span.format for span in spans for _ in span.text]


def _model_of(start: int, end: int, length: int) -> int | None:
    """Return the character whose format a passage in place of `start` to `end` should have."""
    if start < end:
        return start
    return start - 1 if start else 0 if length else None


def _format_changes(pairs: Sequence[tuple[Attributes, Attributes, str]], place: str) -> Iterator[Change]:
    """Yield one change for each stretch of characters, other than white space, whose format differs in the same way."""
    stretches: dict[tuple[str, Value, Value], str] = {}
    for before, after, character in pairs:
        if before is after or character.isspace():
            continue
        for name in {*before, *after}:
            if not same_value(before.get(name), after.get(name)):
                key = (name, before.get(name), after.get(name))
                stretches[key] = stretches.get(key, "") + character
    for (name, old, new), characters in sorted(stretches.items(), key=lambda item: item[0][0]):
        yield Change(f"{place}/characters {characters[:20]!r}", name, old, new)


def _child_changes(before: Sequence[TreeNode], after: Sequence[TreeNode], place: str) -> Iterator[Change]:
    pairs = _pairs(before, after)
    old_names, new_names = places_of(before), places_of(after)
    old_of = {new: old for old, new in pairs}
    gone = {*range(len(before))} - {old for old, _ in pairs}
    for index in sorted(gone):
        yield from _removed(before[index], join_place(place, old_names[index]))
    for old, new in sorted(pairs):
        yield from compare(before[old], after[new], join_place(place, old_names[old]))
    for index, node in enumerate(after):
        if index not in old_of:
            yield from _added(node, join_place(place, new_names[index]))
    order = [old_of[index] for index in range(len(after)) if index in old_of]
    for index in sorted({*order} - {*_increasing(order)}):
        yield Change(join_place(place, old_names[index]), "order", _content(before[index]))


def _removed(node: TreeNode, place: str) -> Iterator[Change]:
    if node.optional:
        yield from compare(node, _empty(node), place)
    else:
        yield Change(place, "removed", _content(node))


def _added(node: TreeNode, place: str) -> Iterator[Change]:
    if node.optional:
        yield from compare(_empty(node), node, place)
    else:
        yield Change(place, "added", None, _content(node))


def _empty(node: TreeNode) -> TreeNode:
    return TreeNode(node.kind, node.name)


def _pairs(before: Sequence[TreeNode], after: Sequence[TreeNode]) -> list[tuple[int, int]]:
    """Return the indices of the nodes that are the same: by kind and name, or else by their texts in order."""
    old_keys, new_keys = _keys(before), _keys(after)
    new_index = {key: index for index, key in enumerate(new_keys) if key is not None}
    pairs = [
        (index, new_index[key]) for index, key in enumerate(old_keys) if key is not None and key in new_index
    ]
    old = [index for index, key in enumerate(old_keys) if key is None]
    new = [index for index, key in enumerate(new_keys) if key is None]
    return pairs + _pairs_by_text(before, after, old, new)


def _keys(nodes: Sequence[TreeNode]) -> list[tuple[str, str, int] | None]:
    """Return what identifies each named node; a name that occurs again has a number."""
    seen: Counter[tuple[str, str]] = Counter()
    keys: list[tuple[str, str, int] | None] = []
    for node in nodes:
        if not node.name:
            keys.append(None)
            continue
        keys.append((node.kind, node.name, seen[node.kind, node.name]))
        seen[node.kind, node.name] += 1
    return keys


def _pairs_by_text(
    before: Sequence[TreeNode], after: Sequence[TreeNode], old: Sequence[int], new: Sequence[int]
) -> list[tuple[int, int]]:
    old_texts = [(before[index].kind, full_text(before[index])) for index in old]
    new_texts = [(after[index].kind, full_text(after[index])) for index in new]
    first, last = _common_ends(old_texts, new_texts)
    pairs = [*zip(old[:first], new[:first], strict=True)]
    if last:
        pairs += zip(old[-last:], new[-last:], strict=True)
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    old_texts, new_texts = old_texts[first:][: len(old)], new_texts[first:][: len(new)]
    matcher = SequenceMatcher(None, old_texts, new_texts, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pairs += zip(old[a:b], new[c:d], strict=True)
        elif tag == "replace":
            pairs += [
                (old[a + one], new[c + other]) for one, other in _most_similar(old_texts[a:b], new_texts[c:d])
            ]
    return pairs


def _common_ends(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """Return how many items are the same at the beginning and, beside those, at the end."""
    most = min(len(old), len(new))
    first = next((index for index in range(most) if old[index] != new[index]), most)
    rest = most - first
    last = next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)
    return first, last


def _most_similar(
    old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of one kind in increasing order, in place where the numbers are equal, else of similar texts."""
    if [kind for kind, _ in old] == [kind for kind, _ in new]:
        yield from zip(range(len(old)), range(len(new)), strict=True)
        return
    first = 0
    for index, (kind, text) in enumerate(old):
        ratios = [
            (SequenceMatcher(None, text, other).ratio(), -position)
            for position, (other_kind, other) in enumerate(new)
            if position >= first and other_kind == kind
        ]
        if ratios and max(ratios)[0] >= SIMILAR:
            position = -max(ratios)[1]
            yield index, position
            first = position + 1


def full_text(node: TreeNode) -> str:
    """Return a node's text with those of all nodes in it."""
    return node.text + "".join(f"\n{full_text(child)}" for child in node.children)


def places_of(nodes: Sequence[TreeNode]) -> list[str]:
    """Return what each of several parts beside each other adds to the place, such as "cell B3" and "paragraph 2"."""
    seen: Counter[str] = Counter()
    places = []
    for node in nodes:
        seen[node.kind] += 1
        places.append(f"{node.kind} {node.name or seen[node.kind]}")
    return places


def join_place(place: str, inner: str) -> str:
    """Return the place of a part that is in another."""
    return f"{place}/{inner}" if place else inner


def _content(node: TreeNode) -> Value:
    text = full_text(node).strip()
    return text[:_SHOWN] if text else None


def _increasing(numbers: Sequence[int]) -> Iterator[int]:
    """Yield a longest increasing subsequence, from its end: what stayed in order."""
    tails: list[int] = []
    previous: dict[int, int | None] = {}
    for number in numbers:
        place = bisect_left(tails, number)
        previous[number] = tails[place - 1] if place else None
        tails[place : place + 1] = [number]
    last = tails[-1] if tails else None
    while last is not None:
        yield last
        last = previous[last]


def _show(value: Value) -> str:
    if isinstance(value, Length):
        return f"{value.cm:.2f} cm"
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    return "nothing" if value is None else str(value)
