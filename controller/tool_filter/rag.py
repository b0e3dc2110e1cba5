"""Retrieve tools for an instruction: BM25 over names, descriptions and parameters, applications as prior.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); computed by bm25s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import bm25s

from controller.guest import Tool
from controller.tool_filter.base import Request
from controller.tool_filter.simple import TOOL_APP

BUDGET = 25
"""Tools shown at most."""
ACTIVE_PRIOR = 0.2
OPEN_PRIOR = 0.1
USED_PRIOR = 1.0
"""Added to a tool's BM25 score, which is scaled so that the best match of the catalogue is 1."""

_STOPWORD_TEXT = """
a an and are as at be been by can could do for from has have i if in into is it its me my of on or our please
so some than that the their them then there these this those to use using want was we were what when which
will with would you your
"""
_STOPWORDS = frozenset(_STOPWORD_TEXT.split())
_APP_WORDS: Mapping[str, str] = {
    "code": "vs code visual studio editor",
    "google_chrome": "google chrome browser web page",
    "libreoffice_calc": "libreoffice calc spreadsheet sheet workbook table cell xlsx ods csv",
    "libreoffice_writer": "libreoffice writer document text docx odt",
    "libreoffice_impress": "libreoffice impress presentation slide pptx odp",
    "vlc": "vlc media player video music audio mp4 mp3",
    "os": "system computer file folder",
}


class Rag:
    """The `budget` tools nearest to the instruction."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._names: tuple[str, ...] = ()
        self._index = bm25s.BM25()

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        if len(catalogue) <= self._budget:
            return list(catalogue)
        scores = self._scores(catalogue, request.instruction)
        active = TOOL_APP.get(request.active_app, request.active_app)
        open_apps = {TOOL_APP.get(app, app) for app in request.open_apps}

        def rank(position: int) -> tuple[float, str]:
            tool = catalogue[position]
            prior = ACTIVE_PRIOR if tool.app == active else OPEN_PRIOR if tool.app in open_apps else 0.0
            prior += USED_PRIOR if tool.name in request.used else 0.0
            return -(scores[position] + prior), tool.name

        best = sorted(range(len(catalogue)), key=rank)[: self._budget]
        return [catalogue[position] for position in sorted(best)]

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """The tools that match a query at all, the best first."""
        scores = self._scores(catalogue, query)
        found = [position for position in range(len(catalogue)) if scores[position] > 0]
        return [
            catalogue[position]
            for position in sorted(found, key=lambda at: (-scores[at], catalogue[at].name))
        ]

    def _scores(self, catalogue: Sequence[Tool], instruction: str) -> list[float]:
        names = tuple(tool.name for tool in catalogue)
        if names != self._names:
            self._index = bm25s.BM25()
            self._index.index([list(_tool_words(tool)) for tool in catalogue], show_progress=False)
            self._names = names
        query = list(dict.fromkeys(words(instruction)))
        known = [word for word in query if word in self._index.vocab_dict]
        if not known:
            return [0.0] * len(catalogue)
        raw = [float(score) for score in self._index.get_scores(known)]
        best = max(raw)
        return [score / best for score in raw] if best > 0 else raw


def words(text: str) -> Iterator[str]:
    """Lower-case words of a text or an identifier, plurals and common endings taken off."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    for word in re.findall(r"[a-z0-9]+", spaced.lower()):
        if word not in _STOPWORDS:
            yield _stem(word)


def _stem(word: str) -> str:
    for ending, replacement in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            stem = word.removesuffix(ending) + replacement
            return stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
    return word.removesuffix("e") if len(word) > 4 else word


def _tool_words(tool: Tool) -> Iterator[str]:
    name = tool.name.rsplit(".", 1)[-1]
    yield from words(name)
    yield from words(name)
    yield from words(tool.description)
    yield from words(_APP_WORDS.get(tool.app, tool.app))
    for text in _schema_texts(tool.input_schema.get("properties")):
        yield from words(text)


def _schema_texts(properties: object) -> Iterable[str]:
    if not isinstance(properties, Mapping):
        return
    schema: Any
    for name, schema in properties.items():
        yield str(name)
        if isinstance(schema, Mapping) and isinstance(schema.get("description"), str):
            yield schema["description"]
