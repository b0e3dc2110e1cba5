"""Workbooks whose formulas an office program calculates in a copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from checkers import calculated
from checkers.calculated import read_calculated
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest
from tests.checkers.office_files import saved


def test_the_copy_is_read_and_a_program_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calculated, "_COPIES", str(tmp_path))
    made = tmp_path / "made.xlsx"
    book = Workbook()
    book.worksheets[0].title = "Sums"
    book.worksheets[0].append(["Bar", 98.75])
    made.write_bytes(saved(book.save))
    guest = LocalGuest(tmp_path / "programs")
    guest.program("soffice", f'cp {made} "$6/$(basename "$7")"')
    calculated_book = read_calculated(guest, "/home/user/Documents/spending.xlsx")
    assert calculated_book.sheet("Sums")["B1"].value == 98.75
    guest.program("soffice", "exit 3")
    with pytest.raises(Unusable, match="exit code 3"):
        read_calculated(guest, "/home/user/Documents/spending.xlsx")
