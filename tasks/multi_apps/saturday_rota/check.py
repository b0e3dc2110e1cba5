from checkers import GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import DAYS, Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    sheet = book.sheet("Rota")
    cells = [f"B{row}" for row in range(2, DAYS + 2)]
    return Score.all_of(
        *(
            claim(
                f"{name} comes on {facts.day(place)}",
                same_values([sheet[cell].value], [name]),
                sheet[cell].value,
            )
            for place, (cell, name) in enumerate(zip(cells, facts.rota, strict=True))
        ),
        untouched_claim(book, original, apart=[f"Rota!{cell}" for cell in cells]),
        claim("the sheet keeps its name", book.sheet_names == original.sheet_names, book.sheet_names),
    )
