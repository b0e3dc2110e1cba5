from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import LETTERS, Facts

PATH = "Documents/ledger.xlsx"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Ledger")
    new = facts.new
    *entry, voucher = [sheet[f"{letter}{facts.row}"].value for letter in LETTERS]
    row = cells("Ledger", f"A{facts.row}:E{facts.row}")
    day_and_amount = cells("Ledger", f"A{facts.row}", f"D{facts.row}")
    return Score.all_of(
        claim(
            f"row {facts.row} has the bill of {new.payee}, {new.amount:.2f} euros",
            same_values(entry, (new.day, new.payee, new.purpose, new.amount)),
            entry,
        ),
        claim(f"its voucher is {new.voucher}", same_values([voucher], [new.voucher]), voucher),
        nothing_else(
            guest,
            may_change(PATH, *row, what=("value", "formula")),
            may_change(PATH, *day_and_amount, what=("type", "number format")),
        ),
    )
