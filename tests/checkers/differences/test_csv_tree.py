"""Tables in text files as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.csv_tree import MAX_CELLS, read_csv_tree
from checkers.evidence import Unusable

PRICES = 'item,price\nrope,4\n"sail, small",90\noar,25\n'


def changes(before: str, after: str) -> list[Change]:
    return list(compare(read_csv_tree(before.encode(), "x.csv"), read_csv_tree(after.encode(), "x.csv")))


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (PRICES.replace("90", "95"), Change("row 3/cell 2", "text", "90", "95")),
        (PRICES.replace("price", "cost"), Change("row 1/cell 2", "text", "price", "cost")),
        (PRICES.replace("oar", "map,9\noar"), Change("row 4", "added", None, "map\n9")),
        (PRICES.replace("rope,4\n", ""), Change("row 2", "removed", "rope\n4")),
        (PRICES.replace("oar,25", "oar,25,new"), Change("row 4/cell 3", "added", None, "new")),
        (PRICES.replace(",4", ","), Change("row 2/cell 2", "text", "4", "")),
        (PRICES.replace("\n", "\r\n"), Change("", "line ends", None, "CRLF")),
    ],
)
def test_one_change_of_a_table_is_one_difference(after: str, expected: Change) -> None:
    assert changes(PRICES, after) == [expected]


def test_quotes_that_change_nothing_are_no_difference() -> None:
    assert changes(PRICES, PRICES.replace("rope", '"rope"').replace("25", '"25"')) == []


def test_another_delimiter_is_one_difference() -> None:
    assert changes("a,b\n1,2\n", "a;b\n1;2\n") == [Change("", "delimiter", ",", ";")]


def test_a_cell_may_have_several_lines() -> None:
    assert changes('a,"b\nc"\n', 'a,"b\nd"\n') == [Change("row 1/cell 2", "text", "c", "d")]


@pytest.mark.parametrize("data", [b'"' + b"x" * 200_000, b"," * MAX_CELLS, b"a\x00b"])
def test_what_is_no_table_or_too_large_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_csv_tree(data, "x.csv")
