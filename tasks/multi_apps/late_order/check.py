from checkers import Claim, GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import Sheet, read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    row, price = f"A{facts.row}:E{facts.row}", f"E{facts.row}"
    return Score.all_of(
        late_order_is_added(read_workbook(guest, f"/home/user/{path}").sheet("Orders"), facts),
        nothing_else(
            guest,
            may_change(path, *cells("Orders", row), what=("value", "formula")),
            may_change(path, *cells("Orders", price), what="number format"),
        ),
    )


def late_order_is_added(sheet: Sheet, facts: Facts) -> Claim:
    found = [sheet[f"{letter}{facts.row}"].value for letter in "ABCDE"]
    return claim(
        f"order {facts.late.number} is in row {facts.row}", same_values(found, facts.late.cells), found
    )
