"""Sentence grammars: `[a|b]` is one of several phrases, `{name}` a value; an option may be of some writers alone.

expand("[Could|Can] you bring {thing}?", random, {"thing": "the ladder"}) -> "Can you bring the ladder?"
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

TERSE, CHATTY, FORMAL = STYLES = ("t", "c", "f")
_STYLED = re.compile(r"([tcf]{1,2}):")
_TOKEN = re.compile(r"[\[\]|]|\{[a-z_]+\}|[^\[\]|{}]+")
_SPACES = re.compile(r" +(?=[ ,.;:?!])")
_BEGINS = re.compile(r"(^|[.!?] |\n)([a-z])")


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str


@dataclass(frozen=True, slots=True)
class _OneOf:
    options: tuple[tuple[_Part, ...], ...]


_Part = str | _Slot | _OneOf


def expand(template: str, random: Random, values: Mapping[str, object]) -> str:
    """Return a text of a template, with capitals where sentences begin."""
    parts: list[str] = []
    _write(_parsed(template), random, values, parts)
    text = _SPACES.sub("", "".join(parts).strip())
    return _BEGINS.sub(lambda match: match[1] + match[2].upper(), text)


def fitting(options: Sequence[str], style: str) -> tuple[str, ...]:
    """Return the templates that a writer of a style uses: those marked with it, else those without a mark."""
    return _fitting(tuple(options), style)


@cache
def _fitting(options: tuple[str, ...], style: str) -> tuple[str, ...]:
    marked = [(_STYLED.match(option), option) for option in options]
    own = [option[match.end() :] for match, option in marked if match and style in match[1]]
    return tuple(own) + tuple(option for match, option in marked if not match)


@cache
def _parsed(template: str) -> tuple[_Part, ...]:
    options: list[list[list[_Part]]] = [[[]]]
    for token in _TOKEN.findall(template):
        if token == "[":
            options.append([[]])
        elif token == "|" and len(options) > 1:
            options[-1].append([])
        elif token == "]":
            done = _OneOf(tuple(tuple(option) for option in options.pop()))
            options[-1][-1].append(done)
        else:
            options[-1][-1].append(_Slot(token[1:-1]) if token.startswith("{") else token)
    (whole,) = options
    return tuple(whole[0])


def _write(
    parts: tuple[_Part, ...], random: Random, values: Mapping[str, object], written: list[str]
) -> None:
    for part in parts:
        if isinstance(part, str):
            written.append(part)
        elif isinstance(part, _Slot):
            written.append(str(values[part.name]))
        else:
            _write(part.options[int(random.random() * len(part.options))], random, values, written)
