from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook
from checkers.variants import judged_with_facts
from checkers.workbook_model import cell_name

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet(facts.sheet)
    names = [cell_name(facts.heading_row, column) for column in range(1, len(facts.columns) + 1)]
    plain = [name for name in names if not sheet[name].bold]
    beside = {name: sheet[name].alignment for name in names if sheet[name].alignment != "center"}
    return Score.all_of(
        claim("the headings are bold", not plain, plain),
        claim("the headings are centred", not beside, beside),
        nothing_else(
            guest, may_change(path, *cells(facts.sheet, *names), what=("bold", "horizontal alignment"))
        ),
    )
