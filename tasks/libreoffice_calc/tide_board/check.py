from checkers import GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import cell_name

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    board = book.sheet("Board")
    claims, names = [], []
    for down, heading in enumerate(facts.table[0]):
        places = [cell_name(facts.row + down, facts.column + across) for across in range(len(facts.table))]
        found = [board[place].value for place in places]
        wanted = [line[down] for line in facts.table]
        what = heading or "harbours"
        claims.append(
            claim(f"the row of {what} is in row {facts.row + down}", same_values(found, wanted), found)
        )
        names += [f"Board!{place}" for place in places]
    return Score.all_of(
        *claims, untouched_claim(book, parse_workbook(workbook(facts), facts.file), apart=names)
    )
