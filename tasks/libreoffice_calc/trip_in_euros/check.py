import re

from checkers import GuestView, Score, claim
from checkers.negation import affirmed
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import FIRST, Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    sheet = book.sheet("Expenses")
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    numbers = set(re.findall(r"\d+(?:[.,]\d+)*", answer))
    rows = list(enumerate(zip(facts.expenses, facts.euros, strict=True), start=FIRST))
    return Score.all_of(
        *(
            claim(
                f"E{row}, {expense.purpose}, is {euros} euros",
                number(sheet[f"E{row}"].value, float(euros), tolerance=0.001),
                sheet[f"E{row}"].value,
            )
            for row, (expense, euros) in rows
        ),
        untouched_claim(book, original, apart=[f"Expenses!E{row}" for row, _ in rows]),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
        claim(f"the answer is {facts.total}, and no other number", numbers == {str(facts.total)}, answer),
    )
