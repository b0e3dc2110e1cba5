from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "spending.xlsx"
SHEETS = ["Q1", "Second quarter", "Q4", "Summary"]
TOTALS = {"Q1": 7010, "Second quarter": 7160, "Q4": 8220}


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/spending.xlsx")
    names = claim(f"the sheets are {', '.join(SHEETS)}", book.sheet_names == SHEETS, book.sheet_names)
    if not names.holds:
        return Score.all_of(names)
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    linked = book.sheet("Summary")["B3"].formula.replace("$", "")
    summary = book.sheet("Summary").column("Spent")
    return Score.all_of(
        names,
        *(
            claim(f"the total of {name} is {total}", number(found, total), found)
            for name, total in TOTALS.items()
            for found in [book.sheet(name)["B5"].value]
        ),
        untouched_claim(book, original, apart=["Summary!B3"], text="the sheets hold what they held"),
        claim("the summary takes the renamed sheet's total", linked == "='Second quarter'!B5", linked),
        claim("the summary still adds up", summary == list(TOTALS.values()), summary),
    )
