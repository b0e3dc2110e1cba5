from datetime import date
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.document_model import Document
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim

FILES = Path(__file__).parent / "files"
DOCUMENTS = "/home/user/Documents"
ADDED = (
    (5, "Have the pump looked at", "Tessa Bell", date(2026, 3, 27), None),
    (6, "Read the water meter", "Milan Kovac", date(2026, 3, 20), None),
    (7, "Fetch the banner from the school", "Mara Keller", date(2026, 4, 24), None),
    (8, "Write to the newspaper", "Rolf Berg", date(2026, 4, 17), None),
    (9, "Have the scythes sharpened", "Tim Bowen", date(2026, 4, 2), None),
    (10, "Copy the shed key twice", "Milan Kovac", date(2026, 3, 31), None),
)
FIRST = 6
"""The first free row."""


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, f"{DOCUMENTS}/tasks.xlsx")
    original = parse_workbook((FILES / "tasks.xlsx").read_bytes(), "tasks.xlsx")
    sheet = book.sheet("Tasks")
    rows = [[sheet[f"{letter}{FIRST + place}"].value for letter in "ABCDE"] for place in range(len(ADDED))]
    minutes = read_document(guest, f"{DOCUMENTS}/minutes.docx")
    before = parse_document((FILES / "minutes.docx").read_bytes(), "minutes.docx")
    apart = [f"Tasks!{letter}{FIRST + place}" for letter in "ABCDE" for place in range(len(ADDED))]
    return Score.all_of(
        *(
            claim(f"task {expected[0]} is {expected[1]!r}, {expected[2]}", same_values(row, expected), row)
            for row, expected in zip(rows, ADDED, strict=True)
        ),
        untouched_claim(book, original, apart=apart),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
        claim("the minutes are as they were", struck(minutes) == struck(before), struck(minutes)),
    )


def struck(document: Document) -> list[tuple[str, str, bool]]:
    """Each paragraph's style and text, and whether it is struck through."""
    return [
        (each.style, each.text, each.every(strike=True)) for each in document.paragraphs if each.text.strip()
    ]
