from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import file_is
from checkers.office_parts import office_parts
from checkers.sheet_layout import read_layout
from checkers.spreadsheets import read_workbook

FOLDER = "/home/user/Documents"
HOUSE = f"{FOLDER}/house.xlsx"
CONTACTS = Path(__file__).with_name("files") / "contacts.xlsx"
ITEMS = [
    ["Inventory 2026", None, None],
    ["Item", "Place", "Pieces"],
    ["Projector", "Hall", 2],
    ["Folding chair", "Hall", 64],
    ["Coffee urn", "Kitchen", 3],
]
COUNT = [row if row[2] in (None, "Pieces") else [*row[:2], None] for row in ITEMS]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, HOUSE)
    if book.sheet_names != ["Inventory", "Count", "Missing"]:
        return Score.all_of(claim("the sheets are Inventory, Count, Missing", False, book.sheet_names))
    inventory, count, missing = (book.sheet(name).rows() for name in book.sheet_names)
    merged = [read_layout(guest, HOUSE, name).merged for name in ("Inventory", "Count")]
    parts = office_parts(guest, HOUSE)
    notes = [
        name
        for name in parts.archive.namelist()
        if "comment" in name.lower() and has_notes(parts.content(name))
    ]
    return Score.all_of(
        claim("the inventory has its title and three items", inventory == ITEMS, inventory),
        claim("the count has the same without pieces", count == COUNT, count),
        claim("the missing ones are an empty sheet", not any(map(any, missing)), missing),
        claim("the titles are one cell", merged == [frozenset({"A1:C1"})] * 2, merged),
        claim("there is no note", not notes, notes),
        file_is(guest, f"{FOLDER}/contacts.xlsx", CONTACTS.read_bytes()),
    )


def has_notes(content: bytes) -> bool:
    return b"<comment " in content or b'ObjectType="Note"' in content
