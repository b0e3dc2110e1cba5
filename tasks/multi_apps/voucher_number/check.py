from checkers import GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import LETTERS, Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, "/home/user/Documents/ledger.xlsx")
    sheet = book.sheet("Ledger")
    new = facts.new
    *entry, voucher = [sheet[f"{letter}{facts.row}"].value for letter in LETTERS]
    return Score.all_of(
        claim(
            f"row {facts.row} has the bill of {new.payee}, {new.amount:.2f} euros",
            same_values(entry, (new.day, new.payee, new.purpose, new.amount)),
            entry,
        ),
        claim(f"its voucher is {new.voucher}", same_values([voucher], [new.voucher]), voucher),
        untouched_claim(
            book,
            parse_workbook(workbook(facts), "ledger.xlsx"),
            apart=[f"Ledger!{letter}{facts.row}" for letter in LETTERS],
        ),
    )
