"""The sentences and clauses of an answer, and the cues in them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checkers.values.candidates import Candidate
from checkers.values.passage import BLANK, Passage
from checkers.values.spans import Span, is_within, merged

_POINT = (
    r"\.(?=[\s\"')\]]|$)(?<!\bapprox\.)(?<!\bca\.)(?<!\bno\.)(?<!\bnr\.)(?<!\bst\.)(?<!i\.e\.)(?<!e\.g\.)(?<!\bvs\.)"
    r"(?<!\bincl\.)(?<!\bdr\.)(?<!\bmr\.)(?<!\bmrs\.)"
)
STOP = re.compile(rf"[!?\n]|{_POINT}")
"""The end of a sentence, but for a semicolon."""
_SENTENCE_END = re.compile(rf"[!?\n;]|{_POINT}")
_PHRASE_END = re.compile(rf"[,;!?\n()]|{_POINT}")
_CLAUSE_END = re.compile(
    rf"[,;:!?\n()|\u2013]|{_POINT}|\b(?:but|so|therefore)\b|\band (?=(?:i|you|it|they|we|there|together|in total)\b"
    r"|the (?:\w+ ){1,2}(?:is|are|was|were|costs?|takes?|has|have|comes?|makes?|would|leaves?|weighs?)\b)"
)
_BRACKETS = re.compile(r"\([^()]*\)")


class Layout:
    """An answer in small letters in which the values and all other mentions are blanks, divided into clauses.

    Attributes:
        text: These letters; a place in them is the same place in the answer.
        brackets: Where parts in round brackets start and end.
    """

    def __init__(self, passage: Passage, candidates: Sequence[Candidate]) -> None:
        self.text = _blanked(passage.lines, candidates)
        self._sentences = [match.start() for match in _SENTENCE_END.finditer(self.text)]
        self._phrases = [match.start() for match in _PHRASE_END.finditer(self.text)]
        self._clauses = [match.start() for match in _CLAUSE_END.finditer(self.text)]
        self.brackets = [match.span() for match in _BRACKETS.finditer(self.text)]
        outline = _BRACKETS.sub(lambda match: BLANK * len(match[0]), self.text)
        self._clauses_outside = [match.start() for match in _CLAUSE_END.finditer(outline)]

    def sentence(self, at: int) -> Span:
        """Where the sentence that has a place starts, and where it ends."""
        return self._part(self._sentences, at)

    def phrase(self, at: int) -> Span:
        """Where the part between commas or brackets that has a place starts, and where it ends."""
        return self._part(self._phrases, at)

    def clause(self, at: int) -> Span:
        """Where the clause that has a place starts, and where it ends; a clause goes on behind brackets in it."""
        return self._part(self._clauses if is_within(at, self.brackets) else self._clauses_outside, at)

    def scopes(self, cue: re.Pattern[str], *, whole_sentence: bool = False) -> list[Span]:
        """What follows each match of a cue in its clause, as separate spans in their order."""
        part = self.sentence if whole_sentence else self.clause
        return merged((match.end(), part(match.end())[1]) for match in cue.finditer(self.text))

    def before(self, at: int, most: int) -> str:
        """At most so many characters before a place, of the same sentence."""
        return self.text[max(at - most, self.sentence(at)[0]) : at]

    def _part(self, ends: Sequence[int], at: int) -> Span:
        n = bisect_left(ends, at)
        return (ends[n - 1] + 1 if n else 0), (ends[n] if n < len(ends) else len(self.text))


def gaps(text: str, candidates: Sequence[Candidate]) -> Iterator[str]:
    """The text between each two neighbours among the values of an answer."""
    for left, right in pairwise(candidates):
        yield text[left.end : right.start]


def _blanked(text: str, candidates: Sequence[Candidate]) -> str:
    pieces, at = [], 0
    for candidate in candidates:
        start = max(at, candidate.start)
        if candidate.end > start:
            pieces += [text[at:start], BLANK * (candidate.end - start)]
            at = candidate.end
    return "".join([*pieces, text[at:]])
