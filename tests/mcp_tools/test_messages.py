"""Quoting what a caller sent: one line, at most 80 characters, and the length of what was cut."""

import pytest

from mcp_tools.messages import shorten


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "''"),
        ("abc", "'abc'"),
        ("it's", '"it\'s"'),
        ("a\nb\x1b[31m", r"'a\nb\x1b[31m'"),
        ("x" * 78, f"'{'x' * 78}'"),
        ("x" * 79, f"'{'x' * 59}'... (79 characters)"),
        ("x" * 1_000_000, f"'{'x' * 52}'... (1,000,000 characters)"),
    ],
)
def test_a_short_text_is_quoted_whole_and_a_long_one_cut_with_its_length(text: str, quoted: str) -> None:
    assert shorten(text) == quoted


@pytest.mark.parametrize("character", ["\x00", "\U0001f600", "\U000e0001", "'", "\n", "\ud800"])
def test_a_quoted_text_is_one_bounded_line_whatever_it_consists_of(character: str) -> None:
    for length in (1, 40, 80, 81, 5_000):
        quoted = shorten(character * length)
        assert len(quoted) <= 80 and quoted.isprintable()
