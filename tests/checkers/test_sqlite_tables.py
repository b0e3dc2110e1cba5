from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from checkers.evidence import Unusable
from checkers.sqlite_tables import MAX_ROWS, rows
from tests.checkers.guests import LocalGuest

ALL = "select name, count from tabs order by name"


def database(folder: Path, *contents: tuple[object, object]) -> str:
    path = folder / "History of tabs?"
    with sqlite3.connect(path) as connection:
        connection.execute("create table tabs (name, count)")
        connection.executemany("insert into tabs values (?, ?)", contents)
    connection.close()
    return str(path)


def test_rows_hold_texts_numbers_and_nothing(local_guest: LocalGuest, tmp_path: Path) -> None:
    path = database(tmp_path, ("ü", 2), ("a", None), ("b", b"\xff"))
    assert rows(local_guest, path, ALL) == [("a", None), ("b", "b'\\xff'"), ("ü", 2)]


def test_a_query_changes_nothing(local_guest: LocalGuest, tmp_path: Path) -> None:
    path = database(tmp_path, ("a", 1))
    with pytest.raises(Unusable, match="can be read"):
        rows(local_guest, path, "delete from tabs")
    assert rows(local_guest, path, ALL) == [("a", 1)]


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_damaged_or_missing_database_is_unusable(
    local_guest: LocalGuest, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "History"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unusable, match="can be read"):
        rows(local_guest, str(path), ALL)


def test_too_many_rows_are_unusable(local_guest: LocalGuest, tmp_path: Path) -> None:
    path = database(tmp_path, *((str(number), number) for number in range(MAX_ROWS + 1)))
    with pytest.raises(Unusable, match="at most"):
        rows(local_guest, path, ALL)
