"""Mutants of a document from rules: each rule lists its edits of an opened document, of which a few are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from controller.proofs.mutants.mutant import ContentMutant

MOST = 3
"""Mutants of one kind of a content."""
_SHOWN = 40

Item = TypeVar("Item")
Document = TypeVar("Document")


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of an opened document at one place; `apply` makes it in the document that listed it."""

    place: str
    apply: Callable[[], object]


Rule = Callable[[Document], Iterable[Edit]]
"""Lists the edits of one kind, the same ones for the same content. None of them leaves the document as it was."""


@dataclass(frozen=True, slots=True)
class Editor(Generic[Document]):
    """How a content of one form is opened, edited by the rules of each kind, and saved."""

    open: Callable[[bytes], Document]
    save: Callable[[Document], bytes]
    rules: Mapping[str, Rule[Document]]

    def mutants(self, data: bytes) -> Iterator[ContentMutant]:
        """List up to `MOST` mutants of each kind, spread over the document."""
        document = self.open(data)
        for kind, rule in self.rules.items():
            for index, edit in spread(list(enumerate(rule(document)))):
                yield ContentMutant(kind, edit.place, partial(self._make, data, rule, index))

    def _make(self, data: bytes, rule: Rule[Document], index: int) -> bytes:
        document = self.open(data)
        list(rule(document))[index].apply()
        return self.save(document)


def spread(items: Sequence[Item], most: int = MOST) -> list[Item]:
    """Choose up to `most` items at equal distances, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[number * (len(items) - 1) // (most - 1)] for number in range(most)]


def shorten(text: str) -> str:
    """Return the beginning of a text in quotes, as a place shows it."""
    return repr(" ".join(text.split())[:_SHOWN])
