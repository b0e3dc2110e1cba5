"""Calc's pivot tables of data below headings, in the block that has the titles."""

from __future__ import annotations

import pytest

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import effect, open_workbook

pytestmark = pytest.mark.guest

TABLE = [("Item", "Price", "Region"), *((f"i{i}", i, "EW"[i % 2]) for i in range(12))]


@effect("create_pivot_table")
@pytest.mark.parametrize("headings", [["Sales of the year"], ["Sales of the year", "by region"]])
@pytest.mark.parametrize(("value", "row"), [("Price", "Region"), ("B", "C")])
def test_a_pivot_table_takes_the_block_with_titles_below_headings(
    office: Office, headings: list[str], value: str, row: str
) -> None:
    open_workbook(office, [*([heading] for heading in headings), [], *TABLE])
    first = len(headings) + 2
    for name in ("one", "two"):  # the second is not made of the first
        result = office.call(
            "calc.create_pivot_table",
            source_sheet="Sales",
            table_name=name,
            value_fields=[value],
            row_fields=[row],
        )
        assert f"from A{first}:C{first + 12} of" in result.text
    sums = office.look("document.Sheets.getByIndex(0).getCellRangeByName('E2:F4').DataArray")
    assert sums == [["E", 30], ["W", 36], ["Total Result", 66]]


@effect("create_pivot_table")
def test_a_pivot_table_takes_the_block_whose_titles_are_named(office: Office) -> None:
    open_workbook(office, [("Year", "Sum"), (2024, 1), [], *TABLE])
    result = office.call(
        "calc.create_pivot_table",
        source_sheet="Sales",
        table_name="sums",
        value_fields=["Price"],
        row_fields=["Region"],
    )
    assert "from A4:C16 of" in result.text
