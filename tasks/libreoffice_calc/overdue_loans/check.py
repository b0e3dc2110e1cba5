from checkers import GuestView, Score, claim
from checkers.spreadsheets import Workbook, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import cell_name

from .variant import Facts, workbook

YELLOW = 0xFFFF00
WHITE = 0xFFFFFF


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    cells = filled(book)
    expected = {f"{facts.sheet}!{letter}{row}" for row in facts.overdue for letter in "ABCD"}
    yellow = {place for place, colour in cells.items() if colour == YELLOW}
    return Score.all_of(
        claim("the overdue loans are yellow", expected <= yellow, sorted(expected - yellow)),
        claim("no other cell has a colour", set(cells) <= expected, sorted(set(cells) - expected)),
        untouched_claim(
            book, parse_workbook(workbook(facts), facts.file), text="all cells hold what they held"
        ),
        claim("no loan is hidden", not any(sheet.hidden_rows for sheet in book.sheets)),
    )


def filled(book: Workbook) -> dict[str, int]:
    """The colours of cells, such as "2025!A4"; white is none."""
    return {
        f"{sheet.name}!{cell_name(*place)}": cell.fill
        for sheet in book.sheets
        for place, cell in sheet.cells.items()
        if cell.fill not in (None, WHITE)
    }
