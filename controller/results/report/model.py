"""A report's tables, apart from what they are written as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Value = str | float | None
Kind = Literal["text", "count", "percent", "number", "signed", "probability", "dollars"]
Source = Literal["run", "floor", "paper"]
"""Whose numbers a row has: a run's, a floor's, the paper's."""

_FORMS = {
    "percent": "{:.1f}",
    "number": "{:.1f}",
    "signed": "{:+.1f}",
    "probability": "{:.4f}",
    "count": "{:,.0f}",
    "dollars": "${:,.2f}",
}
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """`key` names it in files, `head` for people, `group` is a head over several columns."""

    key: str
    head: str
    kind: Kind = "text"
    group: str = ""

    def shown(self, value: Value) -> str:
        """A value for people; percents are in hundredths already."""
        if value is None:
            return "unknown" if self.kind == "dollars" else NOTHING
        if isinstance(value, str):
            return value
        if self.kind not in _FORMS:
            return str(value)
        shown = _FORMS[self.kind].format(value)
        return shown if any(digit in "123456789" for digit in shown) else shown.lstrip("+-")


@dataclass(frozen=True, slots=True)
class Row:
    """Values by columns' keys; rows of the same `section` stand together under it."""

    section: str
    source: Source
    cells: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is that of its files, `short` what a list of tables calls it; `notes` stand below it."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    short: str = ""

    def sections(self) -> list[tuple[str, list[Row]]]:
        """Its rows by section, in their order."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.section, []).append(row)
        return list(found.items())

    def groups(self) -> list[tuple[str, int]]:
        """The heads over columns, each with how many columns it spans; none when no column has one."""
        found: list[tuple[str, int]] = []
        for column in self.columns:
            if found and found[-1][0] == column.group:
                found[-1] = (column.group, found[-1][1] + 1)
            else:
                found.append((column.group, 1))
        return found if any(name for name, _ in found) else []


def clean(text: str, longest: int = 0) -> str:
    """Text on one line, without what cannot be printed (also marks that turn the direction of writing)."""
    printable = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return printable[: longest - 1] + "…" if longest and len(printable) > longest else printable
