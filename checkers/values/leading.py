"""Answers that give their value first and then speak of others: "16:42. The 17:35 one runs only in July"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checkers.values.candidates import Candidate
from checkers.values.layout import Layout

_OPENING = re.compile(
    r"(?:\b(?:you|we|i|one|it|can|could|should|need|must|have|would|i'd|you'd|it's|is|to|still|take|catch|get|go|buy|choose"
    r"|pick|use|order|book|with|at|by|from|in|on|for|of|the|a|an|about|only|just|then|sure|yes|ok|okay|answer|there|are)\b"
    r"|[^\w\x00])*"
)
"""What may stand before the value in a clause that only gives it."""
_DETAIL = re.compile(
    r"[^\w\x00]*(?:\w+[^\w\x00]*)?(?:$|(?:for|at|with|by|from|to|on|in|via|over|per|near|behind)\b)"
)
"""What may stand behind it: one word at most, and words that begin with a preposition."""
_VERB = re.compile(r"\b(?:is|are|was|were|be|has|have|had|does|do|did|will|would|isn't|wasn't)\b")
_CLAUSE_END = re.compile(
    r"[,;:!?\n()]|\.(?=\s|$)|[ ][-\u2013\u2014][ ]|\b(?:as|since|because|while|whereas)\b"
)
_TAKEN_BACK = re.compile(
    r"\b(?:better|best|instead|also|as well|too(?= ?(?:[.,;!?\n]|$))|"
    r"correct\w*|right|actual\w*|really|in fact|true|real|prefer\w*|recommend\w*|should|could|may|might|maybe|or|"
    r"either|both|so|therefore|winner|wins?|won|likely|final\w*|but(?![^.;!?\n]{0,40}\b(?:only|just|too)\b)|however|leads?|"
    r"(?:has|had|have|is|was|with) (?:even )?more(?= ?(?:[.,;!?\n]|$))|"
    r"last(?! (?:year|month|week|time|summer|winter|spring|autumn|night)))\b"
)
_MOST_VALUES = 8
"""How many values an answer has at most that leads with one; more are a list."""
_LONGEST = 200
"""How many characters of a clause count, before a value and behind it."""
_WORD = re.compile(r"[^\W\d_]+")
_ARTICLES = frozenset(("the", "a", "an", "one", "only", "just"))


def leading(layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the value that the first clause consists of, if the others are in clauses that say something of them.

    "Printer World for 12.90; Ink Depot wants 14.20" leads with a value, "Printer World for 12.90, Ink Depot for 14.20"
    is a mere list.
    """
    if not 0 < len(candidates) <= _MOST_VALUES:
        return []
    first = candidates[0]
    before, behind = _around(layout, first)
    led = [item for item in candidates if not item.values.isdisjoint(first.values)]
    others = [item for item in candidates if item.values.isdisjoint(first.values)]
    end = first.end + len(behind)
    is_bare = _OPENING.fullmatch(before) and _DETAIL.match(behind) and not _VERB.search(behind)
    if not is_bare or any(item.start < end for item in others) or is_taken_back(layout, led, others):
        return []
    shape = _shape(before, behind)
    return led if all(_shape(*_around(layout, item)) != shape for item in others) else []


def is_taken_back(layout: Layout, given: Sequence[Candidate], others: Sequence[Candidate]) -> bool:
    """Whether a sentence behind a value says that another value is the result: "16:42. The last one is at 17:35"."""
    last = min((item.end for item in given), default=0)
    following = [item for item in others if item.start >= last]
    if len(following) > _MOST_VALUES:
        return False
    for item in following:
        behind = _around(layout, item)[1]
        if _TAKEN_BACK.search(layout.text[max(last, item.start - _LONGEST) : item.end] + behind):
            return True
        last = item.end
    return False


def _around(layout: Layout, candidate: Candidate) -> tuple[str, str]:
    """What stands before and behind a value in its clause."""
    earliest = max(0, candidate.start - _LONGEST)
    ends = [match.end() for match in _CLAUSE_END.finditer(layout.text, earliest, candidate.start)]
    start = ends[-1] if ends else earliest
    latest = min(len(layout.text), candidate.end + _LONGEST)
    end = _CLAUSE_END.search(layout.text, candidate.end, latest)
    return layout.text[start : candidate.start], layout.text[candidate.end : end.start() if end else latest]


def _shape(before: str, behind: str) -> tuple[frozenset[str], str]:
    """The words before a value, and the one behind it: two values with the same ones are items of a list."""
    following = [word for word in _WORD.findall(behind) if word not in _ARTICLES]
    return frozenset(_WORD.findall(before)) - _ARTICLES, following[0] if following else ""
