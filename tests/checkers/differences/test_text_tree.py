"""Text files as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.text_tree import MAX_LINES, read_text_tree
from checkers.evidence import Unusable

LINES = "# Hut\n\nKey: under the pot\nWater: off in winter\n"


def changes(before: bytes, after: bytes) -> list[Change]:
    return list(compare(read_text_tree(before, "notes.md"), read_text_tree(after, "notes.md")))


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (LINES.replace("pot", "mat"), Change("line 3", "text", "pot", "mat")),
        (LINES + "Wood: dry\n", Change("line 5", "added", None, "Wood: dry")),
        (LINES.replace("\nKey", "\n\nKey"), Change("line 3", "added")),
        (LINES.replace("Water: off in winter\n", ""), Change("line 4", "removed", "Water: off in winter")),
        (LINES.replace("Key", " Key"), Change("line 3", "text", "", " ")),
        (LINES.replace("\n", "\r\n"), Change("", "line ends", None, "CRLF")),
        (LINES.replace("Hut\n", "Hut\r\n"), Change("", "line ends", None, "mixed")),
        ("\ufeff" + LINES, Change("", "byte order mark", None, True)),
    ],
)
def test_one_change_of_a_text_is_one_difference(after: str, expected: Change) -> None:
    assert changes(LINES.encode(), after.encode()) == [expected]


def test_another_encoding_is_a_difference() -> None:
    assert changes("Hütte".encode(), "Hütte".encode("latin-1")) == [
        Change("", "encoding", "utf-8", "iso-8859-1")
    ]
    assert changes("Hütte".encode(), b"\xff\xfe" + "Hütte".encode("utf-16-le")) == [
        Change("", "byte order mark", None, True),
        Change("", "encoding", "utf-8", "utf-16-le"),
    ]


def test_the_line_end_at_the_end_is_none() -> None:
    assert changes(LINES.encode(), LINES.rstrip("\n").encode()) == []
    assert changes(b"", b"\n") == [Change("line 1", "added")]


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04\x00\x00", b"a\x00b", b"\xef\xbb\xbf\xff", b"\xff\xfe\x00\xd8", b"\n" * (MAX_LINES + 1)],
)
def test_what_is_no_text_or_too_long_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_text_tree(data, "notes.md")
