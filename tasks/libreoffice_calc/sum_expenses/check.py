import re

from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts

PATH = "Documents/expenses.xlsx"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    total = read_workbook(guest, f"/home/user/{PATH}").sheet(facts.month)[facts.cell]
    rows = {int(row) for row in re.findall(r"C\$?(\d+)", total.formula)}
    first, last = min(rows, default=99), max(rows, default=0)
    covered = len(rows) >= len(facts.expenses) or (
        first <= 2 and facts.last_row <= last <= facts.last_row + 1
    )
    constants = [float(each) for each in re.findall(r"(?<![A-Z$\d.])\d+(?:\.\d+)?", total.formula)]
    return Score.all_of(
        claim(f"{facts.cell} shows {facts.total}", number(total.value, facts.total), total.value),
        claim(f"{facts.cell} is a formula over the amounts", covered, total.formula or "no formula"),
        claim(f"{facts.total} is not in the formula", facts.total not in constants, total.formula),
        nothing_else(
            guest,
            may_change(PATH, *cells(facts.month, facts.cell), what=("formula", "array", "number format")),
        ),
    )
