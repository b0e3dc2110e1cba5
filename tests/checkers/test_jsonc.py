import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers import jsonc
from checkers.evidence import Unusable

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def test_comments_and_trailing_commas_are_left_out() -> None:
    text = b'// first\n{"a": 1, /* two\nlines */ "b": [1, 2, /* last */ ], // end\n}\n'
    assert jsonc.parse(text) == {"a": 1, "b": [1, 2]}
    assert jsonc.comments(text) == ["first", "two\nlines", "last", "end"]


def test_what_looks_like_a_comment_inside_a_string_stays() -> None:
    assert jsonc.parse(b'{"url": "http://x/*y*/", "s": "a\\"// b", "c": ",]"}') == {
        "url": "http://x/*y*/",
        "s": 'a"// b',
        "c": ",]",
    }


def test_an_empty_file_is_an_empty_object() -> None:
    assert jsonc.parse(b"") == {}
    assert jsonc.parse(b"// nothing yet\n") == {}


@pytest.mark.parametrize("text", [b"{", b'{"a" 1}', b"\xff\xfe", b"[1,,]", b"/* open", b"[" * 100_000])
def test_malformed_text_is_unusable(text: bytes) -> None:
    with pytest.raises(Unusable):
        jsonc.parse(text)


@given(values)
def test_json_is_json_with_comments(value: object) -> None:
    assert jsonc.parse(json.dumps(value).encode()) == value
