"""Calc's tools for sheets and for export: each effect is looked up in the saved or exported file."""

from __future__ import annotations

import csv
import io

import pypdf
import pytest
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.workbooks import SALES, effect, error, open_workbook, saved, values

pytestmark = pytest.mark.guest


def pages(office: Office, name: str) -> list[str]:
    """The text of each page of a PDF in the tests' folder."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(office.file(name))).pages]


@pytest.mark.core
@effect("rename_sheet", "switch_active_sheet", "copy_sheet", "reorder_sheets")
def test_sheets(office: Office) -> None:
    open_workbook(
        office, SALES, "Notes", "Last", change=lambda sheet: setattr(sheet["A1"], "font", Font(bold=True))
    )
    office.call("calc.rename_sheet", old_name="Notes", new_name="Größe & 数量 'x' (1)")
    office.call("calc.switch_active_sheet", sheet_name="New sheet")
    office.call("calc.copy_sheet", source_sheet="Sales")
    office.call("calc.copy_sheet", source_sheet="sales", new_sheet_name="Backup")
    office.call("calc.reorder_sheets", sheet_name="Sales", position=4)
    office.call("calc.reorder_sheets", sheet_name="New sheet", position=1)
    office.call("calc.reorder_sheets", sheet_name="Last", position=6)
    book = saved(office)
    assert book.sheetnames == ["New sheet", "Backup", "Sales_2", "Größe & 数量 'x' (1)", "Sales", "Last"]
    assert book.active is not None and book.active.title == "New sheet"
    for name in ("Backup", "Sales_2"):
        assert values(book[name]) == values(book["Sales"]) and book[name]["A1"].font.bold


@effect("copy_cells_between_sheets")
def test_copying_cells(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet["D2"] = "=B2*2"
        sheet["A1"].font = Font(bold=True)

    open_workbook(office, SALES, "My notes", change=prepare)
    office.call(
        "calc.copy_cells_between_sheets",
        source_range="A1:D3",
        target_sheet_name="My notes",
        target_start_cell="B5",
    )
    office.call(
        "calc.copy_cells_between_sheets",
        source_range="'My notes'.B5",
        target_sheet_name="Sales",
        target_start_cell="A9",
    )
    book = saved(office)
    notes = book["My notes"]
    assert [cell.value for cell in notes["B6:E6"][0]] == ["Pen", 2, "East", "=C6*2"]
    assert notes["B5"].font.bold
    assert book["Sales"]["A9"].value == "Item"


@pytest.mark.core
@effect("export_to_csv")
def test_csv(office: Office) -> None:
    open_workbook(
        office, [("Item", "Price"), ('A "big", red pen', 2.5), ("Größe", 1)], "Notes", name="a b.xlsx"
    )
    office.call("calc.set_cell_value", cell="Notes.A1", value="only here")
    assert f"{FOLDER}/a b.csv" in office.call("calc.export_to_csv").text
    rows = list(csv.reader(io.StringIO(office.file("a b.csv").decode())))
    assert rows == [["Item", "Price"], ['A "big", red pen', "2.5"], ["Größe", "1"]]
    office.call("calc.switch_active_sheet", sheet_name="Notes")
    office.call("calc.export_to_csv")
    assert office.file("a b.csv").decode().strip() == "only here"
    info = office.data("calc.get_workbook_info")
    assert info["file_name"] == "a b.xlsx" and info["unsaved_changes"]


@effect("export_to_pdf")
def test_pdf(office: Office) -> None:
    open_workbook(office, [("first sheet",)], "Two", "Three", "Empty")
    for name in ("Two", "Three"):
        office.call("calc.set_cell_value", cell=f"{name}.A1", value=f"sheet {name.lower()}")
    office.call("calc.export_to_pdf")
    assert ["first" in text for text in pages(office, "sales.pdf")] == [True, False, False]
    office.call("calc.export_to_pdf", file_path=f"{FOLDER}/out put.pdf", sheets=["Three", "two"])
    texts = " ".join(pages(office, "out put.pdf"))
    assert "sheet two" in texts and "sheet three" in texts and "first" not in texts


@effect("export_to_pdf")
def test_a_pdf_is_shown(office: Office) -> None:
    open_workbook(office)
    office.call("calc.export_to_pdf", file_path="shown.pdf", open_after_export=True)
    office.wait_for_window(lambda titles: any("shown.pdf" in title for title in titles))
    viewer = office.guest.run(["pgrep", "-x", "evince"]).text.split()
    office.guest.run(["kill", *viewer])
    office.wait_for_window(lambda titles: not any("shown.pdf" in title for title in titles))


@effect("scale_first_sheet_and_export_pdf")
def test_scaling_to_pages(office: Office) -> None:
    open_workbook(office, [[f"r{row}c{column}" for column in range(12)] for row in range(150)], "Other")
    office.call("calc.set_cell_value", cell="Other.A1", value="other")
    office.call("calc.export_to_pdf", file_path="unscaled.pdf", sheets=["Sales"])
    assert len(pages(office, "unscaled.pdf")) > 4
    office.call("calc.scale_first_sheet_and_export_pdf", output_path=f"{FOLDER}/scaled.pdf")
    (page,) = pages(office, "scaled.pdf")
    assert "r0c0" in page and "r149c11" in page and "other" not in page
    office.call("calc.scale_first_sheet_and_export_pdf", output_path="tall.pdf", pages_x=1, pages_y=2)
    assert len(pages(office, "tall.pdf")) == 2
    sheet = saved(office)["Sales"]
    assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 2)


@error(
    "rename_sheet",
    "switch_active_sheet",
    "copy_sheet",
    "reorder_sheets",
    "copy_cells_between_sheets",
    "export_to_pdf",
    "scale_first_sheet_and_export_pdf",
)
def test_sheet_tools_say_what_is_wrong(office: Office) -> None:
    open_workbook(office, SALES, "Notes")
    refusal = office.refusal
    assert "already" in refusal("calc.rename_sheet", old_name="Sales", new_name="notes")
    assert "Sales, Notes" in refusal("calc.rename_sheet", old_name="Q3", new_name="x")
    assert "cannot name" in refusal("calc.rename_sheet", old_name="Sales", new_name="a/b")
    assert "cannot name" in refusal("calc.switch_active_sheet", sheet_name="a\nb")
    assert "already" in refusal("calc.copy_sheet", source_sheet="Sales", new_sheet_name="NOTES")
    assert "Sales, Notes" in refusal("calc.copy_sheet", source_sheet="Q3")
    assert "1 to 2" in refusal("calc.reorder_sheets", sheet_name="Sales", position=3)
    assert "Sales, Notes" in refusal("calc.reorder_sheets", sheet_name="Q3", position=1)
    copy = {"source_range": "A1:B2", "target_sheet_name": "Notes", "target_start_cell": "A1"}
    for changes, cause in (
        ({"target_sheet_name": "Q3"}, "Sales, Notes"),
        ({"source_range": "A1:B"}, "no cell reference"),
        ({"target_start_cell": "XFD1"}, "does not fit"),
    ):
        assert cause in refusal("calc.copy_cells_between_sheets", **{**copy, **changes})
    assert "nothing to print" in refusal("calc.export_to_pdf", sheets=["Notes"])
    assert "Sales, Notes" in refusal("calc.export_to_pdf", sheets=["Q3"])
    assert ".pdf" in refusal("calc.export_to_pdf", file_path="/home/user/x.txt")
    assert "does not exist" in refusal("calc.export_to_pdf", file_path="/home/user/nowhere/x.pdf")
    assert "could not be written" in refusal("calc.export_to_pdf", file_path="/etc/x.pdf")
    assert "pages_x" in refusal(
        "calc.scale_first_sheet_and_export_pdf", output_path="x.pdf", pages_x=0, pages_y=0
    )
    assert not office.data("calc.get_workbook_info")["unsaved_changes"]


@error("export_to_csv", "save")
def test_a_document_without_a_file(office: Office) -> None:
    office.launch("libreoffice_calc")
    office.wait_for_window(lambda titles: any("Untitled" in title for title in titles[:1]))
    assert "never saved" in office.refusal("calc.export_to_csv")
    assert "Save As" in office.refusal("calc.save")
