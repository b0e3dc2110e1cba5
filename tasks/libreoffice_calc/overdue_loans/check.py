from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts

YELLOW = 0xFFFF00


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet(facts.sheet)
    names = [f"{letter}{row}" for row in facts.overdue for letter in "ABCD"]
    other = [name for name in names if sheet[name].fill != YELLOW]
    return Score.all_of(
        claim("the overdue loans are yellow", not other, other),
        nothing_else(guest, may_change(path, *cells(facts.sheet, *names), what="fill")),
    )
