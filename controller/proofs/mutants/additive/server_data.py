"""Mutants of what a user has with the servers of the image: a booking more, a place saved, something remembered, a
record of a personal application."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial

from checkers.differences.home_files import FIXTURE_DATA
from checkers.personal import STATE as PERSONAL_STATE
from controller.core.guest import HOME
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

_ROWS = {
    "booking added": (
        "transit-desk",
        "bookings (reference TEXT PRIMARY KEY, number TEXT, day TEXT, passenger TEXT, seats INTEGER, total REAL,"
        " state TEXT)",
        ("B9001", "T104", "2027-01-05", "Robin Hale", 1, 30.5, "booked"),
    ),
    "place saved": ("city-guide", "saved (place INTEGER PRIMARY KEY, note TEXT)", (9001, "added")),
    "basket filled": ("corner-shop", "basket (product INTEGER PRIMARY KEY, quantity INTEGER)", (9001, 2)),
    "order line added": (
        "corner-shop",
        "order_lines (number INTEGER, product INTEGER, quantity INTEGER, price REAL)",
        (9001, 9001, 2, 12.5),
    ),
}
"""Of each kind the server, its table as it makes it, and a row."""
_MEMORY = f"{HOME}/.local/state/mcp/memory/memory.jsonl"
_ENTITY = {"type": "entity", "name": "Added", "entityType": "note", "observations": ["added"]}
_DATABASE = f"{HOME}/database.db"
_RECORD_CHANGES = {
    "record removed": "DELETE FROM records WHERE type = ? AND id = ?",
    "record changed": "UPDATE records SET data = json_set(data, '$.note', 'changed') WHERE type = ? AND id = ?",
    "record added": "INSERT INTO records SELECT type, id || '000', data FROM records WHERE type = ? AND id = ?",
}


def _add_rows(files: Files) -> Iterator[StateMutant]:
    for kind, (server, table, row) in _ROWS.items():
        path = f"{FIXTURE_DATA}/{server}/data.db"
        yield StateMutant(kind, path, partial(_insert, files, path, table, row))
    yield StateMutant(
        "table added", _DATABASE, partial(_insert, files, _DATABASE, "added (name TEXT)", ("added",))
    )


def _remember(files: Files) -> Iterator[StateMutant]:
    line = f"{json.dumps(_ENTITY)}\n".encode()
    yield StateMutant("entity added", _MEMORY, partial(dict, {_MEMORY: files.get(_MEMORY, b"") + line}))


def _change_records(files: Files) -> Iterator[StateMutant]:
    """Change the last record of each type of the personal applications."""
    if PERSONAL_STATE not in files:
        return
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(files[PERSONAL_STATE])
        last = database.execute(
            "SELECT type, id, max(length(id) || '.' || id) FROM records GROUP BY type ORDER BY type"
        ).fetchall()
    for kind, statement in _RECORD_CHANGES.items():
        for title, key, _ in last:
            place = f"{PERSONAL_STATE}, {title} {key}"
            yield StateMutant(kind, place, partial(_execute, files, statement, (title, key)))


def _execute(files: Files, statement: str, record: tuple[str, str]) -> Mapping[str, bytes | None]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(files[PERSONAL_STATE])
        database.execute(statement, record)
        return {PERSONAL_STATE: database.serialize()}


def _insert(files: Files, path: str, table: str, row: tuple[object, ...]) -> Mapping[str, bytes | None]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        if path in files:
            database.deserialize(files[path])
        database.execute(f"CREATE TABLE IF NOT EXISTS {table}")
        marks = ", ".join("?" * len(row))
        database.execute(f"INSERT INTO {table.partition(' ')[0]} VALUES ({marks})", row)
        return {path: database.serialize()}


RULES: tuple[StateRule, ...] = (_add_rows, _remember, _change_records)
