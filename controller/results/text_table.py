"""Tables of all commands: narrow, so that a terminal of 80 columns shows every number whole."""

from __future__ import annotations

from collections.abc import Collection

from rich import box
from rich.table import Table


def make_table(*columns: str, texts: Collection[str] | None = None, title: str = "") -> Table:
    """Make an empty table.

    Args:
        columns: Headings.
        texts: Columns whose texts wrap; None for all. Other columns are never cut: the first is a name, the rest
            are numbers, flush right and with one word of their heading a line.
        title: The table's title.
    """
    table = Table(
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
            table.add_column(column.replace(" ", "\n"), justify="right", no_wrap=True)
    return table
