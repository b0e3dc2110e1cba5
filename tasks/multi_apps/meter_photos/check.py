import re

from checkers import GuestView, Score, claim
from checkers.negation import affirmed
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    sheet = book.sheet("Meters")
    cells = {meter: sheet[f"D{facts.row(meter)}"].value for meter in facts.meters}
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    named = {meter.number for meter in facts.meters if re.search(rf"(?<!\d){meter.number}(?!\d)", answer)}
    missing = facts.missing
    return Score.all_of(
        *(
            claim(f"meter {meter.number} reads {meter.new}", number(cells[meter], meter.new), cells[meter])
            for meter in facts.photos
        ),
        claim(f"meter {missing.number} stays empty", cells[missing] is None, cells[missing]),
        untouched_claim(book, original, apart=[f"Meters!D{facts.row(meter)}" for meter in facts.meters]),
        claim("the sheet keeps its name", book.sheet_names == original.sheet_names, book.sheet_names),
        claim(f"the answer names meter {missing.number}, and no other", named == {missing.number}, answer),
    )
