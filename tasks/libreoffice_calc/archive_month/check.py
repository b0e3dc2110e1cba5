from checkers import Claim, GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import Sheet, read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    archive = read_workbook(guest, f"/home/user/{path}").sheet("Archive")
    rows = range(facts.free_row, facts.free_row + len(facts.present))
    filled = cells("Archive", f"A{rows[0]}:D{rows[-1]}")
    return Score.all_of(
        rows_are_archived(archive, facts, rows),
        nothing_else(guest, may_change(path, *filled, what=("value", "type", "number format"))),
    )


def rows_are_archived(sheet: Sheet, facts: Facts, rows: range) -> Claim:
    wanted = [value for row in facts.present for value in (row.day, row.item, row.count, row.amount)]
    found = [sheet[f"{letter}{row}"].value for row in rows for letter in "ABCD"]
    text = f"the rows of {facts.month} begin in row {facts.free_row} of Archive"
    return claim(text, same_values(found, wanted), found)
