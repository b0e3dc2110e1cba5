"""Tables of all commands: narrow where they must be, so that a terminal of 80 columns shows every number whole."""

from __future__ import annotations

from collections.abc import Collection

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table

UNLIMITED = 10_000
"""Columns that no table fills."""


class FittingTable(Table):
    """A table whose headings have one word a line only where the table is too wide otherwise."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table, with narrow headings if needed."""
        whole = Measurement.get(console, options.update(width=UNLIMITED), self).maximum
        headings = [column.header for column in self.columns]
        if whole > options.max_width:
            for column in self.columns:
                if column.no_wrap and isinstance(column.header, str):
                    column.header = column.header.replace(" ", "\n")
        yield from super().__rich_console__(console, options)
        for column, heading in zip(self.columns, headings, strict=True):
            column.header = heading


def make_table(*columns: str, texts: Collection[str] | None = None, title: str = "") -> Table:
    """Make an empty table.

    Args:
        columns: Headings.
        texts: Columns whose texts wrap; None for all. Other columns are never cut: the first is a name, the rest
            are numbers, flush right.
        title: The table's title.
    """
    table = FittingTable(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title=title or None,
        title_justify="left",
        title_style="bold",
    )
    for number, column in enumerate(columns):
        if texts is None or column in texts:
            table.add_column(column, overflow="fold")
        elif not number:
            table.add_column(column, no_wrap=True)
        else:
            table.add_column(column, justify="right", no_wrap=True)
    return table
