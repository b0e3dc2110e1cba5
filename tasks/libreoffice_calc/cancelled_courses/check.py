from checkers import GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    expected = {
        name: frozenset(facts.rows(facts.state)) if name == facts.sheet else frozenset()
        for name in facts.terms
    }
    hidden = {sheet.name: sheet.hidden_rows for sheet in book.sheets}
    other = next(name for name in facts.terms if name != facts.sheet)
    return Score.all_of(
        claim(
            f"the rows of the courses that are {facts.state} are hidden",
            expected[facts.sheet] <= hidden.get(facts.sheet, frozenset()),
            sorted(hidden.get(facts.sheet, ())),
        ),
        claim(
            "no other row of the term is hidden",
            hidden.get(facts.sheet, frozenset()) <= expected[facts.sheet],
            sorted(hidden.get(facts.sheet, ())),
        ),
        claim("no row of the other term is hidden", not hidden.get(other), sorted(hidden.get(other, ()))),
        claim("no sheet is hidden", not any(sheet.hidden for sheet in book.sheets)),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
        untouched_claim(book, original, text="all cells hold what they held"),
    )
