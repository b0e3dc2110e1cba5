"""Plain BM25 over names and descriptions: the baseline for retrievers."""

from __future__ import annotations

from collections.abc import Sequence

import bm25s

from controller.core.guest import Tool
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.lexical import own_name
from controller.tool_filter.words import words


class Bm25Filter:
    """Shows the tools whose names and descriptions score highest for the instruction."""

    def __init__(self, budget: ToolBudget | None = None) -> None:
        self._budget = budget or ToolBudget()
        self._names: tuple[str, ...] = ()
        self._index = bm25s.BM25()

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the highest ranked tools within the budget."""
        chosen = {tool.name for tool in self._budget.select(self.rank(catalogue, request))}
        return [tool for tool in catalogue if tool.name in chosen]

    def rank(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the whole catalogue, the highest score first."""
        names = tuple(tool.name for tool in catalogue)
        if names != self._names:
            texts = [list(words(f"{own_name(tool)} {tool.description}")) for tool in catalogue]
            self._index = bm25s.BM25()
            self._index.index(texts, show_progress=False)
            self._names = names
        vocabulary = self._index.vocab_dict
        query = [word for word in dict.fromkeys(words(request.instruction)) if word in vocabulary]
        scores = self._index.get_scores(query) if query else [0.0] * len(catalogue)
        order = sorted(range(len(catalogue)), key=lambda at: (-scores[at], catalogue[at].name))
        return [catalogue[at] for at in order]


def _max_tools(options: FilterOptions, catalogue: Sequence[Tool], _annotations: Annotations) -> int:
    return options.budget.max_tools(catalogue)


FILTER = FilterSpec(
    create=lambda options: Bm25Filter(options.budget),
    summary=__doc__,
    max_tools=_max_tools,
    takes_budget=True,
)
