from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.spreadsheets import read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    hidden = read_workbook(guest, f"/home/user/{path}").sheet(facts.sheet).hidden_rows
    rows, place = facts.rows(facts.state), f"sheet {facts.sheet}"
    return Score.all_of(
        claim(
            f"the rows of the courses that are {facts.state} are hidden",
            hidden.issuperset(rows),
            sorted(hidden),
        ),
        nothing_else(
            guest,
            may_change(path, *(f"{place}/row {row}" for row in rows), what="hidden"),
            may_change(path, f"{place}/filter *"),  # a filter can hide them
        ),
    )
