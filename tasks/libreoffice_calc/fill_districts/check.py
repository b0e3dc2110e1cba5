from checkers import GuestView, Score
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import column_claim, read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Members")
    filled = [f"A{row}" for first, last in facts.groups for row in range(first + 1, last + 1)]
    return Score.all_of(
        column_claim(sheet, "District", [member.district for member in facts.members]),
        nothing_else(guest, may_change(path, *cells("Members", *filled), what=("value", "formula"))),
    )
