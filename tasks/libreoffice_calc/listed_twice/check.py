from checkers import GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    sheet = book.sheet("Members")
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
        untouched_claim(
            book,
            parse_workbook(workbook(facts), facts.file),
            apart=[f"Members!{cell}" for cell in notes],
        ),
    )
