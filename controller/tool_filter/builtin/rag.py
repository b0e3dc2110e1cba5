"""The tools nearest to the instruction: by words, by meaning with `--embeddings`, and by what is on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from controller.core.guest import Tool
from controller.tool_filter.areas import AreaWeights, affinities, area_of
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.embeddings import EmbeddingIndex, Encoder, load_encoder
from controller.tool_filter.lexical import LexicalIndex, Scores, WordWeights, own_name

CORE_TOOLS = {
    "libreoffice_calc": ("env_info", "set_cell_value", "set_column_values", "save"),
    "libreoffice_writer": ("env_info", "find_and_replace", "write_text", "save"),
    "libreoffice_impress": ("env_info", "write_text", "save"),
    "code": ("goto_file",),
    "google_chrome": ("chrome_open_tabs_setup",),
    "vlc": ("get_playlist", "play", "pause"),
    "filesystem": ("filesystem_list_directory", "filesystem_read_text_file"),
    "git": ("git_status",),
}
"""Tools that most tasks in an area need, whatever the instruction's words: to read, to write, to save."""
TEXT_RANK_INTERVAL = 6
"""Every so many ranks, one is by the instruction's text alone, so that no window hides a tool."""


@dataclass(frozen=True, slots=True)
class RagWeights:
    """The weights of the parts of a tool's score, found with scripts/bench/tool_filter.py --search.

    A tool's score is `text * (1 + factor * near) + near * (area + core)`, where `text` is 1 for the best
    tool by words, plus `meaning` for the best by meaning; `near` is the request's affinity to the
    tool's area; `core` counts for the CORE_TOOLS only.
    """

    words: WordWeights = field(default_factory=WordWeights)
    areas: AreaWeights = field(default_factory=AreaWeights)
    factor: float = 1.1
    area: float = 0.35
    core: float = 0.55
    meaning: float = 1.1


class RagFilter:
    """Shows the tools nearest to the request within the budget; tools in use stay.

    The choice only changes when other applications are open or active, or when windows show other ones of the files
    that the instruction names: calling a tool does not change it.
    """

    def __init__(
        self,
        budget: ToolBudget | None = None,
        encoder: Encoder | None = None,
        weights: RagWeights | None = None,
    ) -> None:
        self._budget = budget or ToolBudget()
        self._encoder = encoder
        self._weights = weights or RagWeights()
        self._index: _Index | None = None

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the nearest tools within the budget."""
        if self._budget.allows(catalogue):
            return list(catalogue)
        ranked = self.rank(catalogue, request)
        used = [tool for tool in ranked if tool.name in request.used]
        others = [tool for tool in ranked if tool.name not in request.used]
        chosen = {tool.name for tool in self._budget.select([*used, *others])}
        return [tool for tool in catalogue if tool.name in chosen]

    def rank(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the whole catalogue, the nearest tool first."""
        text, scores = self._scores(catalogue, request)
        order = _interleave(_order(scores, catalogue), _order(text, catalogue))
        return [catalogue[at] for at in order]

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """Return the tools that match a query by words or meaning, the best first."""
        text, scores = self._scores(catalogue, FilterRequest(query))
        return [catalogue[at] for at in _order(scores, catalogue) if text[at] > 0]

    def _scores(self, catalogue: Sequence[Tool], request: FilterRequest) -> tuple[Scores, Scores]:
        """Each tool's score by the instruction's text alone, and with the areas that the request is about."""
        index, weights = self._indexed(catalogue), self._weights
        text = index.by_text(request.instruction, weights.meaning)
        affinity = affinities(request, weights.areas)
        near = np.array([affinity.get(area, 0.0) for area in index.areas], dtype=np.float32)
        scores = text * (1 + weights.factor * near) + near * (weights.area + weights.core * index.core)
        return text, scores

    def _indexed(self, catalogue: Sequence[Tool]) -> _Index:
        if self._index is None or self._index.catalogue != tuple(catalogue):
            self._index = _Index(catalogue, self._weights.words, self._encoder)
        return self._index


class _Index:
    """What is computed once for a catalogue."""

    def __init__(self, catalogue: Sequence[Tool], words: WordWeights, encoder: Encoder | None) -> None:
        self.catalogue = tuple(catalogue)
        self._lexical = LexicalIndex(catalogue, words)
        self.areas = [area_of(tool) for tool in catalogue]
        self.core: Scores = np.array(
            [own_name(tool) in CORE_TOOLS.get(area_of(tool), ()) for tool in catalogue], dtype=np.float32
        )
        self._meaning = None if encoder is None else EmbeddingIndex(encoder, catalogue)

    def by_text(self, text: str, meaning: float) -> Scores:
        scores = self._lexical.scores(text)
        best = scores.max(initial=0.0)
        scores = scores / best if best > 0 else scores
        return scores if self._meaning is None else scores + meaning * self._meaning.scores(text)


def _order(scores: Scores, catalogue: Sequence[Tool]) -> list[int]:
    return sorted(range(len(catalogue)), key=lambda at: (-scores[at], catalogue[at].name))


def _interleave(ranked: Sequence[int], by_text: Sequence[int]) -> list[int]:
    """The ranked in order, but every TEXT_RANK_INTERVAL-th rank goes to the best remaining by text."""
    order: dict[int, None] = {}
    sources = (iter(ranked), iter(by_text))
    while len(order) < len(ranked):
        source = sources[len(order) % TEXT_RANK_INTERVAL == TEXT_RANK_INTERVAL - 1]
        order[next(at for at in source if at not in order)] = None
    return list(order)


def _create(options: FilterOptions) -> RagFilter:
    return RagFilter(options.budget, load_encoder(options.embeddings) if options.embeddings else None)


def _max_tools(options: FilterOptions, catalogue: Sequence[Tool], _annotations: Annotations) -> int:
    return options.budget.max_tools(catalogue)


FILTER = FilterSpec(
    create=_create,
    summary=__doc__,
    max_tools=_max_tools,
    takes_budget=True,
    takes_embeddings=True,
    needs_instruction=True,
)
