"""The user's files as trees, each by its kind."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing

import pytest
from PIL import Image

from checkers.differences.compare import Change, compare
from checkers.differences.file_tree import read_file_tree


def database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table boats (name primary key)")
        return connection.serialize()


def picture() -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (2, 2)).save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.json", b"{}", "JSON"),
        ("a.json", b"{", "text"),
        ("a.jsonl", b"{}\n", "JSON"),
        ("a.CSV", b"a,b\n", "table"),
        ("a.m3u", b"a.ogg\n", "playlist"),
        ("a.html", b"<p>\n", "text"),
        ("a", b"text", "text"),
        ("a", b"", "text"),
        ("a.png", picture(), "picture"),
        ("a.png", picture()[:40], "file"),
        ("a.db", database(), "database"),
        ("a.db", database()[:100], "file"),
        ("a.bin", b"\x00\x01", "file"),
    ],
)
def test_a_file_is_read_by_its_kind(name: str, data: bytes, kind: str) -> None:
    assert read_file_tree(data, name).kind == kind


def test_files_of_no_kind_are_compared_by_their_hashes() -> None:
    before, after = (read_file_tree(data, "a.bin") for data in (b"\x00\x01", b"\x00\x02"))
    assert [change.what for change in compare(before, after)] == ["sha256"]
    assert list(compare(before, before)) == []


def test_a_file_that_is_damaged_has_changed() -> None:
    before, after = (read_file_tree(data, "a.json") for data in (b'{"a": 1}', b'{"a": 1'))
    assert list(compare(before, after)) == [
        Change("", "encoding", None, "utf-8"),
        Change("member a", "value", 1, None),
        Change("line 1", "added", None, '{"a": 1'),
    ]
