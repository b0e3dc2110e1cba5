"""What SQLite keeps in files beside a database, merged into it."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.databases import journals as database_journals
from checkers.differences.databases.database_tree import MAX_BYTES, read_database_tree
from checkers.differences.databases.journals import merge_journals
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

Write = Callable[[sqlite3.Connection], object]


def fill(database: sqlite3.Connection, first: int, last: int) -> None:
    for number in range(first, last):
        database.execute("insert into boats values (?, ?)", (number, f"boat {number} " * 20))


def begun(folder: Path, journal_mode: str) -> sqlite3.Connection:
    database = sqlite3.connect(folder / "x.db", isolation_level=None)
    database.execute("pragma page_size = 1024")
    database.execute(f"pragma journal_mode = {journal_mode}")
    database.execute("create table boats (id integer primary key, name)")
    database.execute("begin")
    fill(database, 0, 100)
    database.execute("commit")
    return database


def parts(folder: Path, ending: str) -> tuple[bytes, bytes]:
    return (folder / "x.db").read_bytes(), (folder / f"x.db{ending}").read_bytes()


def tree(data: bytes) -> TreeNode:
    return read_database_tree(data, "x.db")


@pytest.mark.parametrize(
    "write",
    [
        lambda database: fill(database, 100, 120),
        lambda database: database.execute("update boats set name = 'Ada' where id = 50"),
        lambda database: database.execute("delete from boats") and database.execute("vacuum"),
        lambda database: database.execute("pragma wal_checkpoint(restart)") and fill(database, 100, 101),
    ],
)
def test_what_is_not_written_into_the_database_yet_is_read(tmp_path: Path, write: Write) -> None:
    with closing(begun(tmp_path, "wal")) as database:
        database.execute("pragma wal_checkpoint(truncate)")
        write(database)
        data, wal = parts(tmp_path, "-wal")
        merged = tree(merge_journals(data, "x.db", wal=wal))
        assert merged != tree(data)
        assert merged == tree(database.serialize())


def test_what_is_not_committed_is_not_read(tmp_path: Path) -> None:
    with closing(begun(tmp_path, "wal")) as database:
        expected = tree(database.serialize())
        database.execute("pragma cache_size = 1")
        database.execute("begin")
        fill(database, 100, 300)
        data, wal = parts(tmp_path, "-wal")
        assert tree(merge_journals(data, "x.db", wal=wal)) == expected


@pytest.mark.parametrize(
    "write",
    [
        lambda database: fill(database, 100, 300),
        lambda database: database.execute("update boats set name = id"),
        lambda database: database.execute("delete from boats where id > 3"),
    ],
)
def test_an_interrupted_write_is_undone(tmp_path: Path, write: Write) -> None:
    with closing(begun(tmp_path, "delete")) as database:
        before = (tmp_path / "x.db").read_bytes()
        database.execute("pragma cache_size = 1")
        database.execute("begin")
        write(database)
        data, journal = parts(tmp_path, "-journal")
        assert data != before
        assert merge_journals(data, "x.db", journal=journal) == before


@pytest.mark.parametrize("mode", ["truncate", "persist"])
def test_a_journal_of_a_write_that_ended_changes_nothing(tmp_path: Path, mode: str) -> None:
    with closing(begun(tmp_path, mode)):
        data, journal = parts(tmp_path, "-journal")
        assert merge_journals(data, "x.db", journal=journal) == data


def test_a_wal_that_is_damaged_counts_up_to_there(tmp_path: Path) -> None:
    with closing(begun(tmp_path, "wal")) as database:
        database.execute("pragma wal_checkpoint(truncate)")
        fill(database, 100, 101)
        data, first = parts(tmp_path, "-wal")
        fill(database, 101, 102)
        wal = bytearray((tmp_path / "x.db-wal").read_bytes())
    expected = merge_journals(data, "x.db", wal=first)
    assert merge_journals(data, "x.db", wal=bytes(wal)) != expected
    wal[len(first) + 200] ^= 1
    assert merge_journals(data, "x.db", wal=bytes(wal)) == expected
    assert merge_journals(data, "x.db", wal=bytes(wal[:-1])) == expected


def test_a_database_that_has_no_wal_ignores_one(tmp_path: Path) -> None:
    with closing(begun(tmp_path, "wal")) as database:
        data, wal = parts(tmp_path, "-wal")
        database.execute("pragma journal_mode = delete")
        data = (tmp_path / "x.db").read_bytes()
    assert merge_journals(data, "x.db", wal=wal) == data


@given(st.integers(0, 5000), st.binary(max_size=20))
def test_any_journal_is_merged_or_unusable(place: int, noise: bytes) -> None:
    data = b"SQLite format 3\0" + bytes(2) + b"\2\2" + bytes(4076)
    header = struct.pack(">8s5I", bytes.fromhex("d9d505f920a163d7"), 0xFFFF_FFFF, 0, 1, 512, 1024)
    journal = bytearray(header.ljust(512, b"\0") + (struct.pack(">I", 1) + bytes(1028)) * 4)
    journal[place : place + len(noise)] = noise
    with suppress(Unusable):
        merged = merge_journals(data, "x.db", journal=bytes(journal), wal=bytes(journal))
        assert len(merged) <= MAX_BYTES


def test_pages_far_behind_the_end_are_unusable() -> None:
    data = b"SQLite format 3\0" + bytes(4080)
    header = struct.pack(">8s5I", bytes.fromhex("d9d505f920a163d7"), 1, 0, 1, 512, 1024)
    with pytest.raises(Unusable):
        merge_journals(data, "x.db", journal=header.ljust(512, b"\0") + b"\xff" * 4 + bytes(1028))


def test_what_is_too_large_is_unusable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_journals, "MAX_BYTES", 100)
    with pytest.raises(Unusable):
        merge_journals(b"", "x.db", wal=bytes(101))
