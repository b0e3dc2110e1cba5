from checkers import GuestView, Score, claim
from checkers.files import tree_is
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, paths, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    sheet = book.sheet("Recordings")
    cells = [f"E{row}" for row in range(2, len(facts.recordings) + 2)]
    return Score.all_of(
        *(
            claim(f"{each.piece}: {each.state}", sheet[cell].value == each.state, sheet[cell].value)
            for each, cell in zip(facts.recordings, cells, strict=True)
        ),
        untouched_claim(
            book,
            parse_workbook(workbook(facts), facts.file),
            apart=[f"Recordings!{cell}" for cell in cells],
            text="the rest of the workbook is as it was",
        ),
        tree_is(guest, "/home/user/Recordings", paths(facts)),
    )
