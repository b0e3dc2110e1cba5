from checkers import Claim, GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import Sheet, number, read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts, Family


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Guests")
    filled = [f"B{facts.row(family)}" for family in facts.open_families]
    return Score.all_of(
        *(persons_are_entered(sheet, facts, family) for family in facts.open_families),
        nothing_else(guest, may_change(path, *cells("Guests", *filled), what=("value", "formula"))),
    )


def persons_are_entered(sheet: Sheet, facts: Facts, family: Family) -> Claim:
    found = sheet[f"B{facts.row(family)}"].value
    return claim(f"{family.persons} of the {family.name}s come", number(found, family.persons), found)
