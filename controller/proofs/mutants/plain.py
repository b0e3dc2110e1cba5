"""Mutants of texts and of JSON."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from controller.proofs.mutants.mutant import ContentMutant, other_number, other_words

_SHOWN = 40
_MEANINGLESS = re.compile(r"id|guid|checksum|version|type|description|date_\w+|\w+Url")
"""Keys of JSON whose value an application chooses for itself: numbers of entries, times, addresses for debuggers."""


def text_mutants(text: str) -> Iterator[ContentMutant]:
    """Each line changed, dropped, doubled, and swapped with the next."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        place = f"line {number + 1}, {line.strip()[:_SHOWN]!r}"
        if not line.strip():
            continue
        yield ContentMutant("line changed", place, partial(_join, lines, number, (other_words(line),)))
        yield ContentMutant("line dropped", place, partial(_join, lines, number, ()))
        yield ContentMutant("line doubled", place, partial(_join, lines, number, (line, line)))
        if number + 1 < len(lines) and lines[number + 1] != line:
            pair = (lines[number + 1], line)
            yield ContentMutant("lines swapped", place, partial(_join, lines, number, pair, 2))


def _join(lines: list[str], number: int, instead: tuple[str, ...], replaced: int = 1) -> bytes:
    return "".join([*lines[:number], *instead, *lines[number + replaced :]]).encode()


def json_mutants(value: Any) -> Iterator[ContentMutant]:
    """Each value with a meaning changed; each item of a list dropped, and swapped with the next."""
    for path in _paths(value):
        *above, last = path
        place = "".join(f"[{key!r}]" for key in path)
        container = _at(value, above)
        leaf = container[last]
        if isinstance(leaf, str | int | float | bool) and not _MEANINGLESS.fullmatch(str(last)):
            yield ContentMutant("value", place, partial(_with, value, above, last, _other(leaf)))
        if isinstance(container, list):
            yield ContentMutant("item dropped", place, partial(_without, value, above, last))
            if last + 1 < len(container) and container[last + 1] != leaf:
                yield ContentMutant("items swapped", place, partial(_swap, value, above, last))


def _paths(value: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*above, key)
        yield from _paths(inner, (*above, key))


def _at(value: Any, path: list[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


def _other(leaf: str | float | bool) -> str | int | float | bool:
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, str):
        return other_words(leaf)
    return float(other_number(str(leaf))) if isinstance(leaf, float) else leaf + 1


def _with(value: Any, above: list[Any], last: Any, leaf: Any) -> bytes:
    changed = copy.deepcopy(value)
    _at(changed, above)[last] = leaf
    return json.dumps(changed).encode()


def _without(value: Any, above: list[Any], last: Any) -> bytes:
    changed = copy.deepcopy(value)
    del _at(changed, above)[last]
    return json.dumps(changed).encode()


def _swap(value: Any, above: list[Any], last: int) -> bytes:
    changed = copy.deepcopy(value)
    items = _at(changed, above)
    items[last], items[last + 1] = items[last + 1], items[last]
    return json.dumps(changed).encode()
