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
    parse_rows,
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
        ("Q1.2024!A1", Area("Q1.2024", 0, 0, 0, 0)),
        ("Größe 数量.A1:B2", Area("Größe 数量", 0, 0, 1, 1)),
        ("2:3", Area(None, 0, 1, LAST_COLUMN, 2)),
        ("XFD1048576", Area(None, LAST_COLUMN, LAST_ROW, LAST_COLUMN, LAST_ROW)),
    ],
)
def test_references(text: str, area: Area) -> None:
    assert parse_range(text) == area


@given(st.text(st.characters(blacklist_categories=("Cs",)), min_size=1), columns, rows)
def test_any_sheet_name_in_quotes(sheet: str, column: int, row: int) -> None:
    quoted = sheet.replace("'", "''")
    for mark in ".!":
        area = parse_range(f"'{quoted}'{mark}{cell_name(column, row)}")
        assert area == Area(sheet, column, row, column, row)


@given(columns, columns, rows, rows)
def test_whole_columns_and_rows_and_back(first: int, last: int, top: int, bottom: int) -> None:
    for text in (f"{column_letters(first)}:{column_letters(last)}", f"{top + 1}:{bottom + 1}"):
        assert parse_range(parse_range(text).name) == parse_range(text)


@given(st.text())
def test_any_text_is_a_range_or_refused(text: str) -> None:
    try:
        area = parse_range(text)
    except ToolError as error:
        assert str(error)
    else:
        assert 0 <= area.first_column <= area.last_column <= LAST_COLUMN
        assert 0 <= area.first_row <= area.last_row <= LAST_ROW


def test_rows_of_a_sheet() -> None:
    assert parse_rows("3") == [(2, 2)]
    assert parse_rows("10:1, 4-6,7") == [(0, 9), (3, 5), (6, 6)]
    for text in ("", "0", "A", "1:2:3", "1;2", "1048577"):
        with pytest.raises(ToolError):
            parse_rows(text)


@pytest.mark.parametrize(
    "text", ["", "3B", "B", "A1:", "A1:B", "A1:B2:C3", "B0", "1", "A:1", "A1:2", "XFE1", "A1048577", "Price"]
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
