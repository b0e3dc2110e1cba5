"""The reader of workbooks calls what is the same by the same name."""

from __future__ import annotations

import pytest
from openpyxl.worksheet.cell_range import MultiCellRange

from tests.guest.fuzz.calc_reader import canonical_area


@pytest.mark.parametrize(
    ("ranges", "name"),
    [
        ("D2:D5 D3:E5 E2", "D2:E5"),
        ("D2:E5", "D2:E5"),
        ("A1 A2 B1 B2", "A1:B2"),
        ("A1 C3", "A1 C3"),
        ("A1:A3 B1:B2", "A1:A3 B1:B2"),
        ("A4:B5 A1:B2", "A1:B2 A4:B5"),
    ],
)
def test_the_same_cells_have_one_name(ranges: str, name: str) -> None:
    assert canonical_area(MultiCellRange(ranges)) == name
