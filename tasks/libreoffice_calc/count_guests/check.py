from checkers import Claim, GuestView, Score, claim
from checkers.spreadsheets import Sheet, number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, Family, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    filled = [f"Guests!B{facts.row(family)}" for family in facts.open_families]
    return Score.all_of(
        *(persons_are_entered(book.sheet("Guests"), facts, family) for family in facts.open_families),
        untouched_claim(book, parse_workbook(workbook(facts), facts.file), apart=filled),
    )


def persons_are_entered(sheet: Sheet, facts: Facts, family: Family) -> Claim:
    found = sheet[f"B{facts.row(family)}"].value
    return claim(f"{family.persons} of the {family.name}s come", number(found, family.persons), found)
