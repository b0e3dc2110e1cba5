from checkers import Claim, GuestView, Score, claim
from checkers.spreadsheets import Sheet, parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    added = [f"Orders!{letter}{facts.row}" for letter in "ABCDE"]
    return Score.all_of(
        late_order_is_added(book.sheet("Orders"), facts),
        untouched_claim(book, parse_workbook(workbook(facts), facts.file), apart=added),
    )


def late_order_is_added(sheet: Sheet, facts: Facts) -> Claim:
    found = [sheet[f"{letter}{facts.row}"].value for letter in "ABCDE"]
    return claim(
        f"order {facts.late.number} is in row {facts.row}", same_values(found, facts.late.cells), found
    )
