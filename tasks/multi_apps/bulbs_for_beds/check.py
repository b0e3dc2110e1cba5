from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Beds")
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
    filled = cells("Beds", f"E2:F{len(facts.beds) + 1}")
    return Score.all_of(
        *claims, nothing_else(guest, may_change(path, *filled, what=("value", "formula", "array")))
    )
