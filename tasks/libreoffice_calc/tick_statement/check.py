from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import parse_workbook, read_workbook

ORIGINAL = Path(__file__).parent / "files" / "may.xlsx"
PATH = "Documents/may.xlsx"


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Statement")
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    entries = [tuple(row[:3]) for row in original.sheet("Book").rows(2)]
    rows = [tuple(row[:3]) for row in original.sheet("Statement").rows(2)]
    names = [f"D{number}" for number in range(2, len(rows) + 2)]
    return Score.all_of(
        *(
            claim(
                f"{name} says whether {row[1]!r}, {row[2]} is in the book",
                str(sheet[name].value).strip().lower() == ("yes" if row in entries else "no"),
                sheet[name].value,
            )
            for name, row in zip(names, rows, strict=True)
        ),
        nothing_else(
            guest, may_change(PATH, *cells("Statement", *names), what=("value", "formula", "array"))
        ),
    )
