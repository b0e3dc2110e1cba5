from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Recordings")
    filled = {f"E{row}": each for row, each in enumerate(facts.recordings, start=2)}
    return Score.all_of(
        *(
            claim(f"{each.piece}: {each.state}", sheet[cell].value == each.state, sheet[cell].value)
            for cell, each in filled.items()
        ),
        nothing_else(guest, may_change(path, *cells("Recordings", *filled), what=("value", "formula"))),
    )
