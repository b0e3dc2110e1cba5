from checkers import GuestView, Score
from checkers.spreadsheets import column_claim, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    filled = [f"Members!A{row}" for row in range(2, len(facts.members) + 2)]
    return Score.all_of(
        column_claim(book.sheet("Members"), "District", [member.district for member in facts.members]),
        untouched_claim(book, parse_workbook(workbook(facts), facts.file), apart=filled),
    )
