import re

from checkers import GuestView, Score, claim
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook

EXPENSES = "expenses.xlsx"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{EXPENSES}")
    total = book.sheet(facts.month)[facts.cell]
    cells = {int(row) for row in re.findall(r"C\$?(\d+)", total.formula)}
    first, last = min(cells, default=99), max(cells, default=0)
    covered = len(cells) >= len(facts.expenses) or (
        first <= 2 and facts.last_row <= last <= facts.last_row + 1
    )
    before = parse_workbook(workbook(facts), EXPENSES)
    return Score.all_of(
        untouched_claim(book, before, apart=[f"{facts.month}!{facts.cell}"]),
        claim(f"{facts.cell} shows {facts.total}", number(total.value, facts.total), total.value),
        claim(f"{facts.cell} is a formula over the amounts", covered, total.formula or "no formula"),
    )
