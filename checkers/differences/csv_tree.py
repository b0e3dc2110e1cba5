"""Tables in text files as trees of rows and cells."""

from __future__ import annotations

import csv
import io

from checkers.differences.text_tree import read_text_tree
from checkers.differences.tree import Span, TreeNode
from checkers.evidence import Unusable

MAX_CELLS = 100_000
_DELIMITERS = (",", ";", "\t", "|")


def read_csv_tree(data: bytes, name: str) -> TreeNode:
    """Read a table: its rows with their cells, its delimiter, and encoding and line ends as `read_text_tree` does.

    Which cells are in quotes is left out: programs decide that themselves.

    Raises Unusable.
    """
    text = read_text_tree(data, name)
    lines = [line.text for line in text.children]
    delimiter = _delimiter(lines)
    rows = _rows(lines, delimiter, name)
    return TreeNode(
        "table", attributes={**text.attributes, "delimiter": delimiter}, children=tuple(map(_row, rows))
    )


def _delimiter(lines: list[str]) -> str | None:
    """Return the delimiter that occurs most often in the first line; None if there is none."""
    first = lines[0] if lines else ""
    most = max(_DELIMITERS, key=first.count)
    return most if most in first else None


def _rows(lines: list[str], delimiter: str | None, name: str) -> list[list[str]]:
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines), newline=""), delimiter=delimiter or ","))
    except csv.Error as error:
        raise Unusable(f"{name} is a table", error) from error
    if (cells := sum(map(len, rows))) > MAX_CELLS:
        raise Unusable(f"{name} has at most {MAX_CELLS} cells", cells)
    return rows


def _row(cells: list[str]) -> TreeNode:
    return TreeNode(
        "row",
        children=tuple(
            TreeNode("cell", str(number), spans=(Span(cell),) if cell else ())
            for number, cell in enumerate(cells, 1)
        ),
    )
