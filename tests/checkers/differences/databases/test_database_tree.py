"""SQLite databases as trees."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.databases import database_tree
from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

SCHEMA = """
create table boats (id integer primary key, name text, price real, photo blob);
insert into boats values (1, 'Ada', 10.5, x'00ff'), (2, 'Bo', 20, null), (3, 'Cy', 4100000001, '');
create table seats (boat, number, primary key (boat, number)) without rowid;
insert into seats values ('Ada', 1), ('Ada', 2);
create table notes (day, text);
insert into notes values ('Monday', 'rain'), ('Tuesday', 'wind'), ('Tuesday', 'wind'), ('Friday', 'sun');
create index by_name on boats (name);
"""


def made(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA + ";\n".join(statements))
        return database.serialize()


def changes(*statements: str) -> list[Change]:
    return list(compare(read_database_tree(made(), "x.db"), read_database_tree(made(*statements), "x.db")))


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "update boats set name = 'Bob' where id = 2",
            [Change("table boats/row 2", "name", "Bo", "Bob")],
        ),
        ("update boats set price = null where id = 2", [Change("table boats/row 2", "price", 20.0, None)]),
        (
            "update boats set price = 4100000002 where id = 3",
            [Change("table boats/row 3", "price", "4100000001.0", "4100000002.0")],
        ),
        ("insert into boats values (4, 'Di', 1, null)", [Change("table boats/row 4", "added")]),
        ("delete from boats where id = 1", [Change("table boats/row 1", "removed")]),
        ("delete from seats where number = 2", [Change("table seats/row Ada, 2", "removed")]),
        (
            "update notes set text = 'snow' where day = 'Friday'",
            [Change("table notes/row 4/column text", "text", "sun", "snow")],
        ),
        (
            "insert into notes values ('Sunday', 'fog')",
            [Change("table notes/row 5", "added", None, "Sunday\nfog")],
        ),
        ("delete from notes where day = 'Monday'", [Change("table notes/row 1", "removed", "Monday\nrain")]),
        ("drop index by_name", [Change("index by_name", "removed")]),
        (
            "drop index by_name; create unique index by_name on boats (name)",
            [
                Change(
                    "index by_name",
                    "statement",
                    "CREATE INDEX by_name on boats (name)",
                    "CREATE UNIQUE INDEX by_name on boats (name)",
                )
            ],
        ),
        ("create view dear as select * from boats where price > 15", [Change("view dear", "added")]),
    ],
)
def test_one_change_of_a_database_is_one_difference(statement: str, expected: list[Change]) -> None:
    assert changes(statement) == expected


def test_bytes_and_types_of_values_count() -> None:
    photo, text = changes(
        "update boats set photo = x'00fe' where id = 1", "update boats set photo = x'' where id = 3"
    )
    assert (photo.place, photo.what, text.place) == ("table boats/row 1", "photo", "table boats/row 3")


@pytest.mark.parametrize(
    "statement",
    [
        "vacuum",
        "analyze",
        "delete from seats; insert into seats values ('Ada', 2), ('Ada', 1)",
        "pragma user_version = 0; create table more (x); drop table more",
    ],
)
def test_how_a_database_is_stored_is_no_difference(statement: str) -> None:
    assert made(statement) != made()
    assert changes(statement) == []


def test_nothing_of_the_schema_runs() -> None:
    data = made(
        "create table logged (x, y as (upper(x)), check (length(x) > 0))",
        "insert into logged values ('a')",
        "create view hostile as select load_extension('x')",
        "create trigger on_boat after insert on boats begin delete from seats; end",
        "create virtual table words using fts5(word)",
        "insert into words values ('rope')",
    )
    tree = read_database_tree(data, "x.db")
    logged = next(node for node in tree.children if node.name == "logged")
    assert [cell.name for cell in logged.children[0].children] == ["x"]
    assert [node.children for node in tree.children if node.name in ("hostile", "words")] == [(), ()]


def test_a_file_that_is_not_there_has_no_tables() -> None:
    assert read_database_tree(b"", "x.db") == TreeNode("database")


@pytest.mark.parametrize("data", [b"text", made()[:100], made()[:4096] + b"\xff" * 8192])
def test_a_damaged_database_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_database_tree(data, "x.db")


@pytest.mark.parametrize(("limit", "value"), [("MAX_BYTES", 1000), ("MAX_VALUES", 20), ("SECONDS", -1.0)])
def test_a_database_beyond_a_limit_is_unusable(
    monkeypatch: pytest.MonkeyPatch, limit: str, value: float
) -> None:
    monkeypatch.setattr(database_tree, limit, value)
    monkeypatch.setattr(database_tree, "_PROGRESS_STEPS", 1)
    with pytest.raises(Unusable):
        read_database_tree(made(), "x.db")
