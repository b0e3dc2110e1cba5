from checkers import Claim, GuestView, Score, claim
from checkers.spreadsheets import Sheet, parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    copied = [f"Archive!{letter}{row}" for row in rows_to_fill(facts) for letter in "ABCD"]
    return Score.all_of(
        rows_are_archived(book.sheet("Archive"), facts),
        untouched_claim(book, parse_workbook(workbook(facts), facts.file), apart=copied),
    )


def rows_are_archived(sheet: Sheet, facts: Facts) -> Claim:
    wanted = [value for row in facts.present for value in (row.day, row.item, row.count, row.amount)]
    found = [sheet[f"{letter}{row}"].value for row in rows_to_fill(facts) for letter in "ABCD"]
    text = f"the rows of {facts.month} begin in row {facts.free_row} of Archive"
    return claim(text, same_values(found, wanted), found)


def rows_to_fill(facts: Facts) -> range:
    return range(facts.free_row, facts.free_row + len(facts.present))
