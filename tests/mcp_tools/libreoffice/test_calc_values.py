"""Calc's pure parts: number formats by name, short numbers, serial numbers of dates."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.libreoffice.calc_data import human_readable
from mcp_tools.libreoffice.cell_values import DATE, PERCENT, TIME, _needs_typing, _read, moment
from mcp_tools.libreoffice.formulas import with_semicolons
from mcp_tools.libreoffice.number_formats import format_code
from mcp_tools.registry import ToolError

ZERO = date(1899, 12, 30)


@pytest.mark.parametrize(
    ("format_type", "decimals", "code"),
    [
        ("general", None, "General"),
        ("number", None, "0.00"),
        ("Number", 0, "0"),
        ("thousands", 1, "#,##0.0"),
        ("percent", None, "0.00%"),
        ("percentage", 0, "0%"),
        ("scientific", 3, "0.000E+00"),
        ("currency", None, "[$$-409]#,##0.00"),
        ("EUR", None, "[$€-2]#,##0.00"),
        ("currency EUR", 0, "[$€-2]#,##0"),
        ("currency:gbp", None, "[$£-809]#,##0.00"),
        ("JPY", None, "[$¥-411]#,##0"),
        ("date", None, "YYYY-MM-DD"),
        ("DD/MM/YYYY", None, "DD/MM/YYYY"),
        ('0.0,,"M"', None, '0.0,,"M"'),
    ],
)
def test_format_codes(format_type: str, decimals: int | None, code: str) -> None:
    assert format_code(format_type, decimals) == code


@pytest.mark.parametrize("format_type", ["money", "XYZ", "", "summary", "mood"])
def test_what_is_no_format(format_type: str) -> None:
    with pytest.raises(ToolError, match=r"percent.*EUR"):
        format_code(format_type, None)


def test_decimals_where_they_mean_nothing() -> None:
    with pytest.raises(ToolError, match="decimal_places"):
        format_code("date", 2)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (999_999, None),
        (1_000_000, "1.0M"),
        (1_234_567, "1.2M"),
        (1_250_000, "1.3M"),
        (-2_500_000, "-2.5M"),
        (999_949_999, "999.9M"),
        (999_950_000, "1.0B"),
        (3_400_000_000, "3.4B"),
        (1.2345e12, "1234.5B"),
    ],
)
def test_human_readable(number: float, text: str | None) -> None:
    assert human_readable(float(number)) == text


@given(st.floats(min_value=1e6, max_value=1e15))
def test_human_readable_is_close(number: float) -> None:
    text = human_readable(number)
    assert text
    unit = {"M": 1e6, "B": 1e9}[text[-1]]
    assert float(text[:-1]) * unit == pytest.approx(number, abs=0.051 * unit)
    assert human_readable(-number) == f"-{text}"


def test_moments() -> None:
    assert moment(45352, DATE, ZERO) == "2024-03-01"
    assert moment(45352.5, DATE | TIME, ZERO) == "2024-03-01 12:00:00"
    assert moment(45352, DATE | TIME, ZERO) == "2024-03-01"
    assert moment(1.5, TIME, ZERO) == "36:00:00"
    assert moment(-0.5, TIME, ZERO) == "-12:00:00"
    assert moment(1e9, DATE, ZERO) == "1e+09"


@given(st.dates())
def test_dates_are_read_as_calc_counts_them(day: date) -> None:
    value, kind = _read(day.isoformat(), ZERO)
    assert isinstance(value, float) and kind == DATE
    assert moment(value, DATE, ZERO) == day.isoformat()


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [("12.5", 12.5, 0), (" -3 ", -3.0, 0), ("1e3", 1000.0, 0), ("12.5%", 0.125, PERCENT)],
)
def test_plain_numbers(text: str, value: float, kind: int) -> None:
    assert not _needs_typing(text)
    assert _read(text, ZERO) == (value, kind)


@pytest.mark.parametrize("text", ["Pen", "Item 1", "B2 bolts", "", "a.b", "2nd floor", "٣ apples"])
def test_plain_text(text: str) -> None:
    assert not _needs_typing(text)
    assert _read(text, ZERO) == (text, 0)


@pytest.mark.parametrize(
    "text", ["'007", "TRUE", "$5", "1,234", "10:30", "Mar 3, 2024", "3/1/2024", "1 1/2", "5 PM"]
)
def test_what_calc_must_read(text: str) -> None:
    assert _needs_typing(text)


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("=SUM(A1,1.5)", "=SUM(A1;1.5)"),
        ('=IF(A1="a,b",{1,2;3,4},"it\'s, so")', '=IF(A1="a,b";{1;2|3;4};"it\'s, so")'),
        ("=$'a, b'.A1+MAX(1,2)", "=$'a, b'.A1+MAX(1;2)"),
    ],
)
def test_formulas_of_every_locale(formula: str, text: str) -> None:
    assert with_semicolons(formula) == text
