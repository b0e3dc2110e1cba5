from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Members")
    notes = {f"D{place + 2}": "new" for place in facts.right} | {
        f"D{place + 2}": "old" for place in facts.wrong
    }
    return Score.all_of(
        *(
            claim(
                f"the note of {facts.rows[int(cell[1:]) - 2].family} in {cell} is {note}",
                same_values([sheet[cell].value], [note]),
                sheet[cell].value,
            )
            for cell, note in notes.items()
        ),
        nothing_else(guest, may_change(path, *cells("Members", *notes), what="value")),
    )
