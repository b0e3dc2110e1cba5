"""Tools found by their server and their own text, with LiveMCPBench's score (arXiv 2508.01780)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from controller.core.guest import Tool
from controller.tool_filter.areas import area_of
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.embeddings import Encoder
from controller.tool_filter.lexical import Scores, own_name
from controller.tool_filter.servers import describe_servers
from controller.tool_filter.words import phrases, vocabulary, words

MAX_SERVERS = 5
"""Servers of which a query may find tools."""
MAX_RESULTS = 3
"""Tools that a query finds."""
MEANT = 0.7
"""Weight of a word that a query means in other words."""

Similarity = Callable[[str], Scores]
"""The cosine similarity of a query to each of some texts."""
MakeSimilarity = Callable[[Sequence[str]], Similarity]


class ServerRouter:
    """Ranks tools by a query, as LiveMCPBench's router does.

    With cos a cosine similarity, a query q finds

        S = max(cos(q, description), cos(q, summary))     for each server; the 5 highest stay
        t = cos(q, tool)                                  for each tool of these
        score = (S * t) * max(S, t)                       the 3 highest are shown

    There the description is the server's own, a model writes the summary, the agent's query has a text for the server
    and one for the tool, and cos is that of embeddings. Here q is one text, the description is the server's purpose
    in the pool (or, for the guest's own applications, the words that `vocabulary.toml` has of them), and the summary
    is the names of its tools. cos is that of TF-IDF vectors of word stems, or with an encoder that of embeddings.
    A tool with the score 0 does not match.

    Implements `Retriever`; as a `ToolFilter` and `Ranking` it takes the instruction as the query.
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._similarity: MakeSimilarity = TfIdf if encoder is None else _Meaning(encoder)
        self._index: _Index | None = None

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return what the instruction as a query finds."""
        return self.search(catalogue, request.instruction)[:MAX_RESULTS]

    def rank(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the whole catalogue, first what the instruction as a query finds."""
        scores = self._scores(catalogue, request.instruction)
        return [catalogue[at] for at in _order(scores, catalogue)]

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """Return the tools that match a query, the best first."""
        scores = self._scores(catalogue, query)
        return [catalogue[at] for at in _order(scores, catalogue) if scores[at] > 0]

    def _scores(self, catalogue: Sequence[Tool], query: str) -> Scores:
        if self._index is None or self._index.catalogue != tuple(catalogue):
            self._index = _Index(catalogue, self._similarity)
        return self._index.scores(query)


class _Index:
    """What is computed once for a catalogue."""

    def __init__(self, catalogue: Sequence[Tool], make: MakeSimilarity) -> None:
        self.catalogue = tuple(catalogue)
        by_server: dict[str, list[Tool]] = {}
        for tool in sorted(catalogue, key=lambda tool: tool.name):
            by_server.setdefault(area_of(tool), []).append(tool)
        servers = list(by_server)
        texts = describe_servers(servers)
        self._count = len(servers)
        self._server: npt.NDArray[np.intp] = np.array(
            [servers.index(area_of(tool)) for tool in catalogue], dtype=np.intp
        )
        summaries = [". ".join(_tool_text(tool) for tool in by_server[server]) for server in servers]
        self._servers = make([*(texts[server] for server in servers), *summaries])
        self._tools = make([f"{_tool_text(tool)}. {tool.description}" for tool in catalogue])

    def scores(self, query: str) -> Scores:
        if not self.catalogue:
            return np.zeros(0, dtype=np.float32)
        described, summarized = self._servers(query).reshape(2, self._count)
        server = np.maximum(described, summarized)
        kept = np.argsort(-server, kind="stable")[:MAX_SERVERS]
        candidate = np.isin(self._server, kept)
        near, tool = server[self._server], self._tools(query)
        scores: Scores = np.where(candidate, (near * tool) * np.maximum(near, tool), 0.0).astype(np.float32)
        return scores


class TfIdf:
    """The cosine similarity of TF-IDF vectors: (1 + ln tf) * ln(1 + n / df), over stems of words.

    A query also has, with the weight `MEANT`, the words that `vocabulary.toml` has for its own.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        documents = [_counts(words(text)) for text in texts]
        known = sorted({word for document in documents for word in document})
        self._rows = {word: row for row, word in enumerate(known)}
        frequencies = np.array([sum(word in document for document in documents) for word in known])
        self._idf = np.log1p(len(texts) / np.maximum(frequencies, 1)).astype(np.float32)
        self._weights = np.zeros((len(known), len(texts)), dtype=np.float32)
        for column, document in enumerate(documents):
            for word, count in document.items():
                row = self._rows[word]
                self._weights[row, column] = (1 + np.log(count)) * self._idf[row]
        lengths = np.sqrt((self._weights**2).sum(axis=0))
        self._weights /= np.where(lengths > 0, lengths, 1)

    def __call__(self, query: str) -> Scores:
        """Return the similarity of a query to each text, from 0 to 1."""
        query_counts, known = _counts(words(query)), vocabulary()
        meant = {word for phrase in phrases(query, known.longest) for word in known.means.get(phrase, ())}
        weights = {
            **dict.fromkeys(meant, MEANT),
            **{word: 1 + float(np.log(count)) for word, count in query_counts.items()},
        }
        rows = [self._rows[word] for word in weights if word in self._rows]
        if not rows:
            return np.zeros(self._weights.shape[1], dtype=np.float32)
        each = np.array([weights[word] for word in weights if word in self._rows], dtype=np.float32)
        each *= self._idf[rows]
        total = (each[:, None] * self._weights[rows]).sum(axis=0)  # @ would wait for busy cores
        scores: Scores = total / np.sqrt((each**2).sum())
        return scores


class _Meaning:
    """The cosine similarity of embeddings; each query is encoded once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._latest: tuple[str, npt.NDArray[np.float32]] | None = None

    def __call__(self, texts: Sequence[str]) -> Similarity:
        vectors = self._encoder(texts)

        def similarity(query: str) -> Scores:
            if self._latest is None or self._latest[0] != query:
                self._latest = query, self._encoder([query])[0]
            scores: Scores = vectors @ self._latest[1]
            return scores

        return similarity


def _tool_text(tool: Tool) -> str:
    return own_name(tool).replace("_", " ").replace("-", " ")


def _counts(tokens: Iterator[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    return counts


def _order(scores: Scores, catalogue: Sequence[Tool]) -> list[int]:
    return sorted(range(len(catalogue)), key=lambda at: (-scores[at], catalogue[at].name))
