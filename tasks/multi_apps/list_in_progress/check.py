from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Shopping")
    rows = range(2, len(facts.wishes) + 2)
    found = [[sheet[f"{letter}{row}"].value for letter in "AB"] for row in rows]
    return Score.all_of(
        *(
            claim(
                f"row {row} has {wish.count} of {wish.item}", same_values(each, (wish.item, wish.count)), each
            )
            for row, wish, each in zip(rows, facts.wishes, found, strict=True)
        ),
        nothing_else(
            guest, may_change(path, *cells("Shopping", f"A2:B{rows[-1]}"), what=("value", "formula"))
        ),
    )
