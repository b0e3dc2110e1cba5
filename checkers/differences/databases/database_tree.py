"""SQLite databases as trees of tables and rows.

A database is opened in memory. Nothing of its schema runs: only stored columns of tables are selected, by statements
that an authorizer admits, with limits of size and time.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

from checkers.differences.json_tree import exact_value
from checkers.differences.text_tree import encodable
from checkers.differences.tree import Span, TreeNode, Value
from checkers.evidence import Unusable

SIGNATURE = b"SQLite format 3\0"
_MODES, _WITHOUT_WAL = 18, b"\1\1"
"""Where the header says that a -wal belongs to the database, and that none does: in memory there is none."""
MAX_BYTES = 64 * 2**20
MAX_VALUES = 200_000
"""Values of all rows together."""
MAX_LENGTH = 16 * 2**20
"""Bytes of a value, and of a row."""
SECONDS = 20.0
_PROGRESS_STEPS = 10_000
_SPACE = re.compile(r"\s+")
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA})
_PRAGMAS = frozenset({"trusted_schema", "cell_size_check", "mmap_size", "query_only", "table_xinfo"})


def read_database_tree(data: bytes, name: str) -> TreeNode:
    """Read a database: tables, their rows and columns, and the statements of the schema.

    Rows are named by their primary key and have the columns as attributes. A row of a table without a primary key has
    no name and its columns as texts, by which it is aligned. What is beside the database in a file of its own,
    `merge_journals` adds to it before. b"" is a database that is not there.

    Raises Unusable if it is no database, damaged or too large.
    """
    if not data:
        return TreeNode("database")
    if len(data) > MAX_BYTES:
        raise Unusable(f"{name} has at most {MAX_BYTES} bytes", len(data))
    if not data.startswith(SIGNATURE):
        raise Unusable(f"{name} is a database", "it does not begin like one")
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            database.deserialize(data[:_MODES] + _WITHOUT_WAL + data[_MODES + 2 :])
            _limit(database)
            return TreeNode("database", children=tuple(_parts(database, name)))
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
        raise Unusable(f"{name} is a readable database", error) from error


def _limit(database: sqlite3.Connection) -> None:
    """Let a database be read only, without anything of its schema running, and for some seconds."""
    deadline = time.monotonic() + SECONDS
    database.set_progress_handler(lambda: time.monotonic() > deadline, _PROGRESS_STEPS)
    for category, limit in (
        (sqlite3.SQLITE_LIMIT_LENGTH, MAX_LENGTH),
        (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 2**20),
        (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ):
        database.setlimit(category, limit)
    database.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
    database.set_authorizer(_authorize)
    for statement in ("trusted_schema = off", "cell_size_check = on", "mmap_size = 0", "query_only = on"):
        database.execute(f"pragma {statement}")


def _authorize(action: int, first: str | None, *_: str | None) -> int:
    allowed = action in _ALLOWED and (action != sqlite3.SQLITE_PRAGMA or first in _PRAGMAS)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _parts(database: sqlite3.Connection, name: str) -> Iterator[TreeNode]:
    schema = database.execute(
        "select type, name, sql, rootpage from sqlite_schema order by type, name"
    ).fetchall()
    left = MAX_VALUES
    for kind, title, statement, page in schema:
        if str(title).startswith("sqlite_"):
            continue
        rows: list[TreeNode] = []
        if kind == "table" and page:
            columns = _columns(database, title)
            rows = _rows(database, title, columns, most=left // max(len(columns), 1) + 1)
            left -= len(rows) * len(columns)
            if left < 0:
                raise Unusable(f"{name} holds at most {MAX_VALUES} values", "more")
        text = encodable(_SPACE.sub(" ", str(statement or "")).strip())
        yield TreeNode(str(kind), encodable(str(title)), {"statement": text}, children=tuple(rows))


def _columns(database: sqlite3.Connection, table: str) -> list[tuple[str, int]]:
    """Return the stored columns, each with its place in the primary key, from 1; 0 if it is not in it."""
    found = database.execute(f"pragma table_xinfo({_quoted(table)})").fetchall()
    return [(str(name), place) for _, name, _, _, _, place, hidden in found if not hidden]


def _rows(
    database: sqlite3.Connection, table: str, columns: list[tuple[str, int]], most: int
) -> list[TreeNode]:
    """Return the rows by name, because those with a key have no order; those without stay as they are stored."""
    if not columns:
        return []
    listed = ", ".join(_quoted(column) for column, _ in columns)
    rows = database.execute(f"select {listed} from {_quoted(table)}").fetchmany(most)
    names = [encodable(column) for column, _ in columns]
    key = [index for _, index in sorted((place, index) for index, (_, place) in enumerate(columns) if place)]
    nodes = [_row(names, [_value(value) for value in row], key) for row in rows]
    return sorted(nodes, key=lambda node: node.name)


def _row(columns: list[str], values: list[Value], key: list[int]) -> TreeNode:
    if key:
        name = ", ".join(str(values[index]) for index in key)
        return TreeNode("row", name, dict(zip(columns, values, strict=True)))
    cells = zip(columns, values, strict=True)
    return TreeNode(
        "row",
        children=tuple(TreeNode("column", column, spans=(Span(str(value)),)) for column, value in cells),
    )


def _value(value: object) -> Value:
    if isinstance(value, bytes):
        return f"{len(value)} bytes, sha256 {hashlib.sha256(value).hexdigest()}"
    return exact_value(value)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
