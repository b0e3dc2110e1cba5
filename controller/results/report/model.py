"""A report's tables, independent of the format they are written in, and metrics as columns of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from controller.core.texts import printable_line, shorten
from controller.metrics.spec import PERCENT, MetricSpec

Value = str | float | None
Kind = Literal["text", "count", "percent", "number", "signed", "probability", "dollars"]
Source = Literal["run", "baseline", "paper"]
"""Whose numbers a row has: a run's, a baseline run's, the paper's."""

_FORMS = {
    "percent": "{:.1f}",
    "number": "{:.1f}",
    "signed": "{:+.1f}",
    "probability": "{:.4f}",
    "count": "{:,.0f}",
    "dollars": "${:,.2f}",
    "small dollars": "${:.2g}",
}
NOTHING = "–"
PAPER_COLUMN = "paper_tasks"
"""The column with the paper's numbers of tasks."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        key: Its name in files.
        head: Its heading.
        kind: How values are shown; percents are in hundredths already.
        group: Heading over several columns, "" without one.
        description: What it means, for a tooltip.
        decimals: Digits after the point; None for those of `kind`.
        paper_only: Whether only a paper's rows have values; a report without papers leaves it out.
    """

    key: str
    head: str
    kind: Kind = "text"
    group: str = ""
    description: str = ""
    decimals: int | None = None
    paper_only: bool = False

    def format(self, value: Value) -> str:
        """A value as text."""
        if value is None:
            return "unknown" if self.kind == "dollars" else NOTHING
        if isinstance(value, str):
            return value
        if self.kind not in _FORMS:
            return str(value)
        small = self.kind == "dollars" and 0 < value < 0.095  # one digit at most would be left
        form = _FORMS["small dollars" if small else self.kind]
        shown = (form if self.decimals is None else form.replace(".1f", f".{self.decimals}f")).format(value)
        return shown if any(digit in "123456789" for digit in shown) else shown.lstrip("+-")


@dataclass(frozen=True, slots=True)
class Row:
    """Values by column key. Rows of the same `section` stand together under its title."""

    section: str
    source: Source
    cells: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: The name of its files.
        title: Its title.
        columns: Its columns, in order.
        rows: Its rows, in order.
        notes: Sentences that stand below it.
        short: Its name in the list of tables; the title up to a colon if "".
        paper_notes: Sentences below it about the paper's rows.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    short: str = ""
    paper_notes: Sequence[str] = ()

    def without_paper(self) -> Table:
        """The same table without what is the paper's."""
        columns = [column for column in self.columns if column.key != PAPER_COLUMN and not column.paper_only]
        rows = [row for row in self.rows if row.source != "paper"]
        return replace(self, columns=columns, rows=rows, paper_notes=())

    def sections(self) -> list[tuple[str, list[Row]]]:
        """The rows by section, in their order."""
        by_section: dict[str, list[Row]] = {}
        for row in self.rows:
            by_section.setdefault(row.section, []).append(row)
        return list(by_section.items())

    def groups(self) -> list[tuple[str, int]]:
        """The headings over columns, each with the number of columns it spans; none if no column has one."""
        spans: list[tuple[str, int]] = []
        for column in self.columns:
            if spans and spans[-1][0] == column.group:
                spans[-1] = (column.group, spans[-1][1] + 1)
            else:
                spans.append((column.group, 1))
        return spans if any(name for name, _ in spans) else []


def metric_column(spec: MetricSpec, key: str = "", group: str = "") -> Column:
    """Return the column of a metric, by default with its own key."""
    return Column(
        key=key or spec.csv_column,
        head=spec.column_heading,
        kind="percent" if spec.unit == PERCENT else "number",
        group=group,
        description=spec.description,
        decimals=spec.decimals,
    )


def selected_values(group: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values over all selected episodes of a group of a summary, such as `summary()["overall"]`.

    All are None if no episode has a verdict: a run that has not begun has no result, not one of 0.
    """
    selected: Mapping[str, Any] = group["selected"]
    return selected if group["ran"]["episodes"] else dict.fromkeys(selected)


def metric_cells(
    metrics: Iterable[MetricSpec], values: Mapping[str, Any], *, gui: bool, prefix: str = ""
) -> dict[str, Value]:
    """Return the cells of metrics, in the metrics' units.

    Args:
        metrics: The metrics.
        values: Values of a group of a summary, such as `summary()["overall"]["selected"]` or `selected_values`.
        gui: Whether the run had mouse and keyboard alone; metrics of tools are then left empty.
        prefix: What the columns' keys begin with.
    """
    return {
        f"{prefix}{spec.csv_column}": (
            None if values[spec.key] is None or (gui and spec.needs_tools) else values[spec.key] * spec.scale
        )
        for spec in metrics
    }


def clean(text: str, longest: int = 0) -> str:
    """Text on one line without characters that are not printable, such as marks that change the writing direction."""
    printable = printable_line(text)
    return shorten(printable, longest) if longest else printable
