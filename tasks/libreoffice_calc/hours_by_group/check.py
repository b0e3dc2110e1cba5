import re

from checkers import Claim, GuestView, Score, claim
from checkers.negation import affirmed
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import Sheet, cell_name

from .variant import FIELDS, Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    summary = book.sheet("Summary")
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    named = [name for name in FIELDS[facts.field] if re.search(rf"\b{name.casefold()}\b", answer)]
    below = [f"Summary!{cell_name(*place)}" for place in summary.cells if place[0] >= 2]
    return Score.all_of(
        *(sum_is_there(summary, name, hours) for name, hours in facts.sums.items()),
        claim(
            "the title stays, and the names and sums are from row 3 on",
            summary["A1"].value == original.sheet("Summary")["A1"].value
            and not any(summary.cells[place].value for place in summary.cells if place[0] == 2),
            summary.rows(),
        ),
        untouched_claim(book, original, apart=below, text="the sheets with the hours are as they were"),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
        claim(f"the answer names {facts.most}, and no other", named == [facts.most], answer),
    )


def sum_is_there(summary: Sheet, name: str, hours: float) -> Claim:
    """A pivot table may have headings and a total as well."""
    found = [
        summary[f"B{row}"].value for row in range(3, summary.last_row + 1) if summary[f"A{row}"].value == name
    ]
    return claim(f"{name}: {hours} hours, once", len(found) == 1 and number(found[0], hours), found)
