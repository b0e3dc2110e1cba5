"""How page number formats are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.libreoffice.in_process.page_number_lines import is_page_number_line
from mcp_tools.libreoffice.page_number_format import parse_format
from mcp_tools.registry import ToolError


def show(text: str) -> str:
    """A format with P for the page, C for the count and its fixed text."""
    kinds = {"page": "P", "count": "C"}
    return "".join(kinds.get(piece.kind, piece.text) for piece in parse_format(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", "P"),
        ("Page 1", "Page P"),
        ("1 of N", "P of C"),
        ("Page X of Y", "Page P of C"),
        ("{page} / {total}", "P / C"),
        ("- 1 -", "- P -"),
        ("Page n/N", "Page P/C"),
        ("i", "P"),
        ("Seite I", "Seite P"),
        ("Seite 1 von N", "Seite P von C"),
        ("1 de N", "P de C"),
        ("صفحة 1 من N", "صفحة P من C"),
        ("صفحة ١ من N", "صفحة P من C"),
        ("第1頁", "第P頁"),
        ("第1页/共N页", "第P页/共C页"),
        ("第１页共Ｎ页", "第P页共C页"),
        ("1/Nページ", "P/Cページ"),
        ("1쪽", "P쪽"),
        ("หน้า1จากN", "หน้าPจากC"),
        ("A1", "A1"),
        ("Page11", "Page11"),
        ("第11页", "第11页"),
    ],
)
def test_formats(text: str, expected: str) -> None:
    if expected == text:
        with pytest.raises(ToolError, match="Page 1 of N"):
            parse_format(text)
    else:
        assert show(text) == expected


def test_numberings() -> None:
    assert [parse_format(text)[0].numbering for text in ("A", "a", "I", "i", "1")] == [0, 1, 2, 3, 4]


def test_the_count_has_the_digits_of_the_page() -> None:
    for text, numbering in (("第１页共N页", 13), ("١ من N", 57), ("1 / N", 4)):
        *_, count = (piece for piece in parse_format(text) if piece.kind == "count")
        assert count.numbering == numbering


@given(st.text(max_size=30))
def test_a_format_has_one_page_or_is_refused(text: str) -> None:
    try:
        pieces = parse_format(text)
    except ToolError:
        return
    assert sum(piece.kind == "page" for piece in pieces) == 1


@pytest.mark.parametrize(
    "line", ["", "Page ", " of 12", "-  -", "/2", "第页/共页", "Seite  von ", " de ", "صفحة  من ", "쪽"]
)
def test_lines_of_numbers(line: str) -> None:
    assert is_page_number_line(line)


@pytest.mark.parametrize("line", ["Report 2024, page ", "Draft - ", "xii", "第三季度 第页", "Seitenansicht "])
def test_other_lines(line: str) -> None:
    assert not is_page_number_line(line)
