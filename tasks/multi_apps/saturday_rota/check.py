from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Rota")
    found = {f"B{place + 2}": sheet[f"B{place + 2}"].value for place in range(len(facts.rota))}
    return Score.all_of(
        *(
            claim(f"{name} comes on {facts.day(place)}", same_values([value], [name]), value)
            for place, (name, value) in enumerate(zip(facts.rota, found.values(), strict=True))
        ),
        nothing_else(guest, may_change(path, *cells("Rota", *found), what=("value", "formula"))),
    )
