"""Tables in LaTeX, for the packages booktabs and graphicx."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from controller.results.report.model import Column, Table, Value

HEAD_WIDTH = 9
"""Longest line of a column's heading, in characters, where its words allow."""
CELL_WIDTH = 22
"""The same for texts in tables of more than `MANY_COLUMNS` columns."""
MANY_COLUMNS = 12
_PACKAGES = r"% needs \usepackage[T1]{fontenc}, \usepackage{booktabs}, \usepackage{graphicx}"
_FITTING = r"""\ifdim\wd2>1.3\linewidth \sbox2{\rotatebox{90}{\usebox2}}\fi
\ifdim\wd2>\linewidth \sbox2{\resizebox{\linewidth}{!}{\usebox2}}\fi
\ifdim\dimexpr\ht2+\dp2\relax>.75\textheight \sbox2{\resizebox*{!}{.75\textheight}{\usebox2}}\fi
\usebox2"""
"""Turns a table that is much too wide, and shrinks one that is still too wide or too high."""

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "[": "{[}",  # behind the end of a row, [ and * would be read as that command's
    "]": "{]}",
    "*": "{*}",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "†": r"\textdagger{}",
    "±": r"$\pm$",
    "−": "$-$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "→": r"$\rightarrow$",
    "€": r"\texteuro{}",
    "™": r"\texttrademark{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
}
_LETTERS = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x180)))) - set(
    "¸ĦħĸĿŀŉŦŧſ"
)
"""Characters of T1 fonts."""
_LIGATURES = frozenset({"--", "''", ",,"})
"""Pairs that fonts join."""


def escape(text: str) -> str:
    """Escape text for LaTeX. Characters that T1 fonts lack, such as Chinese, become numbers: [U+4E2D]."""
    joined = unicodedata.normalize("NFC", text)
    return "".join(
        ("{}" if before + letter in _LIGATURES else "") + _letter(letter)
        for before, letter in zip(f" {joined}", joined, strict=False)
    )


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter in _LETTERS:
        return letter
    return " " if letter.isspace() else f"{{[}}U+{ord(letter):04X}{{]}}"


def latex(table: Table) -> str:
    """The table as a float, for \\input."""
    return "\n".join(_lines(_narrow(table))) + "\n"


def _narrow(table: Table) -> Table:
    """A wide table without the text columns that are the same in all rows; its notes have their values."""
    first, *others = table.columns
    if len(others) < MANY_COLUMNS or len(table.rows) < 2:
        return table
    texts = {column.key: {row.cells.get(column.key) for row in table.rows} for column in others}
    same = [column for column in others if column.kind == "text" and len(texts[column.key]) == 1]
    if not same:
        return table
    constants = "; ".join(
        f"{column.head} {column.format(table.rows[0].cells.get(column.key))}" for column in same
    )
    columns = [first, *(column for column in others if column not in same)]
    return replace(table, columns=columns, notes=(*table.notes, f"The same in all rows: {constants}."))


def _lines(table: Table) -> Iterator[str]:
    width = len(table.columns)
    yield _PACKAGES
    yield r"\begin{table*}"
    yield r"\centering"
    # LaTeX numbers its tables itself.
    title = re.sub(r"^Table \d: ", "", table.title)
    yield rf"\caption{{{escape(title)}. {escape(' '.join([*table.notes, *table.paper_notes]))}}}"
    yield rf"\label{{tab:{table.name}}}"
    yield r"\medskip\small"
    alignments = "".join(_side(column) for column in table.columns)
    yield rf"\sbox2{{\begin{{tabular}}{{{alignments}}}"
    yield r"\toprule"
    if groups := table.groups():
        yield (
            " & ".join(
                rf"\multicolumn{{{span}}}{{c}}{{{_wrap(name, span * HEAD_WIDTH, 'b', 'c')}}}"
                for name, span in groups
            )
            + r" \\"
        )
        yield " ".join(_rules(groups))
    yield (
        " & ".join(_wrap(column.head, HEAD_WIDTH, "b", _side(column)) for column in table.columns) + r" \\"
    )
    for section, rows in table.sections():
        yield r"\midrule"
        if section:
            yield rf"\multicolumn{{{width}}}{{l}}{{\emph{{{escape(section)}}}}} \\"
        for row in rows:
            yield (
                " & ".join(_cell(column, row.cells.get(column.key), width) for column in table.columns)
                + r" \\"
            )
    yield r"\bottomrule"
    yield r"\end{tabular}}"
    yield _FITTING
    yield r"\end{table*}"


def _cell(column: Column, value: Value, width: int) -> str:
    shown = column.format(value)
    if column.kind == "text" and width > MANY_COLUMNS:
        return _wrap(shown, CELL_WIDTH, "t", "l")
    return escape(shown)


def _wrap(text: str, longest: int, place: str, side: str) -> str:
    """Text wrapped at `longest` characters where its words allow; `place` is the line aligned with the row."""
    lines = textwrap.wrap(text, longest, break_long_words=False, break_on_hyphens=False)
    if len(lines) < 2:
        return escape(text)
    inner = r"\\ ".join(map(escape, lines))
    return rf"\begin{{tabular}}[{place}]{{@{{}}{side}@{{}}}}{inner}\end{{tabular}}"


def _side(column: Column) -> str:
    return "l" if column.kind == "text" else "r"


def _rules(groups: list[tuple[str, int]]) -> Iterator[str]:
    first = 1
    for name, span in groups:
        if name:
            yield rf"\cmidrule(lr){{{first}-{first + span - 1}}}"
        first += span
