"""Mutants of what was done with the personal applications: one call undone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial

from controller.proofs.mutants.mutant import ContentMutant


def undone_calls(data: bytes) -> Iterator[ContentMutant]:
    """List the states in which what one call changed is as before.

    A call that changed a record which later calls changed as well is left out: they rest on it.
    """
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        touched: dict[int, set[tuple[str, str]]] = {}
        names: dict[int, str] = dict(database.execute("SELECT call, action FROM calls"))
        for call, kind, key in database.execute("SELECT call, type, id FROM changes ORDER BY revision"):
            touched.setdefault(call, set()).add((kind, key))
    for call, records in touched.items():
        if not any(records & others for later, others in touched.items() if later > call):
            yield ContentMutant("call undone", names[call], partial(_undo, data, call))


def _undo(data: bytes, call: int) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(data)
        changes = database.execute(
            "SELECT type, id, before FROM changes WHERE call = ? ORDER BY revision DESC", (call,)
        ).fetchall()
        for kind, key, before in changes:
            if before is None:
                database.execute("DELETE FROM records WHERE type = ? AND id = ?", (kind, key))
            else:
                database.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (kind, key, before))
        database.execute("DELETE FROM reads WHERE call = ?", (call,))
        return database.serialize()
