"""Tables of all commands: narrow where they must be, so that a terminal of 80 columns shows every number whole.

In a pipe or file a row is one line, as programs that read it expect: names and numbers are whole, long texts are cut.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

UNLIMITED = 10_000
"""Columns that no table fills: the width of a console in a pipe or file."""
PIPED_WIDTH = 160
"""Columns that a table takes in a pipe or file, if names and numbers leave room for it and COLUMNS is not set."""
LEAST_TEXT = 24
"""Columns that the shortest of the texts that are cut keeps."""
CUT = f"(texts are cut at {PIPED_WIDTH} columns; set COLUMNS for more)"


class FittingTable(Table):
    """A table whose headings have one word a line only where the table is too wide otherwise."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table, with narrow headings if needed."""
        whole = Measurement.get(console, options.update(width=UNLIMITED), self).maximum
        if options.max_width >= UNLIMITED:
            yield from self._with_cut_texts(console, options, whole - PIPED_WIDTH)
            return
        headings = [column.header for column in self.columns]
        if whole > options.max_width:
            for column in self.columns:
                if column.no_wrap and isinstance(column.header, str):
                    column.header = column.header.replace(" ", "\n")
        yield from super().__rich_console__(console, options)
        for column, heading in zip(self.columns, headings, strict=True):
            column.header = heading

    def _with_cut_texts(self, console: Console, options: ConsoleOptions, excess: int) -> RenderResult:
        """Yield the table with its widest texts cut, so that it has `excess` columns less where that is possible."""
        texts = [column for column in self.columns[1:] if not column.no_wrap] if excess > 0 else []
        widths = [_width(column, console, options) for column in texts]
        limit = _limit_of_widths(widths, sum(widths) - excess)
        cut = [column for column, width in zip(texts, widths, strict=True) if width > limit]
        for column in cut:
            column.max_width, column.no_wrap, column.overflow = limit, True, "ellipsis"
        yield from super().__rich_console__(console, options)
        if cut:
            yield Text(CUT)
        for column in cut:
            column.max_width, column.no_wrap, column.overflow = None, False, "fold"


def _width(column: Column, console: Console, options: ConsoleOptions) -> int:
    cells = (column.header, *column.cells)
    return max(Measurement.get(console, options, cell).maximum for cell in cells)


def _limit_of_widths(widths: Sequence[int], room: int) -> int:
    """Return the width to which the widest must be cut so that all take at most `room`; at least LEAST_TEXT."""
    for number, width in enumerate(sorted(widths)):
        share = room // (len(widths) - number)
        if width > share:
            return max(share, LEAST_TEXT)
        room -= width
    return max(widths, default=0)


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
