"""JSON files as trees."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.compare import Change, compare
from checkers.differences.json_tree import (
    MAX_DEPTH,
    MAX_VALUES,
    json_tree,
    parse_object,
    read_json_lines_tree,
    read_json_tree,
)
from checkers.evidence import Unusable

STOCK = """{
  "shop": "Harbour", "open": true, "rate": 1.5, "number": 4100000001, "note": null,
  "items": [{"id": 7, "name": "rope", "count": 2}, {"id": 9, "name": "sail", "count": 1}],
  "days": ["Monday", "Tuesday", "Friday"],
  "steps": [{"from": "a", "to": "b"}, {"from": "b", "to": "c"}]
}"""


def changes(before: str, after: str) -> list[Change]:
    return list(compare(read_json_tree(before.encode(), "x.json"), read_json_tree(after.encode(), "x.json")))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"Harbour"', '"Harbor"', [Change("member shop", "value", "Harbour", "Harbor")]),
        ("true", "1", [Change("member open", "value", True, 1)]),
        ("1.5", "1.6", [Change("member rate", "value", 1.5, 1.6)]),
        ("4100000001", "4100000002", [Change("member number", "value", "4100000001", "4100000002")]),
        (
            "null",
            '""',
            [Change("member note", "type", "null", None), Change("member note", "value", None, "")],
        ),
        (', "note": null', "", [Change("member note", "type", "null", None)]),
        ('"count": 2', '"count": 3', [Change("member items/item 7/member count", "value", 2, 3)]),
        ('{"id": 7, "name": "rope", "count": 2}, ', "", [Change("member items/item 7", "removed")]),
        ('"Tuesday", ', "", [Change("member days/item 2", "removed", '"Tuesday"')]),
        ('["Monday"', '["Sunday", "Monday"', [Change("member days/item 1", "added", None, '"Sunday"')]),
        ('"to": "c"', '"to": "d"', [Change("member steps/item 2/member to", "text", "c", "d")]),
        ('[{"from"', '[{"from": "z"}, {"from"', [Change("member steps/item 1", "added", None, '"z"')]),
    ],
)
def test_one_change_of_a_value_is_one_at_its_place(old: str, new: str, expected: list[Change]) -> None:
    assert STOCK.count(old) == 1
    assert changes(STOCK, STOCK.replace(old, new)) == expected


def test_a_file_may_be_one_value() -> None:
    assert changes("1", "2") == [Change("", "value", 1, 2)]


def test_items_that_are_moved_are_named() -> None:
    assert changes('[{"id": 1}, {"id": 2}, {"id": 3}]', '[{"id": 3}, {"id": 1}, {"id": 2}]') == [
        Change("item 3", "order")
    ]


def test_the_order_of_members_and_white_space_are_no_differences() -> None:
    assert changes(STOCK, json.dumps(json.loads(STOCK), sort_keys=True, indent=4)) == []


def test_comments_count() -> None:
    settings = '{\n  // tabs of four\n  "size": 4,\n}'
    assert changes(settings, settings.replace("four", "eight")) == [
        Change("comment 1", "text", "four", "eight")
    ]
    assert changes(settings, '{"size": 4}') == [Change("comment 1", "removed", "tabs of four")]


def test_a_file_of_lines_is_a_list() -> None:
    before = b'{"name": "Ada", "age": 3}\n{"name": "Bo", "age": 4}\n'
    trees = [read_json_lines_tree(data, "x.jsonl") for data in (before, before.replace(b"4", b"5"))]
    assert list(compare(*trees)) == [Change("item Bo/member age", "value", 4, 5)]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_any_value_is_the_same_as_itself(value: object) -> None:
    assert list(compare(json_tree(value), json_tree(value))) == []


def test_lone_surrogates_are_escaped() -> None:
    tree = read_json_tree(rb'{"a\ud800": ["\udc00", {"id": "\ud800"}]}', "x.json")
    member = tree.children[0]
    assert [member.name, member.children[0].text, member.children[1].name] == [
        r"a\ud800",
        r'"\udc00"',
        r"\ud800",
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
        b"[" * 100_000,
        b"[" + b"0," * MAX_VALUES + b"0]",
        b"\x00",
        b"1" * 5000,
    ],
)
def test_what_is_no_json_or_too_large_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_json_tree(data, "x.json")


def test_an_object_is_parsed_and_nothing_else() -> None:
    assert parse_object(b'{"a": 1}', "x.json") == {"a": 1}
    assert parse_object(b"", "x.json") == {}
    with pytest.raises(Unusable):
        parse_object(b"[]", "x.json")
