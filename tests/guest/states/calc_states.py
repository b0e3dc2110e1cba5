"""The states of Calc."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.office_languages import locales
from tests.guest.states.office_ways import (
    TYPED,
    common,
    dialog,
    editing,
    end,
    escape_twice,
    full_screen,
    is_true,
    page_preview,
    press,
    run,
    type_comment,
    type_text,
    wait,
)
from tests.guest.states.table import AppState, AppTable, nothing
from tests.guest.tools.office import PREFIX

APP: Final = "calc"
_CELL = "document.Sheets.getByName('Sales').getCellRangeByName('H9')"
_EDITING = "hasattr(document.CurrentController, 'ActiveSheet') and is_enabled('.uno:InsertFieldSheet')"

DIALOGS: Final = (
    ("Format Cells", ".uno:FormatCellDialog"),
    ("Manage Names", ".uno:DefineName"),
    ("Sort", ".uno:DataSort"),
    ("Validity", ".uno:Validation"),
    ("Standard Filter", ".uno:DataFilterStandardFilter"),
    ("Insert Cells", ".uno:InsertCell"),
    ("Rename Sheet", ".uno:RenameTable"),
    ("Insert Sheet", ".uno:Insert"),
    ("Move/Copy Sheet", ".uno:Move"),
    ("Column Width", ".uno:ColumnWidth"),
    ("Zoom & View Layout", ".uno:Zoom"),
    ("Function Wizard", ".uno:FunctionDialog"),
    ("Goal Seek", ".uno:GoalSeekDialog"),
    ("Select Source", ".uno:DataDataPilotRun"),
    ("Page Style", ".uno:PageFormatDialog"),
    ("Chart Type", ".uno:InsertObjectChart"),
)


def _put(text: str) -> str:
    return f"{_CELL}.String = {text!r}"


def _select(cell: str = "H9") -> str:
    return (
        f"view = document.CurrentController\nview.setActiveSheet(document.Sheets.getByName('Sales'))\n"
        f"view.select(view.ActiveSheet.getCellRangeByName({cell!r}))\nfocus()"
    )


def _will_hold_text(subject: OfficeSubject) -> None:
    run(subject, _put(TYPED))


def _is_editing(subject: OfficeSubject) -> bool:
    return is_true(subject, _EDITING)


def _edit_cell(subject: OfficeSubject) -> None:
    run(subject, f"{_put(TYPED[:3])}\n{_select()}")
    press(subject, "F2")
    wait(lambda: _is_editing(subject), "a cell being edited")
    type_text(subject, TYPED[3:])


def _edit_new_text(subject: OfficeSubject) -> None:
    """Typing over the cell, in which LibreOffice's input line completes and Return alone ends it."""
    run(subject, f"{_put('')}\n{_select()}")
    type_text(subject, TYPED)
    wait(lambda: _is_editing(subject), "a cell being edited")


def _finish_cell(subject: OfficeSubject) -> None:
    if _is_editing(subject):
        press(subject, "Return")
        wait(lambda: not _is_editing(subject), "the end of editing")


def _edit_comment(subject: OfficeSubject) -> None:
    """A text that does not get into the comment is in the cell then, which the judgement sees."""
    run(subject, _select())
    type_comment(subject)


def _keeps_comment(subject: OfficeSubject) -> bool:
    return is_true(subject, f"{_CELL}.Annotation.String == {TYPED!r}")


def _reach_far(subject: OfficeSubject) -> None:
    run(subject, "document.Sheets.getByName('Sales').getCellRangeByName('H100000').String = 'end'")


def _turn_right_to_left(subject: OfficeSubject) -> None:
    run(subject, "document.Sheets.getByName('Sales').TableLayout = 1")


STATES: Final = (
    *common(APP),
    AppState(APP, "100,000 rows", nothing, prepare=_reach_far, names="cells would be"),
    AppState(APP, "right-to-left sheet", nothing, prepare=_turn_right_to_left),
    *locales(APP, "document"),
    *(dialog(APP, title, text) for title, text in DIALOGS),
    *(
        editing(APP, name, enter, holds=_is_editing, leave=_finish_cell, prepare=_will_hold_text)
        for name, enter in (("cell being edited", _edit_cell), ("cell being typed over", _edit_new_text))
    ),
    editing(
        APP,
        "comment being edited",
        _edit_comment,
        leave=escape_twice,
        keeps=_keeps_comment,
        free=("view/*", "sheet/*/cell/H9/comment*"),
    ),
    full_screen(APP),
    page_preview(APP, "not hasattr(document.CurrentController, 'getActiveSheet')"),
)
TABLE: Final = AppTable(
    STATES,
    {"format": "xlsx", "features": [], "sheet": "Sales", "cell": "H9"},
    f"{PREFIX}calc.get_workbook_info",
    end,
)
