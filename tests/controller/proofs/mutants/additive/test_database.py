"""Additive mutants of SQLite databases, as sqlite3 reads them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from controller.proofs.mutants.additive.database import DATABASES, is_database
from tests.controller.proofs.mutants.additive.mutated import check_listing, of_kind

pytestmark = pytest.mark.sampled

TABLES = """
create table tea (id integer primary key, name text not null unique, grams real, note text);
insert into tea values (1, 'Assam', 100, null), (2, 'Sencha', 50, 'green');
create table kind (name text primary key check (name in ('black', 'green')));
insert into kind values ('black');
create table pair (a, b, primary key (a, b)) without rowid;
create table logged (value text);
insert into logged values ('x');
create trigger keep before delete on logged begin select unknown_function(); end;
create virtual table found using fts5(body);
"""


@pytest.fixture
def database(tmp_path: Path) -> bytes:
    path = tmp_path / "tea.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(TABLES)
    return path.read_bytes()


def rows(data: bytes, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        return connection.execute(query).fetchall()


def dump(data: bytes) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        return list(connection.iterdump())


def test_a_row_is_inserted_that_is_like_the_others(database: bytes) -> None:
    made = {mutant.place: mutant.made() for mutant in of_kind(DATABASES, database, "row inserted")}
    assert "table kind" not in made, "its condition allows no other name"
    added = rows(made["table tea"], "select * from tea where id = 3")
    assert added == [(3, "ahcneS", 51.0, "neerg")]
    assert rows(made["table tea"], "select count(*) from tea") == [(3,)]


def test_rows_are_updated_and_deleted_one_by_one(database: bytes) -> None:
    before = rows(database, "select * from tea")
    for mutant in of_kind(DATABASES, database, "row updated"):
        if mutant.place.startswith("table tea"):
            after = rows(mutant.made(), "select * from tea")
            pairs = zip(chain(*before), chain(*after), strict=True)
            assert sum(old != new for old, new in pairs) == 1, mutant.place
    counts = {
        mutant.place: rows(mutant.made(), "select (select count(*) from tea), (select count(*) from kind)")
        for mutant in of_kind(DATABASES, database, "row deleted")
    }
    assert counts == {
        "table kind, row 1": [(2, 0)],
        "table tea, row 1": [(1, 1)],
        "table tea, row 2": [(1, 1)],
    }


def test_tables_and_columns_are_added(database: bytes) -> None:
    (table,) = of_kind(DATABASES, database, "table added")
    assert rows(table.made(), "select count(*) from added") == [(0,)]
    for mutant in of_kind(DATABASES, database, "column added"):
        name = mutant.place.removeprefix("table ")
        assert [row[1] for row in rows(mutant.made(), f"pragma table_info({name})")][-1] == "added"


def test_a_database_that_keeps_changes_beside_it_says_so_still(database: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(database)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = wal")
    data = path.read_bytes()
    assert data[18:20] == b"\x02\x02"
    made = of_kind(DATABASES, data, "table added")[0].made()
    assert made[18:20] == b"\x02\x02"
    other = tmp_path / "other.db"
    other.write_bytes(made)
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("select count(*) from added").fetchall() == [(0,)]


def test_what_is_damaged_is_no_database(database: bytes) -> None:
    assert is_database(database)
    assert not is_database(database[:20] + b"\xff" * 200)
    assert not is_database(b"text")


def test_a_database_is_listed_without_a_change(database: bytes) -> None:
    check_listing(DATABASES, database, dump)
