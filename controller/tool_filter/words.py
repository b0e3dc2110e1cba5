"""Texts as words: split, endings taken off, and what users' words mean in tools' words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_STOPWORD_TEXT = """
a an and are as at be been by can could do for from has have he her his i if in into is it its me my of on or
our please she so some than that the their them then there these this those to us using want was we were what
when which will with would you your
"""
_STOPWORDS = frozenset(_STOPWORD_TEXT.split())
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """vocabulary.toml, read: stems of users' words and phrases, by the areas and words they refer to."""

    areas: Mapping[tuple[str, ...], frozenset[str]]
    means: Mapping[tuple[str, ...], frozenset[str]]
    longest: int


def words(text: str) -> Iterator[str]:
    """Lower-case words of a text or an identifier, plurals and common endings taken off."""
    return (stem(word) for word in _split(text) if word not in _STOPWORDS)


def stems(text: str) -> tuple[str, ...]:
    """All words of a text in order, endings taken off."""
    return tuple(map(stem, _split(text)))


def stem(word: str) -> str:
    """A lower-case word without its ending."""
    for ending, replacement in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + replacement
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsaeiou":
                word = word[:-1]
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return f"{word[:-1]}i" if len(word) > 2 and word[-1] == "y" else word


def phrases(text: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Every run of one to `longest` words of a text, endings taken off."""
    words_in_order = stems(text)
    for start in range(len(words_in_order)):
        for length in range(1, min(longest, len(words_in_order) - start) + 1):
            yield words_in_order[start : start + length]


@cache
def vocabulary() -> Vocabulary:
    """The project's vocabulary of users' words."""
    data = _vocabulary_file()
    areas = _invert(data["areas"])
    means = _invert({stem(word): phrases for word, phrases in data["means"].items()})
    return Vocabulary(areas, means, max(map(len, (*areas, *means))))


def area_words() -> Mapping[str, str]:
    """Users' words for each area, as vocabulary.toml has them."""
    return _vocabulary_file()["areas"]


@cache
def _vocabulary_file() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text())


def clauses(text: str) -> list[str]:
    """A text's sentences and their parts, in order; names with points stay whole."""
    parts = re.split(r"[.!?](?=\s|$)|[;:,\n](?=\s)|\s(?:and|then|but)\s", text)
    return [part.strip() for part in parts if re.search(r"\w", part)]


def _split(text: str) -> Sequence[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.findall(r"mp[34]|[a-z]+", spaced.lower())


def _invert(table: Mapping[str, str]) -> dict[tuple[str, ...], frozenset[str]]:
    targets: dict[tuple[str, ...], frozenset[str]] = {}
    for target, phrases in table.items():
        for phrase in phrases.split():
            key = stems(phrase.replace("_", " "))
            targets[key] = targets.get(key, frozenset()) | {target}
    return targets
