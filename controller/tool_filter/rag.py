"""Retrieve tools for an instruction: by words, by meaning when a model is given, and by what is on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from controller.core.guest import Tool
from controller.tool_filter.areas import AreaWeights, affinities, area_of
from controller.tool_filter.base import Request
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.embeddings import Encoder, MeaningIndex
from controller.tool_filter.lexical import LexicalIndex, Scores, WordWeights, own_name

MAINSTAYS = {
    "libreoffice_calc": ("env_info", "set_cell_value", "set_column_values", "save"),
    "libreoffice_writer": ("env_info", "find_and_replace", "write_text", "save"),
    "libreoffice_impress": ("env_info", "write_text", "save"),
    "code": ("goto_file",),
    "google_chrome": ("chrome_open_tabs_setup",),
    "vlc": ("get_playlist", "play", "pause"),
    "filesystem": ("filesystem_list_directory", "filesystem_read_text_file"),
    "git": ("git_status",),
}
"""Tools that most work in an area needs, whatever the instruction's words: to look, to write, to save."""
OPEN_PLACE = 6
"""Every so many places, one goes by the instruction's text alone: no window walls a tool off."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """What the parts of a tool's score weigh, found with scripts/bench/tool_filter.py --search.

    A tool's score is `text * (1 + factor * near) + near * (area + mainstay)`, where `text` is 1 for the best
    tool by words, plus `meaning` for the best by meaning; `near` is how much the request is about the tool's
    area; `mainstay` counts for the MAINSTAYS alone.
    """

    words: WordWeights = field(default_factory=WordWeights)
    areas: AreaWeights = field(default_factory=AreaWeights)
    factor: float = 1.1
    area: float = 0.35
    mainstay: float = 0.55
    meaning: float = 1.1


class Rag:
    """As many tools as the budget holds, the nearest to the request first; tools in use stay.

    Calling a tool that is shown changes nothing in what is shown next, and neither does anything else that
    happens, while the same applications are open, the same is active, and windows show the same of the files
    that the instruction names.
    """

    def __init__(
        self, budget: ToolBudget | None = None, encoder: Encoder | None = None, tuning: Tuning | None = None
    ) -> None:
        self._budget = budget or ToolBudget()
        self._encoder = encoder
        self._tuning = tuning or Tuning()
        self._index: _Index | None = None

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        if self._budget.holds(catalogue):
            return list(catalogue)
        ranked = self.rank(catalogue, request)
        used = [tool for tool in ranked if tool.name in request.used]
        others = [tool for tool in ranked if tool.name not in request.used]
        chosen = {tool.name for tool in self._budget.filled([*used, *others])}
        return [tool for tool in catalogue if tool.name in chosen]

    def rank(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        text, scores = self._scores(catalogue, request)
        places = _interleaved(_order(scores, catalogue), _order(text, catalogue))
        return [catalogue[at] for at in places]

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """The tools that answer to a query's words or meaning at all, the best first."""
        text, scores = self._scores(catalogue, Request(query))
        return [catalogue[at] for at in _order(scores, catalogue) if text[at] > 0]

    def _scores(self, catalogue: Sequence[Tool], request: Request) -> tuple[Scores, Scores]:
        """Each tool's score by the instruction's text alone, and with the areas that the request is about."""
        index, tuning = self._indexed(catalogue), self._tuning
        text = index.by_text(request.instruction, tuning.meaning)
        affinity = affinities(request, tuning.areas)
        near = np.array([affinity.get(area, 0.0) for area in index.areas], dtype=np.float32)
        scores = text * (1 + tuning.factor * near) + near * (tuning.area + tuning.mainstay * index.mainstays)
        return text, scores

    def _indexed(self, catalogue: Sequence[Tool]) -> _Index:
        if self._index is None or self._index.catalogue != tuple(catalogue):
            self._index = _Index(catalogue, self._tuning.words, self._encoder)
        return self._index


class _Index:
    """What is worked out once for a catalogue."""

    def __init__(self, catalogue: Sequence[Tool], words: WordWeights, encoder: Encoder | None) -> None:
        self.catalogue = tuple(catalogue)
        self._lexical = LexicalIndex(catalogue, words)
        self.areas = [area_of(tool) for tool in catalogue]
        self.mainstays: Scores = np.array(
            [own_name(tool) in MAINSTAYS.get(area_of(tool), ()) for tool in catalogue], dtype=np.float32
        )
        self._meaning = None if encoder is None else MeaningIndex(encoder, catalogue)

    def by_text(self, text: str, meaning: float) -> Scores:
        found = self._lexical.scores(text)
        best = found.max(initial=0.0)
        found = found / best if best > 0 else found
        return found if self._meaning is None else found + meaning * self._meaning.scores(text)


def _order(scores: Scores, catalogue: Sequence[Tool]) -> list[int]:
    return sorted(range(len(catalogue)), key=lambda at: (-scores[at], catalogue[at].name))


def _interleaved(ranked: Sequence[int], by_text: Sequence[int]) -> list[int]:
    """The ranked in order, but every OPEN_PLACE-th place goes to the best by text that has none yet."""
    found: dict[int, None] = {}
    sources = (iter(ranked), iter(by_text))
    while len(found) < len(ranked):
        source = sources[len(found) % OPEN_PLACE == OPEN_PLACE - 1]
        found[next(at for at in source if at not in found)] = None
    return list(found)
