from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.values import Money, value_claim
from checkers.variants import judged_with_facts

from .variant import FIRST, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Expenses")
    rows = list(enumerate(zip(facts.expenses, facts.euros, strict=True), start=FIRST))
    filled = cells("Expenses", *(f"E{row}" for row, _ in rows))
    return Score.all_of(
        *(
            claim(
                f"E{row}, {expense.purpose}, is {euros} euros",
                number(sheet[f"E{row}"].value, float(euros), tolerance=0.001),
                sheet[f"E{row}"].value,
            )
            for row, (expense, euros) in rows
        ),
        value_claim(guest, f"the answer is {facts.total} euros", Money(float(facts.total), "EUR")),
        nothing_else(guest, may_change(path, *filled, what=("value", "formula", "array", "number format"))),
    )
