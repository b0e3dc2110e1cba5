"""Calc's tools in the page preview, which has no cells: those that read work, the others say what is open."""

from __future__ import annotations

import pytest

from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import open_workbook

pytestmark = pytest.mark.guest

CHANGES: dict[str, dict[str, object]] = {
    "switch_active_sheet": {"sheet_name": "Sales"},
    "set_cell_value": {"cell": "A2", "value": "1"},
    "freeze_panes": {"rows": 1},
    "set_zoom_level": {"zoom_percentage": 50},
    "copy_sheet": {"source_sheet": "Sales"},
    "sort_column": {"column_name": "A"},
    "hide_row_data": {},
    "export_to_csv": {},
}

_PREVIEW = """
document.CurrentController.setActiveSheet(document.Sheets.getByName("Other"))
helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
helper.executeDispatch(document.CurrentController.Frame, ".uno:PrintPreview", "", 0, ())
"""


def test_calc_in_the_page_preview(office: Office) -> None:
    open_workbook(office, [("Name", "Count"), ("Pen", 1)], "Other")
    office.call("calc.set_cell_value", cell="Other.A1", value="Cup")
    office.script(_PREVIEW)
    office.wait_until(lambda: not office.look("hasattr(document.CurrentController, 'getActiveSheet')"))
    assert office.data("calc.get_workbook_info")["active_sheet"] == "Other"
    assert office.data("calc.env_info")["headers"] == ["Cup"]
    assert office.data("calc.env_info", sheet_name="Sales")["data"] == [["Pen", 1]]
    assert office.data("calc.get_column_data", column_name="A")["header"] == "Cup"
    for name, arguments in CHANGES.items():
        refused = office.refusal(f"calc.{name}", **arguments)
        assert refused == "The page preview is shown, which has no cells. Close it first (Ctrl+Shift+O).", (
            name
        )
    assert "Saved" in office.call("calc.save").text
    office.call("calc.export_to_pdf")
    assert office.file("sales.pdf").startswith(b"%PDF")
