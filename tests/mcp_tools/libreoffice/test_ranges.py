"""Cell references and colours as models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.libreoffice.colours import parse_colour
from mcp_tools.libreoffice.ranges import (
    LAST_COLUMN,
    LAST_ROW,
    Area,
    cell_name,
    column_index,
    column_letters,
    parse_cell,
    parse_range,
)
from mcp_tools.registry import ToolError

columns = st.integers(0, LAST_COLUMN)
rows = st.integers(0, LAST_ROW)


@given(columns)
def test_column_letters_and_back(index: int) -> None:
    assert column_index(column_letters(index)) == index


@given(columns, rows)
def test_cell_names_and_back(column: int, row: int) -> None:
    assert parse_cell(cell_name(column, row)) == Area(None, column, row, column, row)


@given(columns, rows, columns, rows)
def test_range_names_and_back(first: int, top: int, last: int, bottom: int) -> None:
    area = parse_range(f"{cell_name(first, top)}:{cell_name(last, bottom)}")
    assert parse_range(area.name) == area
    assert area.first_column <= area.last_column and area.first_row <= area.last_row


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("B3", Area(None, 1, 2, 1, 2)),
        (" $b$3 ", Area(None, 1, 2, 1, 2)),
        ("A1:C5", Area(None, 0, 0, 2, 4)),
        ("C5 : A1", Area(None, 0, 0, 2, 4)),
        ("B:C", Area(None, 1, 0, 2, LAST_ROW)),
        ("Sheet2.B3", Area("Sheet2", 1, 2, 1, 2)),
        ("Sheet2!A1:B2", Area("Sheet2", 0, 0, 1, 1)),
        ("'It''s March'.A1", Area("It's March", 0, 0, 0, 0)),
        ("My sheet!A1", Area("My sheet", 0, 0, 0, 0)),
    ],
)
def test_references(text: str, area: Area) -> None:
    assert parse_range(text) == area


@pytest.mark.parametrize(
    "text", ["", "3B", "B", "A1:", "A1:B", "A1:B2:C3", "B0", "AMK1", "A1048577", "Price"]
)
def test_what_is_no_reference(text: str) -> None:
    with pytest.raises(ToolError):
        parse_range(text)


def test_one_cell_wanted() -> None:
    with pytest.raises(ToolError, match="more than one cell"):
        parse_cell("A1:B2")


@pytest.mark.parametrize("text", ["red", "Red", "#FF0000", "ff0000", "0xFF0000", "#f00", "rgb(255, 0, 0)"])
def test_colours(text: str) -> None:
    assert parse_colour(text) == 0xFF0000


@pytest.mark.parametrize("text", ["", "reddish", "#12345", "rgb(256,0,0)", "16711680"])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(ToolError, match="no colour"):
        parse_colour(text)
