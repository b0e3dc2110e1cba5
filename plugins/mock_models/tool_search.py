"""The mock of a vendor's own tool search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import bm25s

from testbed.models import canonical_name

FOUND = 5
"""Maximum number of tools that a search finds."""
LONGEST_QUERY = 500


def best(tools: Sequence[Mapping[str, Any]], query: str) -> list[str]:
    """Names of the tools nearest to a query's words, by BM25; `tools` are definitions as in requests."""
    index = bm25s.BM25()
    index.index([_words(f"{_own_name(tool)} {_description(tool)}") for tool in tools], show_progress=False)
    known = [word for word in dict.fromkeys(_words(query)) if word in index.vocab_dict]
    scores = index.get_scores(known) if known else [0.0] * len(tools)
    order = sorted(range(len(tools)), key=lambda at: (-scores[at], str(tools[at]["name"])))
    return [str(tools[at]["name"]) for at in order[:FOUND]]


def matching(tools: Sequence[Mapping[str, Any]], pattern: str) -> list[str]:
    """Names of the tools that match a regular expression, case-insensitive."""
    expression = re.compile(pattern, re.IGNORECASE)
    texts = ((str(tool["name"]), f"{tool['name']} {tool.get('description') or ''}") for tool in tools)
    return [name for name, text in texts if expression.search(text)][:FOUND]


def query_for(tool: Mapping[str, Any]) -> str:
    """The query of a model that knows which tool it needs."""
    purpose = re.split(r"(?<=\.)\s", _description(tool), maxsplit=1)[0]
    return f"{_own_name(tool).replace('_', ' ')}: {purpose}"[:LONGEST_QUERY]


def _own_name(tool: Mapping[str, Any]) -> str:
    """A tool's name without its server's."""
    name = str(tool["name"])
    return (canonical_name(name) or name).rsplit(".", 1)[-1]


def _description(tool: Mapping[str, Any]) -> str:
    return str(tool.get("description") or "")


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())
