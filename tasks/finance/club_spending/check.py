import csv
from datetime import datetime

from checkers import GuestView, Score, claim
from checkers.calculated import read_calculated
from checkers.evidence import examine, judged
from checkers.files import read_text
from checkers.nothing_else import cells, may_add, may_change, nothing_else
from checkers.office_parts import office_parts
from checkers.sheet_layout import read_layout
from checkers.spreadsheets import read_workbook, same_values

FOLDER = "/home/user/Documents"
BOOK = f"{FOLDER}/spending.xlsx"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RECEIPTS = [
    ["Date", "Item", "Group", "Amount"],
    ["2026-01-05", "Nets", "Court", 120],
    ["2026-01-09", "Tea", "Bar", 35.5],
    ["2026-02-02", "Balls", "Court", 64],
    ["2026-02-20", "Cups", "Bar", 18],
    ["2026-03-04", "Line tape", "Court", 22.25],
    ["2026-03-04", "Napkins", "Bar", 9.75],
    ["2026-03-11", "Tea", "Bar", 35.5],
]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, BOOK)
    receipts, sums = book.sheet("Receipts"), book.sheet("Sums")
    rows = [[day(value) for value in row] for row in receipts.rows()]
    names = sums.column("A", 1)
    formulas = [sums[f"B{row}"].formula for row in (1, 2, 3)]
    return Score.all_of(
        claim("there are the two sheets", book.sheet_names == ["Receipts", "Sums"], book.sheet_names),
        claim("the receipts are corrected, each once", alike(rows), rows),
        claim("the sums have their names", names == ["Court", "Bar", "Total"], names),
        claim("they are formulas", all(formulas), formulas),
        claim("the last one uses the name", "spent" in formulas[2].lower(), formulas[2]),
        examine("Spent is the block of amounts", lambda: named(guest)),
        examine("the line tape's amount has its note", lambda: noted(guest)),
        claim("the title row is frozen", read_layout(guest, BOOK, "Receipts").frozen_rows == 1),
        examine("receipts-clean.csv has the sheet", lambda: exported(guest)),
        examine("the sums are right", lambda: results(guest)),
        nothing_else(
            guest,
            may_add("Documents/spending.xlsx"),
            may_change("Documents/spending.xlsx", *cells("Receipts", "D6"), what="comment"),
            may_add("Documents/receipts-clean.csv"),
        ),
    )


def day(value: object) -> object:
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime) else value


def alike(rows: list[list[object]]) -> bool:
    return len(rows) == len(RECEIPTS) and all(map(same_values, rows, RECEIPTS))


def results(guest: GuestView) -> tuple[bool, object]:
    values = read_calculated(guest, BOOK).sheet("Sums").column("B", 1)
    return same_values(values, [206.25, 98.75, 305]), values


def named(guest: GuestView) -> tuple[bool, object]:
    names = {
        item.get("name"): (item.text or "").replace("'", "").replace("$", "")
        for item in office_parts(guest, BOOK).xml("xl/workbook.xml").iter(f"{MAIN}definedName")
    }
    return names.get("Spent") == "Receipts!D2:D8", names


def noted(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, BOOK)
    notes = {
        item.get("ref"): "".join(part.text or "" for part in item.iter(f"{MAIN}t"))
        for name in parts.archive.namelist()
        if "comments" in name and name.endswith(".xml")
        for item in parts.xml(name).iter(f"{MAIN}comment")
    }
    return list(notes) == ["D6"] and "bill is missing" in notes["D6"], notes


def exported(guest: GuestView) -> tuple[bool, object]:
    lines = list(csv.reader(read_text(guest, f"{FOLDER}/receipts-clean.csv").strip().splitlines()))
    expected = [[str(value) for value in row] for row in RECEIPTS]
    return lines == expected, lines
