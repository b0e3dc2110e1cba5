import io
from pathlib import Path

import openpyxl

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.differences.compare import Change
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.spreadsheets import parse_workbook

ORIGINAL = Path(__file__).with_name("files") / "house.xlsx"
PATH = "Documents/house.xlsx"
SHEETS = ["Inventory", "Count", "Missing"]


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{PATH}")
    book = parse_workbook(data, PATH)
    changes = compare_apart(PATH, {"": tidied()}, {"": data})
    inventory, count = (differing(changes, name) for name in SHEETS[:2])
    missing = book.sheet("Missing").rows()
    return Score.all_of(
        claim(f"the sheets are {', '.join(SHEETS)}", book.sheet_names == SHEETS, book.sheet_names),
        claim("the inventory has its title and three items, and no note", not inventory, inventory[:5]),
        claim("the count has the same without pieces", not count, count[:5]),
        claim("the missing ones are an empty sheet", not any(map(any, missing)), missing),
        nothing_else(
            guest,
            may_change(PATH, "sheet Sheet1", "sheet Scratch", what="removed"),
            may_change(PATH, *(f"sheet {name}" for name in SHEETS), what="added"),
            may_change(PATH, what="permissions"),  # the server writes a new file
        ),
    )


def differing(changes: list[Change], sheet: str) -> list[str]:
    """What is different on a sheet, but for how the title stands in its cell."""
    title = f"sheet {sheet}/cell A1", ("horizontal alignment", "vertical alignment")
    return [
        str(change)
        for change in changes
        if f"{change.place}/".startswith(f"sheet {sheet}/")
        and not (change.place == title[0] and change.what in title[1])
    ]


def tidied() -> bytes:
    """The workbook as it should be."""
    book = openpyxl.load_workbook(ORIGINAL)
    del book["Scratch"]
    sheet = book["Sheet1"]
    sheet.title = "Inventory"
    sheet["C2"].comment = None
    sheet.delete_cols(2)
    sheet.delete_rows(3)
    sheet.insert_rows(1)
    sheet["A1"] = "Inventory 2026"
    sheet.merge_cells("A1:C1")
    count = book.copy_worksheet(sheet)
    count.title = "Count"
    for row in (3, 4, 5):
        count[f"C{row}"] = None
    book.create_sheet("Missing")
    book.save(out := io.BytesIO())
    return out.getvalue()
