"""Formulas and references in one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checkers.workbook_model import cell_name, column_number

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384

Rectangle = tuple[int, int, int, int]
"""First row, first column, last row, last column; from 1."""

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"]|"")*"?)
    |(?P<sheet>'(?:[^']|'')*'!?|[^\W\d][\w.]*!)
    |(?P<columns>\[[^\]]*\]+)
    |(?P<space>\s+)
    |(?P<number>(?<![\w$:])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w:!(.]))
    |(?P<name>[\w$.\\#?]+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_PREFIX = re.compile(r"^(?:_xlfn\.|_xlws\.|_xlpm\.|_xludf\.|com\.sun\.star\.sheet\.addin\.)+", re.IGNORECASE)
_BOOLEAN = re.compile(r"\b(TRUE|FALSE)\(\)")
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_COLUMN = re.compile(r"\$?([A-Za-z]{1,3})")
_ROW = re.compile(r"\$?([0-9]{1,7})")
_STRETCH = 500
"""Longest list of ranges that is brought into one spelling."""


def canonical_formula(formula: str) -> str:
    """Return a formula without "=" in one spelling: names in capitals, no spaces, sheets without quotes."""
    parts: list[str] = []
    space = False
    for token in _TOKEN.finditer(formula.removeprefix("of:").removeprefix("=")):
        kind, text = token.lastgroup, token[0]
        if kind == "space":
            space = True
            continue
        if space and parts and _ends_operand(parts[-1]) and kind not in ("other", "text"):
            parts.append(" ")  # the intersection of two ranges
        space = False
        if kind == "sheet":
            text = text.replace("''", "\0").replace("'", "").replace("\0", "'")
        elif kind == "number":
            text = f"{float(text):.15g}"
        elif kind == "name":
            text = _PREFIX.sub("", text).upper()
        parts.append(text)
    return _BOOLEAN.sub(r"\1", "".join(parts))


def _ends_operand(text: str) -> bool:
    return text[-1].isalnum() or text[-1] in ")}_"


def rectangle(reference: str) -> Rectangle | None:
    """Return the cells of a reference such as "$A$1:B7", "A:A" or "2:3", without its sheet; None if it is none."""
    first, _, last = reference.rpartition("!")[2].partition(":")
    start, end = _corner(first), _corner(last or first)
    if start is None or end is None:
        return None
    rows = sorted((start[0] or 1, end[0] or MAX_ROW))
    columns = sorted((start[1] or 1, end[1] or MAX_COLUMN))
    return rows[0], columns[0], rows[1], columns[1]


def within(place: tuple[int, int], cells: Rectangle) -> bool:
    """Test whether a row and column are among the cells of a rectangle."""
    return cells[0] <= place[0] <= cells[2] and cells[1] <= place[1] <= cells[3]


def _corner(text: str) -> tuple[int, int] | None:
    """Return row and column; 0 is none."""
    if match := _CELL.fullmatch(text):
        return int(match[2]), column_number(match[1])
    if match := _COLUMN.fullmatch(text):
        return 0, column_number(match[1])
    if match := _ROW.fullmatch(text):
        return int(match[1]), 0
    return None


def range_name(cells: Rectangle) -> str:
    """Return the name of a range of cells, such as "A1:B7", "A1", "A:B" or "2:3"."""
    top, left, bottom, right = cells
    if (top, bottom) == (1, MAX_ROW):
        return ":".join(cell_name(1, column)[:-1] for column in (left, right))
    if (left, right) == (1, MAX_COLUMN):
        return f"{top}:{bottom}"
    first, last = cell_name(top, left), cell_name(bottom, right)
    return first if first == last else f"{first}:{last}"


def canonical_ranges(references: Sequence[str]) -> str:
    """Return ranges in one spelling, from left to right, whichever way their cells are divided among them."""
    cells = [each for reference in references if (each := rectangle(reference)) is not None]
    if len(cells) > _STRETCH:
        return " ".join(sorted(map(range_name, cells)))
    return " ".join(map(range_name, _divided(cells)))


def _divided(cells: Sequence[Rectangle]) -> Iterator[Rectangle]:
    """Divide cells into the tallest possible ranges, as wide as they have the same rows."""
    edges = sorted({left for _, left, _, _ in cells} | {right + 1 for _, _, _, right in cells})
    bands: list[tuple[int, int, list[tuple[int, int]]]] = []
    for left, right in pairwise(edges):
        rows = _merged([(top, bottom) for top, first, bottom, last in cells if first <= left <= last])
        if bands and bands[-1][1] == left - 1 and bands[-1][2] == rows:
            bands[-1] = (bands[-1][0], right - 1, rows)
        elif rows:
            bands.append((left, right - 1, rows))
    for left, right, rows in bands:
        for top, bottom in rows:
            yield top, left, bottom, right


def _merged(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
