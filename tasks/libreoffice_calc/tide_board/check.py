from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values
from checkers.variants import judged_with_facts
from checkers.workbook_model import cell_name

from .variant import Facts

CONTENT = ("value", "formula", "array", "number format")
FONT = ("bold", "font", "colour")


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    board = read_workbook(guest, f"/home/user/{path}").sheet("Board")
    claims, copied, headings = [], [], []
    for down, heading in enumerate(facts.table[0]):
        places = [cell_name(facts.row + down, facts.column + across) for across in range(len(facts.table))]
        found = [board[place].value for place in places]
        wanted = [line[down] for line in facts.table]
        what = heading or "harbours"
        claims.append(
            claim(f"the row of {what} is in row {facts.row + down}", same_values(found, wanted), found)
        )
        copied += places
        headings.append(places[0])
    return Score.all_of(
        *claims,
        nothing_else(
            guest,
            may_change(path, *cells("Board", *copied), what=CONTENT),
            may_change(path, *cells("Board", *headings), what=FONT),
        ),
    )
