"""Mutants of what a user has with the servers of the image: a booking more, a place saved, something remembered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial

from controller.core.guest import HOME
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

_STATE = f"{HOME}/.local/state/mcp"
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
_MEMORY = f"{_STATE}/memory/memory.jsonl"
_ENTITY = {"type": "entity", "name": "Added", "entityType": "note", "observations": ["added"]}
_DATABASE = f"{HOME}/database.db"


def _add_rows(files: Files) -> Iterator[StateMutant]:
    for kind, (server, table, row) in _ROWS.items():
        path = f"{_STATE}/{server}/data.db"
        yield StateMutant(kind, path, partial(_insert, files, path, table, row))
    yield StateMutant(
        "table added", _DATABASE, partial(_insert, files, _DATABASE, "added (name TEXT)", ("added",))
    )


def _remember(files: Files) -> Iterator[StateMutant]:
    line = f"{json.dumps(_ENTITY)}\n".encode()
    yield StateMutant("entity added", _MEMORY, partial(dict, {_MEMORY: files.get(_MEMORY, b"") + line}))


def _insert(files: Files, path: str, table: str, row: tuple[object, ...]) -> Mapping[str, bytes | None]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        if path in files:
            database.deserialize(files[path])
        database.execute(f"CREATE TABLE IF NOT EXISTS {table}")
        marks = ", ".join("?" * len(row))
        database.execute(f"INSERT INTO {table.partition(' ')[0]} VALUES ({marks})", row)
        return {path: database.serialize()}


RULES: tuple[StateRule, ...] = (_add_rows, _remember)
