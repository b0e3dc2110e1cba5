"""Texts made shorter, or fit for a line, a table or a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.texts import (
    count,
    cut_middle,
    encodable,
    first_line,
    last_line,
    list_some,
    one_line,
    printable_line,
    shorten,
)


@pytest.mark.parametrize(("longest", "expected"), [(5, "abcde"), (4, "abc…"), (1, "…")])
def test_a_shortened_text_ends_with_an_ellipsis(longest: int, expected: str) -> None:
    assert shorten("abcde", longest) == expected


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("12345678", 0.5, "12345678"),
        ("123456789", 0.5, "1234[1]6789"),
        ("1234567890", 0.75, "123456[2]90"),
        ("1234567890", 1.0, "12345678[2]"),
    ],
)
def test_the_middle_is_cut_out_and_counted(text: str, head: float, expected: str) -> None:
    assert cut_middle(text, 8, "[{count}]", head) == expected


@given(text=st.text(), longest=st.integers(1, 50))
def test_no_text_is_longer_than_asked(text: str, longest: int) -> None:
    assert len(shorten(text, longest)) <= longest
    kept = cut_middle(text, longest, "")
    assert len(kept) <= longest and (kept == text or len(text) > longest)


def test_first_and_last_lines_are_not_blank() -> None:
    text = "\n  \n first \nsecond\n last \n\n"
    assert (first_line(text), last_line(text)) == ("first", "last")
    assert (first_line(" \n"), last_line("")) == ("", "")


def test_a_line_has_single_spaces_and_no_hidden_characters() -> None:
    assert one_line(" a\n\tb  c ") == "a b c"
    assert printable_line("a\x1b[2J\u202eb\n c") == "a [2J b c"


@given(st.text())
def test_what_is_encodable_is_kept(text: str) -> None:
    assert encodable(text) == text


def test_lone_surrogates_are_replaced() -> None:
    assert encodable("a\ud800b") == "a?b"


def test_numbers_of_things_and_lists_of_names() -> None:
    assert [count(number, "task") for number in (0, 1, 2000)] == ["0 tasks", "1 task", "2,000 tasks"]
    assert list_some(["a", "b", "c"], 3) == "a, b, c"
    assert list_some(["a", "b", "c"], 1) == "a and 2 more"
    assert list_some([], 1) == ""
