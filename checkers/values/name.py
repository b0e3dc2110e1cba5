"""Expected names: one of several things that an answer may name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checkers.values.candidates import RIGHT, Candidate
from checkers.values.characters import unify
from checkers.values.passage import Passage
from checkers.values.spans import is_within, merged

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+|&|\+")
_ARTICLES = ("the", "a", "an", "der", "die", "das", "le", "la", "les", "el")
_LEAST_PART = 3
"""How many letters a word has at least that stands for a whole name."""
_LEAST_DIVIDED = 6
"""How many letters a name has at least that may be written in more words than it has."""


@dataclass(frozen=True, slots=True)
class Name:
    """The one of several names that an answer has to give.

    Case, accents, signs, spaces, articles and a plural's or a genitive's s make no difference.

    Attributes:
        name: The right one.
        others: Names that would contradict it.
        aliases: Further names of the things, by their names above.
        partial: A word of a name that no other name has is enough, such as a surname.
        pattern: A regular expression for further names that would contradict it, such as telephone numbers.
    """

    name: str
    others: Sequence[str] = ()
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    partial: bool = False
    pattern: str = ""

    def find(self, passage: Passage) -> Sequence[Candidate]:
        """Return the places where an answer names one of the things; a longer name is not a shorter one in it."""
        named = list(self._named(passage))
        taken = merged((candidate.start, candidate.end) for candidate in named)
        unknown = [
            Candidate(match.start(), match.end(), frozenset([match[0].casefold()]))
            for match in (re.finditer(self.pattern, passage.text, re.IGNORECASE) if self.pattern else ())
            if not is_within(match.start(), taken) and not is_within(match.end() - 1, taken)
        ]
        return sorted([*named, *unknown], key=lambda candidate: candidate.start)

    def _named(self, passage: Passage) -> Iterator[Candidate]:
        keys = self._keys()
        longest = max(map(len, keys), default=0)
        words = [(match.start(), match.end(), _folded(match[0])) for match in _WORD.finditer(passage.text)]
        i = 0
        while i < len(words):
            match = _longest(words, i, keys, longest)
            if match is None:
                i += 1
                continue
            name, after = match
            matches = RIGHT if name == self.name else frozenset[int]()
            yield Candidate(words[i][0], words[after - 1][1], frozenset([name]), matches)
            i = after

    def _keys(self) -> dict[str, tuple[str, int]]:
        """What names each thing, without spaces, with its name and how many words it has."""
        names = (self.name, *(other for other in self.others if other != self.name))
        keys: dict[str, tuple[str, int]] = {}
        for name in names:
            for text in (name, *self.aliases.get(name, ())):
                words = _words(text)
                for key in _forms(words):
                    keys.setdefault(key, (name, len(words)))
        if self.partial:
            for name in names:
                for word in self._own_words(name, names):
                    for key in _forms([word]):
                        keys.setdefault(key, (name, 1))
        return keys

    @staticmethod
    def _own_words(name: str, names: Sequence[str]) -> Iterator[str]:
        others = {word for other in names if other != name for word in _words(other)}
        for word in _words(name):
            if len(word) >= _LEAST_PART and word not in others:
                yield word


def _longest(
    words: Sequence[tuple[int, int, str]], i: int, keys: Mapping[str, tuple[str, int]], longest: int
) -> tuple[str, int] | None:
    """The name of the most words that starts with word i, and the word behind it."""
    joined, found = "", None
    for after in range(i + 1, len(words) + 1):
        joined += words[after - 1][2]
        if len(joined) > longest + 1:
            break
        for form in _endings(joined):
            name, count = keys.get(form, ("", 0))
            if name and (after - i <= count or len(form) >= _LEAST_DIVIDED):
                found = name, after
                break
    return found


def _words(text: str) -> list[str]:
    words = [_folded(match[0]) for match in _WORD.finditer(unify(text))]
    return words[1:] if len(words) > 1 and words[0] in _ARTICLES else words


def _forms(words: Sequence[str]) -> Iterator[str]:
    joined = "".join(words)
    if joined:
        yield from _endings(joined)


def _endings(joined: str) -> Iterator[str]:
    yield joined
    if len(joined) > 3 and joined.endswith("s"):
        yield joined[:-1]


def _folded(word: str) -> str:
    if word in "&+":
        return "and"
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
