from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

GUIDE = "/var/lib/testbed-fixtures/city-guide/data.db"
PARK, RESTAURANT = 615, 605


@judged
def check(guest: GuestView) -> Score:
    saved = dict(rows(guest, GUIDE, "SELECT place, note FROM saved"))
    return Score.all_of(
        claim("Castle Park is saved", PARK in saved, saved),
        claim("The Copper Ladle is saved", RESTAURANT in saved, saved),
        claim('the notes are "Monday"', set(saved.values()) == {"Monday"}, saved),
        nothing_else(guest, may_change(GUIDE, *(f"table saved/row {place}" for place in (PARK, RESTAURANT)))),
    )
