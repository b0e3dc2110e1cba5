"""The tests' own LibreOffice: after a crash or a hang the next test finds a fresh one."""

from __future__ import annotations

from contextlib import suppress

import pytest

from testbed.errors import GuestError
from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import open_workbook

pytestmark = pytest.mark.guest


def test_a_crash_leaves_nothing_to_recover(office: Office) -> None:
    open_workbook(office)
    office.call("calc.set_cell_value", cell="A1", value="x")
    office.guest.run(["pkill", "-ABRT", "-x", "soffice.bin"])
    with suppress(AssertionError):  # now and then LibreOffice's own handler of crashes hangs
        office.wait_until(office.crashed)
    office.reset()
    open_workbook(office)
    assert office.data("calc.env_info")["headers"] == ["Item", "Price", "Region"]


def test_one_that_hangs_is_ended_and_reported(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.guest.tools.office.CLOSE_SECONDS", 2.0)
    open_workbook(office)
    office.guest.run(["pkill", "-STOP", "-x", "soffice.bin"])
    with pytest.raises(GuestError):
        office.close()
    open_workbook(office)
    assert office.data("calc.env_info")["headers"] == ["Item", "Price", "Region"]
