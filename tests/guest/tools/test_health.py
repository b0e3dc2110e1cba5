"""Many calls in a row, with GUI actions between them, all take effect."""

from __future__ import annotations

import io
from collections.abc import Iterator

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
