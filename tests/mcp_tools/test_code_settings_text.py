"""Changes of a settings.json's text: one value, every other character kept."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.code_glob import check_glob
from mcp_tools.code_settings_text import SyntaxFault, parse, with_value
from mcp_tools.registry import ToolError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=4)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n    "k": 1\n}\n'),
        ("// c\n", '// c\n{\n    "k": 1\n}\n'),
        ("{}", '{\n    "k": 1\n}'),
        ('{"a": 1}', '{"a": 1, "k": 1}'),
        ('{"a": 1,}', '{"a": 1, "k": 1,}'),
        ('{\r\n\t"a": 1 // c\r\n}\r\n', '{\r\n\t"a": 1, // c\r\n\t"k": 1\r\n}\r\n'),
        ('{"k": 2, // c\n "k": 3}', '{"k": 2, // c\n "k": 1}'),
        ('\ufeff{"k": [1, {"k": 2}] /* c */}', '\ufeff{"k": 1 /* c */}'),
    ],
)
def test_one_value_changes(before: str, after: str) -> None:
    assert with_value(before, ["k"], 1) == after


def test_an_entry_joins_the_others_and_comments_stay() -> None:
    text = '{ // mine\n  "f": { // why\n    "a": true // keep\n  },\n}'
    assert with_value(text, ["f", "b"], True) == text.replace(
        "true // keep\n", 'true, // keep\n    "b": true\n'
    )


@given(OBJECTS, st.text(), VALUES, st.sampled_from((None, 2, "\t")))
def test_any_object_gains_the_value_and_keeps_the_rest(
    values: dict[str, object], key: str, value: object, indent: int | str | None
) -> None:
    node = parse(with_value(json.dumps(values, indent=indent), [key], value))
    assert node is not None
    assert node.value == {**values, key: value}


@given(st.dictionaries(st.text(), OBJECTS, max_size=3), st.text(), st.text(), VALUES)
def test_any_entry_is_added(values: dict[str, dict[str, object]], key: str, name: str, value: object) -> None:
    node = parse(with_value(json.dumps(values, indent=1), [key, name], value))
    assert node is not None
    assert node.value == {**values, key: {**values.get(key, {}), name: value}}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1 "b": 2}', "line 1, column 9"),
        ('{\n"a": tru}', "line 2, column 6"),
        ("{", "column 2"),
        ("{} x", "column 4"),
        ('{"a": 01}', "column 7"),
        ("{,}", "column 2"),
        ("[" * 1_000, "levels"),
    ],
)
def test_an_error_is_named_with_its_place(text: str, place: str) -> None:
    with pytest.raises(SyntaxFault, match=place):
        parse(text)


@pytest.mark.parametrize("pattern", ["**/*.{a,b}", "[!a-z]x", "[]a]", "a[-]", "ü '\"", "x,y", "{}"])
def test_globs_are_accepted(pattern: str) -> None:
    check_glob(pattern)


@pytest.mark.parametrize(
    "pattern", ["[", "[]", "a[b", "[b-a]", "{a", "a}", "{a,{b}}", "!a", " a", "a\\b", "a\n", "x" * 1_001]
)
def test_what_is_no_glob_is_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match=r"glob|longer"):
        check_glob(pattern)
