"""Plain BM25 over names and descriptions: the baseline that a retriever has to beat."""

from __future__ import annotations

from collections.abc import Sequence

import bm25s

from controller.core.guest import Tool
from controller.tool_filter.base import Request
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.lexical import own_name
from controller.tool_filter.words import words


class PlainBm25:
    """The tools whose names and descriptions share the most telling words with the instruction."""

    def __init__(self, budget: ToolBudget | None = None) -> None:
        self._budget = budget or ToolBudget()
        self._names: tuple[str, ...] = ()
        self._index = bm25s.BM25()

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        chosen = {tool.name for tool in self._budget.filled(self.rank(catalogue, request))}
        return [tool for tool in catalogue if tool.name in chosen]

    def rank(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        names = tuple(tool.name for tool in catalogue)
        if names != self._names:
            texts = [list(words(f"{own_name(tool)} {tool.description}")) for tool in catalogue]
            self._index = bm25s.BM25()
            self._index.index(texts, show_progress=False)
            self._names = names
        asked = [word for word in dict.fromkeys(words(request.instruction)) if word in self._index.vocab_dict]
        scores = self._index.get_scores(asked) if asked else [0.0] * len(catalogue)
        order = sorted(range(len(catalogue)), key=lambda at: (-scores[at], catalogue[at].name))
        return [catalogue[at] for at in order]
