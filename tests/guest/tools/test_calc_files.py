"""Calc's tools for saving and exporting: where they cannot write, what a format cannot hold, what must stay."""

from __future__ import annotations

import csv
import io

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.workbooks import SALES, open_workbook, saved

pytestmark = pytest.mark.guest

STORE = """
values = tuple(struct("com.sun.star.beans.PropertyValue", Name=n, Value=v) for n, v in {values!r}.items())
document.storeAsURL("file://{folder}/{name}", values)
"""
CSV = "Text - txt - csv (StarCalc)"
SCALES = (
    "[[style.ScaleToPagesX, style.ScaleToPagesY] for style in"
    " (document.StyleFamilies.getByName('PageStyles').getByName(sheet.PageStyle) for sheet in document.Sheets)]"
)


def store_as(office: Office, name: str, filter_name: str) -> None:
    office.script(STORE.format(folder=FOLDER, name=name, values={"FilterName": filter_name}))


def test_paths_that_cannot_be_written_are_named(office: Office) -> None:
    open_workbook(office)
    office.guest.run(["mkfifo", f"{FOLDER}/pipe.pdf"])
    for path, reason in (
        ("x" * 300 + ".pdf", "at most 255 bytes"),
        ("y/" * 3_000 + "a.pdf", "4,095"),
        ("a\0b.pdf", "NUL"),
        ("~no-such-user/a.pdf", "home folder"),
        ("/root/a.pdf", "may not do that"),
        ("/proc/a.pdf", "could not be written"),
        ("sales.xlsx/a.pdf", "does not exist"),
        ("missing/a.pdf", "does not exist"),
        ("pipe.pdf", "not a file"),
        (".pdf", "ends in .pdf"),
    ):
        refused = office.refusal("calc.export_to_pdf", file_path=path)
        assert reason in refused and "Errno" not in refused and len(refused) < 500
        office.refusal("calc.scale_first_sheet_and_export_pdf", output_path=path)
    assert office.look(SCALES) == [[0, 0]]
    office.guest.run(["rm", f"{FOLDER}/pipe.pdf"])


def test_a_failed_export_keeps_the_existing_file(office: Office) -> None:
    small = f"{FOLDER}/small"
    office.guest.run(["mkdir", "-p", small])
    office.guest.run(["mount", "-t", "tmpfs", "-o", "size=200k,uid=1000,gid=1000", "tmpfs", small])
    try:
        open_workbook(office)
        office.call("calc.export_to_pdf", file_path="small/a.pdf")
        before = office.file("small/a.pdf")
        office.guest.run(["sh", "-c", f"head -c 1M /dev/zero > {small}/filler"], check=False)
        assert "disk" in office.refusal("calc.export_to_pdf", file_path="small/a.pdf")
        assert office.file("small/a.pdf") == before
        assert office.guest.run(["ls", "-A", small]).text.split() == ["a.pdf", "filler"]
    finally:
        office.guest.run(["umount", "-l", small])


def test_a_file_that_may_not_be_changed_or_is_open_stays(office: Office) -> None:
    open_workbook(office, name="other.xlsx")
    store_as(office, "sales.csv", CSV)
    open_workbook(office)
    before = office.file("sales.csv")
    assert "is open in LibreOffice" in office.refusal("calc.export_to_csv")
    office.write("fixed.pdf", b"old")
    office.guest.run(["chown", "root:root", f"{FOLDER}/fixed.pdf"])
    assert "may not do that" in office.refusal("calc.export_to_pdf", file_path="fixed.pdf")
    assert office.file("fixed.pdf") == b"old" and office.file("sales.csv") == before


def test_a_link_and_a_files_mode_survive_an_export(office: Office) -> None:
    open_workbook(office)
    office.write("real.pdf", b"old")
    office.guest.run(["chown", "user:user", f"{FOLDER}/real.pdf"])
    office.guest.run(["chmod", "640", f"{FOLDER}/real.pdf"])
    office.guest.run(["ln", "-s", "real.pdf", f"{FOLDER}/link.pdf"], as_user=False)
    office.call("calc.export_to_pdf", file_path="link.pdf")
    assert office.file("real.pdf").startswith(b"%PDF")
    output = office.guest.run(["stat", "-c", "%F %a", f"{FOLDER}/link.pdf", f"{FOLDER}/real.pdf"]).text
    assert output.splitlines() == ["symbolic link 777", "regular file 640"]
    office.guest.run(["rm", f"{FOLDER}/link.pdf"])


def test_saving_refuses_what_the_format_cannot_hold(office: Office) -> None:
    open_workbook(office, SALES, "Notes")
    before = office.file("sales.xlsx")
    office.script("document.Sheets[1].Name = 'n' * 32")
    assert "32 characters" in office.refusal("calc.save")
    office.script(
        "document.Sheets[1].Name = 'Notes'\ndocument.Sheets[1].getCellRangeByName('B7').String = 'x' * 32768"
    )
    assert "B7 of sheet Notes" in office.refusal("calc.save")
    assert office.file("sales.xlsx") == before
    office.script("document.Sheets[1].getCellRangeByName('B7').String = 'x' * 32767")
    assert len(saved(office)["Notes"]["B7"].value) == 32_767
    store_as(office, "sales.csv", CSV)
    assert "holds one sheet" in office.refusal("calc.save")
    office.script("document.Sheets.removeByName('Notes')")
    office.call("calc.save")
    assert office.file("sales.csv").startswith(b"Item,Price,Region\n")


def test_scaling_leaves_other_sheets_with_the_same_page_style(office: Office) -> None:
    def prepare(sheet: Worksheet) -> None:
        sheet.parent["Notes"]["A1"] = "x"

    open_workbook(office, SALES, "Notes", change=prepare)
    office.script("document.Sheets[1].PageStyle = document.Sheets[0].PageStyle")
    office.call("calc.scale_first_sheet_and_export_pdf", output_path="a.pdf", pages_y=0)
    assert office.look(SCALES) == [[1, 0], [0, 0]]
    office.script("document.getUndoManager().undo()")
    assert office.look(SCALES) == [[0, 0], [0, 0]]
    office.script("document.getUndoManager().redo()")
    assert office.look(SCALES) == [[1, 0], [0, 0]]


def test_csv_and_ods_files_keep_their_format(office: Office) -> None:
    office.write("plain.csv", b"Item;Price\nPen;2\n")
    office.guest.run(["chown", "user:user", f"{FOLDER}/plain.csv"])
    open_workbook(office)
    store_as(office, "sales.ods", "calc8")
    office.call("calc.merge_cells", range_str="A6:B6")
    office.call("calc.save")
    assert io.BytesIO(office.file("sales.ods")).read(
        2
    ) == b"PK" and b"opendocument.spreadsheet" in office.file("sales.ods")


def test_csv_has_cells_as_shown_in_every_locale(office: Office) -> None:
    formats = ("#,##0.00", "DD/MM/YYYY", "0.00%", "[$-407]#,##0.00", "[$-411]YYYY年M月D日", "[$-2010401]0")

    def prepare(sheet: Worksheet) -> None:
        for number, (value, code) in enumerate(
            zip((1234.5, 45325, 0.5, 1234.5, 45325, 12), formats, strict=True)
        ):
            sheet.cell(2, number + 1, value).number_format = code

    open_workbook(office, [["a"] * len(formats)], change=prepare)
    cells = "[document.Sheets[0].getCellByPosition(column, 1).String for column in range(6)]"
    office.call("calc.export_to_csv")
    _, row = csv.reader(io.StringIO(office.file("sales.csv").decode()))
    assert row == office.look(cells)
    assert row[:5] == ["1,234.50", "03/02/2024", "50.00%", "1.234,50", "2024年2月3日"]
