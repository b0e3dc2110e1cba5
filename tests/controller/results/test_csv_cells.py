"""Nothing that a model answered is calculated by the spreadsheet that opens a CSV file."""

from __future__ import annotations

import pytest

from controller.results.csv_cells import csv_cell


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://h","x")'])
def test_a_text_that_would_be_calculated_begins_with_an_apostrophe(text: str) -> None:
    assert csv_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["", "plain", "a=b", -1, -0.5, None, True])
def test_other_values_stay(value: object) -> None:
    assert csv_cell(value) == value
