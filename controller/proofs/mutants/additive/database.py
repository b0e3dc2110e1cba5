"""Edits of SQLite databases, opened in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from controller.proofs.mutants.additive.edits import Edit, Editor, shorten, spread
from controller.proofs.mutants.mutant import other_words

_MAGIC = b"SQLite format 3\0"
_VERSIONS = slice(18, 20)
"""The bytes of the header that say whether changes are kept in a file beside it, which there is not in memory."""
_NO_LOG = b"\x01\x01"
_TABLES = """
select name from pragma_table_list
where schema = 'main' and type = 'table' and not wr and name not like 'sqlite\\_%' escape '\\' order by name"""
"""The tables whose rows have numbers, without those in which virtual ones keep their data."""


@dataclass
class Database:
    """A database; what it may run on its own, such as a trigger, must not call unsafe functions."""

    connection: sqlite3.Connection
    versions: bytes

    @classmethod
    def parse(cls, data: bytes) -> Database:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.deserialize(data[: _VERSIONS.start] + _NO_LOG + data[_VERSIONS.stop :])
        connection.execute("pragma trusted_schema = off")
        return cls(connection, data[_VERSIONS])

    def serialize(self) -> bytes:
        data = self.connection.serialize()
        return data[: _VERSIONS.start] + self.versions + data[_VERSIONS.stop :]

    @property
    def tables(self) -> list[str]:
        return [name for (name,) in self.connection.execute(_TABLES)]

    def columns(self, table: str) -> list[str]:
        """Return the columns of a table without the one that numbers its rows."""
        rows = self.connection.execute(f"pragma table_info({_quote(table)})")
        return [
            name
            for _index, name, kind, _required, _default, key in rows
            if not key or kind.upper() != "INTEGER"
        ]

    def value(self, table: str, row: int, columns: list[str]) -> tuple[Any, ...]:
        """Return the values of a row in some columns."""
        query = f"select {', '.join(map(_quote, columns))} from {_quote(table)} where rowid = ?"
        values: tuple[Any, ...] = self.connection.execute(query, (row,)).fetchone()
        return values

    def rows(self, table: str) -> list[int]:
        """Return the numbers of a few rows of a table, spread over it."""
        query = f"select rowid from {_quote(table)} order by rowid"
        return spread([row for (row,) in self.connection.execute(query)])

    def change(self, place: str, statement: str, values: tuple[Any, ...]) -> Iterator[Edit]:
        """Yield the edit that a statement makes, unless the database forbids it."""
        if self._allows(statement, values):
            yield Edit(place, partial(self.connection.execute, statement, values))

    def _allows(self, statement: str, values: tuple[Any, ...]) -> bool:
        """Test whether a statement changes the database: a condition or a trigger may forbid it."""
        self.connection.execute("savepoint trial")
        try:
            return self.connection.execute(statement, values).rowcount > 0
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            return False
        finally:
            self.connection.execute("rollback to trial")
            self.connection.execute("release trial")


def is_database(data: bytes) -> bool:
    """Test whether a content is a SQLite database that can be read."""
    if not data.startswith(_MAGIC):
        return False
    with suppress(sqlite3.DatabaseError):
        return bool(Database.parse(data).connection.execute(_TABLES).fetchall())
    return False


def _insert_rows(database: Database) -> Iterator[Edit]:
    """Insert rows like those that there are, with other texts and numbers."""
    for table in database.tables:
        columns = database.columns(table)
        for row in database.rows(table)[-1:] if columns else ():
            names, marks = ", ".join(map(_quote, columns)), ", ".join("?" * len(columns))
            statement = f"insert into {_quote(table)} ({names}) values ({marks})"
            values = tuple(map(_other, database.value(table, row, columns)))
            yield from database.change(f"table {table}", statement, values)


def _update_rows(database: Database) -> Iterator[Edit]:
    for table in database.tables:
        for row in database.rows(table):
            for column in database.columns(table):
                statement = f"update {_quote(table)} set {_quote(column)} = ? where rowid = ?"
                (value,) = database.value(table, row, [column])
                place = f"table {table}, row {row}, {column} {shorten(str(value))}"
                yield from database.change(place, statement, (_other(value), row))


def _delete_rows(database: Database) -> Iterator[Edit]:
    for table in database.tables:
        for row in database.rows(table):
            statement = f"delete from {_quote(table)} where rowid = ?"
            yield from database.change(f"table {table}, row {row}", statement, (row,))


def _add_table(database: Database) -> Iterator[Edit]:
    yield Edit(
        "after the last table", partial(database.connection.execute, "create table added (value text)")
    )


def _add_columns(database: Database) -> Iterator[Edit]:
    for table in database.tables:
        statement = f"alter table {_quote(table)} add column added text"
        yield Edit(f"table {table}", partial(database.connection.execute, statement))


def _other(value: Any) -> Any:
    if isinstance(value, int | float):
        return value + 1
    return other_words(value) if isinstance(value, str) else "added"


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


DATABASES = Editor(
    open=Database.parse,
    save=Database.serialize,
    rules={
        "row inserted": _insert_rows,
        "row updated": _update_rows,
        "row deleted": _delete_rows,
        "table added": _add_table,
        "column added": _add_columns,
    },
)
