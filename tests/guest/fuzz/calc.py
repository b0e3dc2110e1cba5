"""Calc: workbooks with difficult features in several formats; a copy is always saved as xlsx and read by openpyxl."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st

from tests.guest.fuzz.calc_documents import TABLE, CalcDocument, documents
from tests.guest.fuzz.calc_promises import PROMISES
from tests.guest.fuzz.calc_reader import read_workbook
from tests.guest.fuzz.office import OfficeSubject
from tests.guest.fuzz.promises import Promise, State

XLSX_FILTER = "Calc MS Excel 2007 XML"

_VIEW = """settle() or {
    "active": document.CurrentController.ActiveSheet.Name,
    "selection": document.CurrentSelection.RangeAddressesAsString
        if hasattr(document.CurrentSelection, "RangeAddressesAsString")
        else document.CurrentSelection.AbsoluteName,
    "format": document.URL.rpartition(".")[2],
    "zoom": document.CurrentController.ZoomValue,
    "first row": document.CurrentController.FirstVisibleRow,
    "first column": document.CurrentController.FirstVisibleColumn,
}"""

_SELECT = """
document.calculateAll()  # gives formulas the number formats of what they refer to, as the first save would
for each in document.Sheets:  # and rows the heights of their content, as the first change of a cell in them would
    for number in range(12):
        row = each.Rows.getByIndex(number)
        if row.OptimalHeight and row.IsVisible:
            row.OptimalHeight = True
document.getUndoManager().clear()
view = document.CurrentController
view.setActiveSheet(document.Sheets.getByName({sheet!r}))
view.select(view.ActiveSheet.getCellRangeByName({cell!r}))
"""

_STORE_AS_ODS = """
path = "/".join(opened.split("/")[:-1]) + "/book.ods"
document.storeAsURL(path, properties(FilterName="calc8"))
opened = path
"""

_STEP = """
view = document.CurrentController
sheet, selection = view.ActiveSheet, view.Selection
corner = view.FirstVisibleColumn, view.FirstVisibleRow
addresses = ()  # the object of a range goes with its cells when these move
if hasattr(selection, "getRangeAddresses"):
    addresses = selection.getRangeAddresses()
elif hasattr(selection, "getRangeAddress"):
    addresses = (selection.getRangeAddress(),)
name = sheet.Name
dispatch({command!r})
if document.Sheets.hasByName(name):
    view.setActiveSheet(sheet)
    for address in addresses:
        address.Sheet = sheet.getRangeAddress().Sheet
    if addresses:
        selection = document.createInstance("com.sun.star.sheet.SheetCellRanges")
        selection.addRangeAddresses(addresses, False)
    view.select(selection)
    settle()
    view.FirstVisibleColumn, view.FirstVisibleRow = corner
"""


class CalcSubject(OfficeSubject):
    """Calc with a workbook of the sheets Sales, Notes and Last."""

    name = "calc"
    app = "libreoffice_calc"
    promises: ClassVar[Sequence[Promise]] = PROMISES

    def documents(self) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {
                "format": st.sampled_from(("xlsx", "xlsx", "xlsx", "xlsx", "ods", "csv")),
                "features": documents(),
                "sheet": st.sampled_from(("Sales", "Sales", "Sales", "Notes")),
                "cell": st.sampled_from(("A9", "C10", "H9")),
            }
        )

    def make(self, document: Any) -> tuple[str, str, bytes]:
        if document["format"] == "csv":
            return "book.csv", XLSX_FILTER, _csv()
        return "book.xlsx", XLSX_FILTER, CalcDocument.of(document["features"]).data()

    def options(self, document: Any) -> tuple[str, ...]:
        return ("--infilter=Text - txt - csv (StarCalc):44,34,76,1",) if document["format"] == "csv" else ()

    def open(self, document: Any) -> None:
        super().open(document)
        if document["format"] == "ods":
            self.python.run(_STORE_AS_ODS)
        sheet = "book" if document["format"] == "csv" else document["sheet"]
        self.python.run(_SELECT.format(sheet=sheet, cell=document["cell"]))

    def read(self, name: str, content: bytes) -> State:
        return read_workbook(content)

    def view(self) -> str:
        return _VIEW

    def undo(self) -> None:
        self._step(".uno:Undo")

    def redo(self) -> None:
        self._step(".uno:Redo")

    def _step(self, command: str) -> None:
        """Undo or Redo; the selection and the view, which LibreOffice moves to what it changed, are put back."""
        self.python.run(_STEP.format(command=command))


def _csv() -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows(TABLE)
    return stream.getvalue().encode()
