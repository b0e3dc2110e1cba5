import io
from pathlib import Path

import openpyxl

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.evidence import fetch, judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import parse_workbook

ORIGINAL = Path(__file__).parent / "files" / "spending.xlsx"
PATH = "Documents/spending.xlsx"
SHEETS = ["Q1", "Second quarter", "Q4", "Summary"]


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{PATH}")
    book = parse_workbook(data, PATH)
    summary = book.sheet("Summary").column("Spent")
    changes = [str(change) for change in compare_apart(PATH, {"": renamed()}, {"": data})]
    return Score.all_of(
        claim(f"the sheets are {', '.join(SHEETS)}", book.sheet_names == SHEETS, book.sheet_names),
        claim("the sheet is what it was, and the summary takes its total", not changes, changes[:5]),
        claim("the summary still adds up", summary == [7010, 7160, 8220], summary),
        nothing_else(
            guest,
            may_change(PATH, "sheet Q2", what="removed"),
            may_change(PATH, "sheet Second quarter", what="added"),
            may_change(PATH, *cells("Summary", "B3"), what="formula"),
        ),
    )


def renamed() -> bytes:
    """The workbook as Calc leaves it: formulas follow the name of a sheet."""
    book = openpyxl.load_workbook(ORIGINAL)
    book["Q2"].title = "Second quarter"
    book["Summary"]["B3"] = "='Second quarter'!B5"
    book.save(out := io.BytesIO())
    return out.getvalue()
