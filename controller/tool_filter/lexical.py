"""Tools scored by words: BM25 over their names, descriptions and parameters, users' words as tools' words.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); computed by bm25s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import bm25s
import numpy as np
import numpy.typing as npt

from controller.core.guest import Tool
from controller.core.texts import first_sentence
from controller.tool_filter.words import clauses, phrases, vocabulary, words

Scores = npt.NDArray[np.float32]
"""One score a tool, in the catalogue's order."""


@dataclass(frozen=True, slots=True)
class WordWeights:
    """What words weigh: in a tool's name, its description's first sentence, the rest of it, its parameters.

    A tool's word that the user expressed in other words counts `meant` times. Clauses add up as the `norm`-th root of
    the sum of their scores' powers: 1 is their sum, more is nearer to the best of them.
    """

    name: float = 1.0
    lead: float = 0.85
    notes: float = 0.3
    parameters: float = 0.28
    meant: float = 0.7
    norm: float = 2.5


class LexicalIndex:
    """A catalogue, ready to be searched."""

    def __init__(self, catalogue: Sequence[Tool], weights: WordWeights | None = None) -> None:
        self._size = len(catalogue)
        self._word_weights = weights or WordWeights()
        fields = [
            (weight, [list(texts(tool)) for tool in catalogue])
            for weight, texts in (
                (self._word_weights.name, _name_words),
                (self._word_weights.lead, _lead_words),
                (self._word_weights.notes, _note_words),
                (self._word_weights.parameters, _parameter_words),
            )
        ]
        known = sorted({word for _, documents in fields for document in documents for word in document})
        self._rows = {word: row for row, word in enumerate(known)}
        self._weights = np.zeros((len(known), self._size), dtype=np.float32)
        for weight, documents in fields:
            self._add(weight, documents)

    def scores(self, text: str) -> Scores:
        """How well each tool answers to the text's clauses; 0 for a tool that shares no word with it."""
        total = np.zeros(self._size, dtype=np.float32)
        for clause in clauses(text):
            total += self._clause(clause) ** self._word_weights.norm
        return total ** np.float32(1 / self._word_weights.norm)

    def _clause(self, clause: str) -> Scores:
        weights = self._query(clause)
        if not weights:
            return np.zeros(self._size, dtype=np.float32)
        rows = list(weights)
        each = np.array([weights[row] for row in rows], dtype=np.float32)
        scores: Scores = (each[:, None] * self._weights[rows]).sum(axis=0)  # @ would wait for busy cores
        return scores

    def _query(self, clause: str) -> dict[int, float]:
        """The index's words that the clause says or means, with their weights."""
        known, query = vocabulary(), dict[int, float]()
        for phrase in phrases(clause, known.longest):
            for meant in known.means.get(phrase, ()):
                if (row := self._rows.get(meant)) is not None:
                    query[row] = self._word_weights.meant
        for word in words(clause):
            if (row := self._rows.get(word)) is not None:
                query[row] = 1.0
        return query

    def _add(self, weight: float, documents: list[list[str]]) -> None:
        if not any(documents):
            return
        index = bm25s.BM25()
        index.index(documents, show_progress=False)
        starts, tools, values = (index.scores[part] for part in ("indptr", "indices", "data"))
        for word, column in index.vocab_dict.items():
            if word in self._rows:
                part = slice(starts[column], starts[column + 1])
                self._weights[self._rows[word], tools[part]] += weight * values[part]


def own_name(tool: Tool) -> str:
    """A tool's name without its server's."""
    return tool.name.rsplit(".", 1)[-1]


def _name_words(tool: Tool) -> Iterator[str]:
    return words(own_name(tool))


def _lead_words(tool: Tool) -> Iterator[str]:
    return words(first_sentence(tool.description))


def _note_words(tool: Tool) -> Iterator[str]:
    return words(tool.description.removeprefix(first_sentence(tool.description)))


def _parameter_words(tool: Tool) -> Iterator[str]:
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, Mapping):
        return
    schema: Any
    for name, schema in properties.items():
        yield from words(str(name))
        if isinstance(schema, Mapping) and isinstance(schema.get("description"), str):
            yield from words(schema["description"])
