from checkers import Claim, GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import Sheet

from .variant import FIELDS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    summary = read_workbook(guest, f"/home/user/{path}").sheet("Summary")
    others = [name for name in FIELDS[facts.field] if name != facts.most]
    filled = cells("Summary", f"A3:B{len(facts.sums) + 4}")
    return Score.all_of(
        *(sum_is_there(summary, name, hours) for name, hours in facts.sums.items()),
        claim("the names and sums are from row 3 on", not any(summary.row(2)), summary.rows()),
        value_claim(guest, f"the answer names {facts.most}, and no other", Name(facts.most, others)),
        nothing_else(
            guest,
            may_change(path, *filled, what=("value", "formula", "array", "number format")),
            may_change(path, "sheet Summary/pivot table *"),
        ),
    )


def sum_is_there(summary: Sheet, name: str, hours: float) -> Claim:
    """There may be headings and a total as well, as a pivot table has."""
    found = [
        summary[f"B{row}"].value for row in range(3, summary.last_row + 1) if summary[f"A{row}"].value == name
    ]
    return claim(f"{name}: {hours} hours, once", len(found) == 1 and number(found[0], hours), found)
