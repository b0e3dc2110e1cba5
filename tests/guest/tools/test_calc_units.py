"""Calc's limits as Excel's formats count characters, and digits of other scripts."""

from __future__ import annotations

import pytest

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import open_workbook, saved

pytestmark = pytest.mark.guest

EMOJI = "\N{GRINNING FACE}"
"""One character, of which Excel's formats count two."""


def test_names_of_emoji_end_where_the_file_format_ends_them(office: Office) -> None:
    open_workbook(office, [("a", "b"), ("x", 1)], "Other")
    assert "31" in office.refusal("calc.rename_sheet", old_name="Other", new_name=EMOJI * 16)
    office.call("calc.rename_sheet", old_name="Other", new_name=EMOJI * 15)
    office.call("calc.copy_sheet", source_sheet=EMOJI * 15)
    assert saved(office).sheetnames == ["Sales", EMOJI * 15, EMOJI * 14 + "_2"]
    office.script(f"document.Sheets.getByIndex(1).Name = {EMOJI!r} * 16")
    assert "32 characters" in office.refusal("calc.save")


def test_texts_of_emoji_end_where_the_file_format_ends_them(office: Office) -> None:
    open_workbook(office, [("a", "b"), ("x", 1)])
    assert "32,767" in office.refusal("calc.set_cell_value", cell="A2", value=EMOJI * 16_384)
    office.call("calc.set_cell_value", cell="A2", value=EMOJI * 16_383)
    assert saved(office)["Sales"]["A2"].value == EMOJI * 16_383
    office.script(f"document.Sheets.getByIndex(0).getCellRangeByName('A3').String = {EMOJI!r} * 16384")
    assert "A3 of sheet Sales" in office.refusal("calc.save")


@pytest.mark.parametrize("text", ["５", "٥", "२०२४-०१-०१"])
def test_digits_of_other_scripts_are_what_typing_gives(office: Office, text: str) -> None:
    open_workbook(office, [("a", "b"), ("x", 1)])
    office.call("calc.set_cell_value", cell="A2", value=text)
    office.call("calc.set_column_values", column_name="B", data=[text])
    office.script(
        "controller = document.CurrentController\n"
        "controller.select(document.Sheets.getByIndex(0).getCellRangeByName('C2'))\n"
        "controller.Frame.ContainerWindow.setFocus()"
    )
    office.guest.call_tool("computer.type", {"text": f"{text}\n"})
    cells = "document.Sheets.getByIndex(0).getCellRangeByName('A2:C2').DataArray[0]"
    office.wait_until(lambda: bool(office.look(cells)[2]))
    assert office.look(cells) == [text, text, text]
