from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim

BOOK = "rivers.xlsx"
ORIGINAL = Path(__file__).parent / "files" / BOOK
LENGTHS = [174, 431, 96, 212]
SOURCES = ["Pale Down", "Mount Hadder", "Lake Ansel", "Oxhorn"]
ROWS = range(2, 6)


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{BOOK}")
    sheet = book.sheet("Rivers")
    lengths, sources = ([sheet[f"{column}{row}"].value for row in ROWS] for column in "BC")
    filled = [f"Rivers!{column}{row}" for column in "BC" for row in ROWS]
    return Score.all_of(
        claim("each river has its length as a number", same_values(lengths, LENGTHS), lengths),
        claim("each river has its source", same_values(sources, SOURCES), sources),
        untouched_claim(book, parse_workbook(ORIGINAL.read_bytes(), BOOK), apart=filled),
    )
