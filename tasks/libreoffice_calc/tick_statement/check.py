from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "may.xlsx"


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/may.xlsx")
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    entries = [tuple(row[:3]) for row in original.sheet("Book").rows(2)]
    rows = [tuple(row[:3]) for row in original.sheet("Statement").rows(2)]
    sheet = book.sheet("Statement")
    cells = [f"D{number}" for number in range(2, len(rows) + 2)]
    return Score.all_of(
        *(
            claim(
                f"{cell} says whether {row[1]!r}, {row[2]} is in the book",
                str(sheet[cell].value).strip().lower() == ("yes" if row in entries else "no"),
                sheet[cell].value,
            )
            for cell, row in zip(cells, rows, strict=True)
        ),
        untouched_claim(book, original, apart=[f"Statement!{cell}" for cell in cells]),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
    )
