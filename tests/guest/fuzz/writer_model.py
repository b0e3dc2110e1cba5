"""Questions about a text document's state, and what follows from a change of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.guest.fuzz.promises import ABSENT, State

PREFIX: Final = "osworld_mcp_libreoffice_writer."
FIELDS: Final = ("text", "runs", "look", "style", "paragraph", "marks", "within")

Runs = list[list[Any]]


def body_size(state: State) -> int:
    """How many paragraphs env_info counts."""
    return listed(state["order/body"]).count("p")


def places(state: State, indices: Sequence[int] | None, *, everywhere: bool) -> list[str]:
    """Paths of paragraphs: of these indices, of all the body with its tables, or of all but shapes and comments."""
    if indices is not None:
        return [f"body/{index}" for index in sorted(set(indices))]
    kinds = ("body", "cell", "header", "note", "frame") if everywhere else ("body", "cell")
    return [
        path.removesuffix("/text")
        for path in state
        if path.endswith("/text") and path.partition("/")[0] in kinds
    ]


def indices_are_wrong(state: State, indices: Sequence[int] | None) -> bool:
    """Whether `paragraph_indices` names something that is no paragraph."""
    return indices is not None and (
        not indices or any(not 0 <= index < body_size(state) for index in indices)
    )


def is_protected(state: State, path: str) -> bool:
    """Whether a paragraph is in a protected section."""
    return any(
        state.get(section.replace(" ", "/", 1)) == "true"
        for section in listed(state[f"{path}/within"])
        if section.startswith("section ")
    )


def is_open(state: State, path: str) -> bool:
    """Whether what a change does to a paragraph is left open: changes are tracked in it, or are recorded."""
    return bool(state["record"]) or any(
        str(mark[1]).startswith("change") for mark in listed(state[f"{path}/marks"])
    )


def searched(state: State, path: str) -> tuple[str, list[int]]:
    """A paragraph's text as a search sees it, with a character for each note and frame, and their offsets in it."""
    text, offsets = str(state[f"{path}/text"]), []
    for mark in listed(state[f"{path}/marks"]):
        if mark[1] in ("note", "frame"):
            offset = mark[0] + len(offsets)
            text = f"{text[:offset]}\x7f{text[offset:]}"
            offsets.append(offset)
    return text, offsets


def matches(state: State, path: str, pattern: str) -> list[tuple[int, int]]:
    """Where a pattern matches in a paragraph."""
    text, anchors = searched(state, path)

    def without_anchors(position: int) -> int:
        return position - sum(anchor < position for anchor in anchors)

    return [
        (without_anchors(found.start()), without_anchors(found.end()))
        for found in re.finditer(pattern, text)
        if found.group()
    ]


def formatted(runs: Runs, spans: Iterable[tuple[int, int]], properties: Mapping[str, str]) -> Runs:
    """Runs with these properties in some spans."""
    per_character = list(spread(runs))
    for start, end in spans:
        for position in range(start, end):
            per_character[position] = {**per_character[position], **properties}
    return _gathered(per_character)


def replaced(text: str, runs: Runs, spans: Sequence[tuple[int, int]], new: Sequence[str]) -> tuple[str, Runs]:
    """A text and its runs after spans of it were replaced, each in the format of its first character.

    A span that already reads as the new text keeps its formats.
    """
    per_character = list(spread(runs))
    for (start, end), content in reversed(list(zip(spans, new, strict=True))):
        if text[start:end] == content:
            continue
        text = text[:start] + content + text[end:]
        per_character[start:end] = [per_character[start]] * len(content)
    return text, _gathered(per_character)


def shifted(state: State, first: int, after: int, added: int) -> dict[str, object]:
    """The body's paragraphs from `after` on, moved by `added`, as changes; those from `first` on are made new."""
    size = body_size(state)
    changes: dict[str, object] = {}
    for index in range(first, size + max(added, 0)):
        for name in FIELDS:
            source = f"body/{index - added}/{name}"
            moved = index - added >= after
            changes[f"body/{index}/{name}"] = state.get(source, ABSENT) if moved else ABSENT
    return changes


def runs_of(state: State, path: str) -> Runs:
    """The runs of a paragraph."""
    return [list(run) for run in listed(state[f"{path}/runs"])]


def spread(runs: Runs) -> Iterator[dict[str, str]]:
    """The properties of each character."""
    for length, properties in runs:
        for _ in range(length):
            yield dict(properties)


def _gathered(per_character: Iterable[dict[str, str]]) -> Runs:
    runs: Runs = []
    for properties in per_character:
        if runs and runs[-1][1] == properties:
            runs[-1][0] += 1
        else:
            runs.append([1, properties])
    return runs


def listed(value: object) -> list[Any]:
    """A value of a state that is a list."""
    assert isinstance(value, list)
    return value
