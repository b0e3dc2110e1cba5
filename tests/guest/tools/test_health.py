"""Many calls in a row, with GUI actions between them, all take effect."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import openpyxl
import pytest

from controller.core.guest import Guest
from tests.guest.tools.office import Office

pytestmark = pytest.mark.guest

CALLS = 40


@pytest.fixture
def book(office: Office) -> Iterator[Office]:
    workbook = openpyxl.Workbook()
    office.open("libreoffice_calc", "health.xlsx", workbook.save)
    yield office


def type_into_column_b(guest: Guest, row: int) -> None:
    """As an agent would: from the first cell by the arrow keys, then the text and Enter, and a look at it."""
    guest.call_tool("computer.key", {"keys": ["ctrl", "Home"]})
    guest.call_tool("computer.key", {"keys": ["Right"]})
    guest.call_tool("computer.key", {"keys": ["Down"], "repeat": row - 1})
    guest.call_tool("computer.type", {"text": f"{row} by hand\n"})
    guest.call_tool("computer.screenshot", {})


def test_forty_calls_between_gui_actions_leave_everything_in_order(book: Office) -> None:
    guest = book.guest
    for number in range(1, CALLS + 1):
        book.call("calc.set_cell_value", cell=f"A{number}", value=str(number))
        if number % 4 == 0:
            type_into_column_b(guest, number)
    book.call("calc.save")
    sheet = openpyxl.load_workbook(io.BytesIO(book.file("health.xlsx"))).active
    assert sheet is not None
    assert [sheet[f"A{number}"].value for number in range(1, CALLS + 1)] == list(range(1, CALLS + 1))
    by_hand = [sheet[f"B{number}"].value for number in range(4, CALLS + 1, 4)]
    assert by_hand == [f"{number} by hand" for number in range(4, CALLS + 1, 4)]


def test_forty_calls_side_by_side_leave_forty_cells_filled(book: Office) -> None:
    name = "osworld_mcp_libreoffice_calc.set_cell_value"
    with ThreadPoolExecutor(CALLS) as pool:
        results = list(
            pool.map(
                lambda number: book.guest.call_tool(name, {"cell": f"A{number}", "value": str(number)}),
                range(1, CALLS + 1),
            )
        )
    assert [result.text for result in results if result.is_error] == []
    book.call("calc.save")
    sheet = openpyxl.load_workbook(io.BytesIO(book.file("health.xlsx"))).active
    assert sheet is not None
    assert [sheet[f"A{number}"].value for number in range(1, CALLS + 1)] == list(range(1, CALLS + 1))


def test_mixed_calls_side_by_side_are_answered_by_what_was_done(book: Office) -> None:
    calc = "osworld_mcp_libreoffice_calc."
    calls = [
        call
        for number in range(1, 11)
        for call in (
            (calc + "set_cell_value", {"cell": f"C{number}", "value": "=1+1"}),
            (calc + "format_range", {"range_str": f"C{number}", "bold": True}),
            (calc + "get_workbook_info", {}),
            (calc + "env_info", {}),
        )
    ]
    with ThreadPoolExecutor(20) as pool:
        results = list(pool.map(lambda call: book.guest.call_tool(*call), calls))
    assert [result.text for result in results if result.is_error] == []
    assert book.data("calc.get_column_data", column_name="C")["data"] == [2] * 10
