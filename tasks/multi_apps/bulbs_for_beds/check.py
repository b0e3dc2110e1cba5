from checkers import GuestView, Score, claim
from checkers.spreadsheets import number, parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    sheet = book.sheet("Beds")
    claims = []
    for row, bed in enumerate(facts.beds, start=2):
        variety, packs = sheet[f"E{row}"].value, sheet[f"F{row}"].value
        wanted = bed.fits.packs(bed.bulbs)
        claims += [
            claim(
                f"the bed {bed.name} gets {bed.fits.name}", same_values([variety], [bed.fits.name]), variety
            ),
            claim(f"the bed {bed.name} needs {wanted} packs", number(packs, wanted), packs),
        ]
    filled = [f"Beds!{letter}{row}" for letter in "EF" for row in range(2, len(facts.beds) + 2)]
    return Score.all_of(
        *claims,
        untouched_claim(book, original, apart=filled),
        claim("the sheet keeps its name", book.sheet_names == original.sheet_names, book.sheet_names),
    )
