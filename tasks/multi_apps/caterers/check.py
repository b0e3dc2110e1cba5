from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.negation import affirmed
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "offers.xlsx"
COSTS = {
    "Linde Kitchen": (324.00, 126.00, 0.00, 450.00),
    "Marktstube": (342.00, 114.00, 0.00, 456.00),
    "Ofenfrisch": (297.00, 108.00, 18.00, 423.00),
}
PARTS = ("the soup", "the cake", "the delivery", "all three together")
CHEAPEST = "Ofenfrisch"


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/offers.xlsx")
    sheet = book.sheet("Offers")
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    named = [name for name in COSTS if name.split()[0].casefold() in answer]
    cells = [f"{letter}{row}" for letter in "BCD" for row in range(2, 6)]
    expected = [
        (name, part, cost) for name, costs in COSTS.items() for part, cost in zip(PARTS, costs, strict=True)
    ]
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    return Score.all_of(
        *(
            claim(f"{name}: {part} costs {cost:.2f}", number(sheet[cell].value, cost), sheet[cell].value)
            for cell, (name, part, cost) in zip(cells, expected, strict=True)
        ),
        untouched_claim(book, original, apart=[f"Offers!{cell}" for cell in cells]),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
        claim(f"the answer names {CHEAPEST}, and no other", named == [CHEAPEST], answer),
    )
