from checkers import GuestView, Score, claim
from checkers.files import file_is
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook

LAST_STAGE = 2


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    sheet = book.sheet("Shopping")
    rows = range(2, len(facts.wishes) + 2)
    return Score.all_of(
        *(
            claim(
                f"row {row} has {wish.count} of {wish.item}",
                same_values([sheet[f"A{row}"].value, sheet[f"B{row}"].value], [wish.item, wish.count]),
                [sheet[f"A{row}"].value, sheet[f"B{row}"].value],
            )
            for row, wish in zip(rows, facts.wishes, strict=True)
        ),
        untouched_claim(
            book,
            parse_workbook(workbook(facts), facts.file),
            apart=[f"Shopping!{letter}{row}" for letter in "AB" for row in rows],
            text="nothing else is in the workbook but what was",
        ),
        file_is(guest, "/home/user/Shared/list.txt", facts.text(LAST_STAGE).encode()),
    )
