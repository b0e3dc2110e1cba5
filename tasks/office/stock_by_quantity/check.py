import io

import openpyxl
from openpyxl.styles import Font

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import parse_workbook

STOCK = "Documents/stock.xlsx"
ROWS: list[list[str | int]] = [
    ["Item", "Shelf", "Quantity"],
    ["Screws", "C2", 940],
    ["Hinges", "A4", 210],
    ["Brackets", "B1", 88],
    ["Handles", "A1", 35],
    ["Locks", "D3", 9],
]
"""The first row has the titles."""
NOT_LOOKS = ("bold", "hidden", "comment", "link", "added", "removed")


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{STOCK}")
    book = parse_workbook(data, STOCK)
    rows = book.sheet("Stock").rows()
    changes = compare_apart(STOCK, {"": stock()}, {"": data})
    others = [str(change) for change in changes if change.what in NOT_LOOKS]
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Stock"], book.sheet_names),
        claim("the rows are below the titles, the highest quantity first", rows == ROWS, rows),
        claim("the titles alone are bold, nothing is hidden or added", not others, others[:5]),
        nothing_else(guest, may_add(STOCK)),
    )


def stock() -> bytes:
    """The workbook as it should be."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Stock"
    for row in ROWS:
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    book.save(out := io.BytesIO())
    return out.getvalue()
