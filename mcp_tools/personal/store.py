"""The state of all applications and all people: one SQLite file with records, a log of changes and one of reads.

| table | what is in it |
|---|---|
| `records` | each record as a JSON object, by type and id |
| `counters` | by type, the number in the last id that was given |
| `settings` | `now`, the moment at which the state begins, and others |
| `changes` | what each call changed: the record before and after it |
| `reads` | which records each call has shown |
| `calls` | each call: who, what, with which arguments, and why it was refused |

The first two are the state; the logs are not, so reading changes no state. A call is one transaction: a process that
ends in the middle of it leaves nothing of it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Data = dict[str, Any]
"""A record as JSON has it, without its id."""
TABLES = """
CREATE TABLE records (type TEXT, id TEXT, data TEXT NOT NULL, PRIMARY KEY (type, id)) WITHOUT ROWID;
CREATE TABLE counters (type TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE changes (revision INTEGER PRIMARY KEY, call INTEGER, at TEXT, actor TEXT, action TEXT, type TEXT,
    id TEXT, before TEXT, after TEXT);
CREATE TABLE reads (call INTEGER, actor TEXT, action TEXT, type TEXT, id TEXT,
    PRIMARY KEY (call, type, id)) WITHOUT ROWID;
CREATE TABLE calls (call INTEGER PRIMARY KEY, actor TEXT, action TEXT, arguments TEXT, refused TEXT, reference TEXT);
"""
START = "2026-05-12T09:00"
"""When a state begins that does not say when."""


class Store:
    """An open state. Used by one thread at a time."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        """Open the file, or make it."""
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._cache: dict[str, dict[str, Data]] = {}
        self._touched: set[str] = set()
        self._version = 0
        if not self._database.execute("SELECT 1 FROM sqlite_master").fetchone():
            self._database.executescript(f"BEGIN; {TABLES} COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep what is done meanwhile, or nothing of it if an exception is raised."""
        self._database.execute("BEGIN IMMEDIATE")
        self._drop_what_others_changed()
        self._touched.clear()
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            for name in self._touched:
                self._cache.pop(name, None)
            raise

    def _drop_what_others_changed(self) -> None:
        """Forget records that another process may have written since."""
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._cache.clear()
            self._version = version

    def records(self, name: str) -> dict[str, Data]:
        """Return the records of a type by id, in the order in which they were made. They must not be changed."""
        if name not in self._cache:
            rows = self._database.execute("SELECT id, data FROM records WHERE type = ?", (name,))
            by_id = {row[0]: json.loads(row[1]) for row in rows}
            self._cache[name] = {key: by_id[key] for key in sorted(by_id, key=id_order)}
        return self._cache[name]

    def put(self, name: str, key: str, data: Data) -> None:
        """Write a record."""
        known = self.records(name)
        comes_last = key in known or not known or id_order(next(reversed(known))) < id_order(key)
        self._touched.add(name)
        self._database.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (name, key, _json(data)))
        if comes_last:
            self._cache[name][key] = data
        else:
            del self._cache[name]  # it is read again in order

    def remove(self, name: str, key: str) -> None:
        """Remove a record that there is."""
        self._touched.add(name)
        self.records(name)
        del self._cache[name][key]
        self._database.execute("DELETE FROM records WHERE type = ? AND id = ?", (name, key))

    def next_number(self, name: str) -> int:
        """Return the number of a new record's id. It is given once, also when the record is deleted later."""
        self._database.execute(
            "INSERT INTO counters VALUES (?, 1) ON CONFLICT (type) DO UPDATE SET last = last + 1", (name,)
        )
        return int(self._database.execute("SELECT last FROM counters WHERE type = ?", (name,)).fetchone()[0])

    def raise_counter(self, name: str, number: int) -> None:
        """Let no new id of a type have this number or a lower one."""
        self._database.execute(
            "INSERT INTO counters VALUES (?, ?) ON CONFLICT (type) DO UPDATE SET last = max(last, excluded.last)",
            (name, number),
        )

    def setting(self, name: str, default: str = "") -> str:
        """Return a setting."""
        row = self._database.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else default

    def set(self, name: str, value: str) -> None:
        """Change a setting."""
        self._database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def begin_call(self, actor: str, action: str, arguments: Mapping[str, Any], reference: str) -> int:
        """Note a call, and return its number. `reference` is the caller's name for it."""
        row = (actor, action, _json(dict(arguments)), "", reference)
        sql = "INSERT INTO calls (actor, action, arguments, refused, reference) VALUES (?, ?, ?, ?, ?)"
        return int(self._database.execute(sql, row).lastrowid or 0)

    def refuse_call(self, number: int, reason: str) -> None:
        """Note why a call was refused."""
        self._database.execute("UPDATE calls SET refused = ? WHERE call = ?", (reason, number))

    def note_change(self, change: Collection[object]) -> None:
        """Add a line to the log of changes: the values of its columns but `revision`."""
        marks = ", ".join("?" * len(change))
        self._database.execute(f"INSERT INTO changes VALUES (NULL, {marks})", (*change,))

    def note_read(self, call: int, actor: str, action: str, name: str, key: str) -> None:
        """Add a line to the log of reads, once a record and call."""
        self._database.execute(
            "INSERT OR IGNORE INTO reads VALUES (?, ?, ?, ?, ?)", (call, actor, action, name, key)
        )

    def revision(self) -> int:
        """Return how many changes there were."""
        return int(self._database.execute("SELECT coalesce(max(revision), 0) FROM changes").fetchone()[0])

    def log(self, table: str) -> list[dict[str, Any]]:
        """Return the lines of `changes`, `reads` or `calls`, the oldest first."""
        cursor = self._database.execute(f"SELECT * FROM {table} ORDER BY 1")
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def types(self) -> list[str]:
        """Return the types of which there are records."""
        rows = self._database.execute("SELECT DISTINCT type FROM records ORDER BY type")
        return [row[0] for row in rows]

    def digest(self, volatile: Mapping[str, Collection[str]]) -> str:
        """Return a hash of all records without their volatile fields, which are given by type."""
        digest = hashlib.sha256()
        for name in self.types():
            left_out = volatile.get(name, ())
            for key, data in sorted(self.records(name).items()):
                kept = {field: value for field, value in data.items() if field not in left_out}
                digest.update(_json([name, key, kept]).encode() + b"\n")
        return digest.hexdigest()


def id_order(key: str) -> tuple[str, int, str]:
    """The order of ids: by their number where they end in one."""
    stem = key.rstrip("0123456789")
    return stem, int(key[len(stem) :] or 0), key


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
