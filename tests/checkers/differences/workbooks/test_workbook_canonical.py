"""Workbooks: number formats, dates, formulas, ranges and colours in one spelling."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.workbooks.colours import mixed, tinted, transformed
from checkers.differences.workbooks.formulas import canonical_formula, canonical_ranges, range_name, rectangle
from checkers.differences.workbooks.number_formats import builtin_code, canonical_code, date_kind, date_text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("yyyy-mm-dd", "YYYY\\-MM\\-DD"),
        ('#,##0.00 "€"', '#,##0.00" €"'),
        ('"$"#,##0_);[Red]("$"#,##0)', '\\$#,##0_);[RED]"($"#,##0\\)'),
        ("dddd, d. mmmm yyyy", 'dddd", "d". "mmmm\\ yyyy'),
        ('0,,"M"', "0,,\\M"),
        ("general", "Standard"),
        ("h:mm am/pm", "h:mm\\ AM/PM".replace("\\", "")),
        ("[HH]:mm", "[hh]:MM"),
    ],
)
def test_two_spellings_of_a_number_format_are_one(one: str, other: str) -> None:
    assert canonical_code(one) == canonical_code(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.0", "0.00"),
        ("0.0", "0\\.0"),
        ("#,##0", "#\\,##0"),
        ("0", '"0"'),
        ("d", '"d"'),
        ("[$-409]d", "[$-407]d"),
    ],
)
def test_other_number_formats_are_others(one: str, other: str) -> None:
    assert canonical_code(one) != canonical_code(other)


def test_built_in_formats_follow_the_locale_of_the_guest() -> None:
    assert [builtin_code(number) for number in (0, 2, 14, 22, 30, 999)] == [
        "General", "0.00", "m/d/yyyy", "m/d/yyyy h:mm", "m/d/yyyy", "General",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("serial", "code", "text"),
    [
        (46023, "yyyy-mm-dd", "2026-01-01"),
        (46023.25, "yyyy-mm-dd", "2026-01-01T06:00:00"),
        (46024.1278356482, "m/d/yyyy h:mm", "2026-01-02T03:04:05"),
        (0.5, "h:mm", "12:00:00"),
        (1.25, "[h]:mm:ss", "30:00:00"),
        (-0.5, "h:mm", "-12:00:00"),
        (0.5 + 1 / 86_400_000, "mm:ss.0", "12:00:00.001"),
        (1e12, "yyyy-mm-dd", None),
    ],
)
def test_dates(serial: float, code: str, text: str | None) -> None:
    assert date_text(serial, date_kind(code), from_1904=False) == text


def test_days_may_be_counted_from_1904() -> None:
    assert date_text(44561, "date", from_1904=True) == date_text(46023, "date", from_1904=False)


@pytest.mark.parametrize("code", ["General", "0.00", "@", '0" days"', "[Red]0.0", '"y"0'])
def test_formats_of_no_dates(code: str) -> None:
    assert date_kind(code) == ""


@pytest.mark.parametrize(
    ("formula", "canonical"),
    [
        ("=sum( b2 , $C$2 )", "SUM(B2,$C$2)"),
        ("_xlfn.STDEV.S(B2:B9)", "STDEV.S(B2:B9)"),
        ("'Old data'!B2*2", "Old data!B2*2"),
        ("'Notes'!B2", "Notes!B2"),
        ('IF(B2 > 5, "Yes  no", "")', 'IF(B2>5,"Yes  no","")'),
        ("VLOOKUP(A2,A:D,2,FALSE())", "VLOOKUP(A2,A:D,2,FALSE)"),
        ("1.50+.5+1E+3+SUM(2:2)", "1.5+0.5+1000+SUM(2:2)"),
        ("SUM(B2:B9 B3:C4)", "SUM(B2:B9 B3:C4)"),
        ("LOG10(A1)&Items[First name]", "LOG10(A1)&ITEMS[First name]"),
    ],
)
def test_formulas(formula: str, canonical: str) -> None:
    assert canonical_formula(formula) == canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1-B1", "A1+B1"),
        ("$A1", "A1"),
        ('"a"', '"A"'),
        ("A1:B2", "A1:B3"),
        ("1.5", "1.51"),
        ("Q1!A1", "Q2!A1"),
    ],
)
def test_other_formulas_are_others(one: str, other: str) -> None:
    assert canonical_formula(one) != canonical_formula(other)


@pytest.mark.parametrize("name", ["A1", "B2:D7", "A:C", "2:9", "XFD1048576"])
def test_a_range_has_its_name(name: str) -> None:
    area = rectangle(name)
    assert area is not None
    assert range_name(area) == name


CELLS = st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=20)


@given(CELLS, st.randoms(use_true_random=False))
def test_ranges_do_not_depend_on_how_their_cells_are_divided(
    cells: set[tuple[int, int]], rng: random.Random
) -> None:
    names = [range_name((row, column, row, column)) for row, column in cells]
    rng.shuffle(names)
    text = canonical_ranges(names)
    assert canonical_ranges(text.split()) == text
    assert canonical_ranges([*names, *names[:3]]) == text
    areas = [area for name in text.split() if (area := rectangle(name))]
    assert cells == {
        (row, column)
        for top, left, bottom, right in areas
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    }


@pytest.mark.parametrize(
    ("colour", "tint", "expected"),
    [
        ("4F81BD", 0.8, "DCE6F2"),
        ("C0504D", 0.4, "D99694"),
        ("FFFFFF", -0.15, "D9D9D9"),
        ("1F497D", -0.25, "17375E"),
        ("000000", 0.5, "808080"),
        ("123456", 0.0, "123456"),
    ],
)
def test_tints_are_those_that_libreoffice_writes(colour: str, tint: float, expected: str) -> None:
    assert tinted(colour, tint) == expected


def test_patterns_and_lines_are_those_that_libreoffice_writes() -> None:
    assert mixed("FF0000", "00FF00", 32) == "3FC000"
    assert transformed("4F81BD", [("shade", 95_000), ("satMod", 105_000)]) == "4A7EBB"
    assert transformed("4F81BD", [("lumMod", 0)]) == "000000"
