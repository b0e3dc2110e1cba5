"""Tables of a report as HTML. A table with many columns is turned, so that it fits the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from controller.core.texts import breakable
from controller.results.report.model import PAPER_COLUMN, Column, Row, Table

LONG_TABLE = 30
"""Tables with more rows scroll in a window of their own."""
MANY_COLUMNS = 13
"""A table with more columns is turned, unless rows of the paper are in it or rows of several sections have one name."""
MOST_ACROSS = 4
"""How many rows stand side by side in a turned table."""


def table_lines(table: Table) -> Iterator[str]:
    """The table, or several if it is turned and has many rows."""
    papers = any(row.source == "paper" for row in table.rows)
    if len(table.columns) > MANY_COLUMNS and not papers and not _needs_sections(table):
        for place in range(0, len(table.rows), MOST_ACROSS):
            yield from _transpose(table, table.rows[place : place + MOST_ACROSS])
    else:
        # The paper's rows must not hide below ours.
        yield from _upright(table, long=len(table.rows) > LONG_TABLE and not papers)


def _needs_sections(table: Table) -> bool:
    """Whether rows of several sections have one name: a turned table, which has no sections, would mix them up."""
    names = {(row.section, row.cells.get(table.columns[0].key)) for row in table.rows}
    return len({name for _, name in names}) < len(names)


def _upright(table: Table, *, long: bool) -> Iterator[str]:
    yield f'<div class="scroll{" long" * long}" tabindex="0"><table>'
    yield "<thead>"
    groups = table.groups()
    if groups:
        heads = (
            f'<th class="group" colspan="{span}" scope="colgroup">{escape(name)}</th>'
            for name, span in groups
        )
        yield f"<tr>{''.join(heads)}</tr>"
    firsts = _first_columns(table)
    yield "<tr>" + "".join(
        f'<th scope="col"{_classes(column, firsts)}{_tooltip(column)}>{breakable(escape(column.head))}</th>'
        for column in table.columns
    )
    yield "</tr></thead>"
    for section, rows in table.sections():
        yield f'<tbody class="{rows[0].source}">'
        if section:
            span = len(table.columns)
            yield f'<tr><th class="section" colspan="{span}" scope="rowgroup"><span>{escape(section)}</span></th></tr>'
        yield from (_row(table, row, firsts) for row in rows)
        yield "</tbody>"
    yield "</table></div>"


def _row(table: Table, row: Row, firsts: set[str]) -> str:
    cells = (
        f"<td{_classes(column, firsts)}>{breakable(escape(column.format(row.cells.get(column.key))))}</td>"
        for column in table.columns
    )
    return f"<tr>{''.join(cells)}</tr>"


def _transpose(table: Table, rows: Sequence[Row]) -> Iterator[str]:
    """Rows as columns; the first column's values are the headings."""
    name, *others = table.columns
    titles = (name.format(row.cells.get(name.key)) for row in rows)
    yield '<div class="scroll" tabindex="0"><table class="turned"><thead><tr>'
    yield f'<th scope="col" class="text">{escape(name.head)}</th>'
    yield "".join(
        f'<th scope="col" class="{row.source}">{breakable(escape(title))}</th>'
        for row, title in zip(rows, titles, strict=True)
    )
    yield "</tr></thead><tbody>"
    group = ""
    for column in others:
        if column.group and column.group != group:
            span = len(rows) + 1
            yield f'<tr><th class="section" colspan="{span}" scope="rowgroup">{escape(column.group)}</th></tr>'
        group = column.group
        yield f'<tr><th scope="row"{_tooltip(column)}>{escape(column.head)}</th>'
        for row in rows:
            text = column.format(row.cells.get(column.key))
            yield f'<td class="{row.source}">{breakable(escape(text))}</td>'
        yield "</tr>"
    yield "</tbody></table></div>"


def _first_columns(table: Table) -> set[str]:
    """The first columns of groups."""
    pairs = zip(table.columns, table.columns[1:], strict=False)
    return {after.key for before, after in pairs if before.group != after.group}


def _classes(column: Column, firsts: set[str]) -> str:
    names = [
        *(["text"] if column.kind == "text" else []),
        *(["first"] if column.key in firsts else []),
        *(["of-paper"] if column.key == PAPER_COLUMN else []),
    ]
    return f' class="{" ".join(names)}"' if names else ""


def _tooltip(column: Column) -> str:
    return f' title="{escape(column.description)}"' if column.description else ""
