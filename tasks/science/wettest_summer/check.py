from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Name, value_claim

DATABASE = "database.db"
RAIN = {"Corvin": 231.5, "Eastvale": 214.2, "Hollin": 245.2}


@judged
def check(guest: GuestView) -> Score:
    found = rows(guest, f"/home/user/{DATABASE}", "SELECT town, rain_mm FROM summer ORDER BY town")
    return Score.all_of(
        claim("there is a row for each town", [row[0] for row in found] == list(RAIN), found),
        claim(
            "the sums are right",
            len(found) == len(RAIN) and all(near(row[1], RAIN.get(str(row[0]), 0)) for row in found),
            found,
        ),
        value_claim(guest, "the wettest summer was that of Hollin", Name("Hollin", others=list(RAIN))),
        nothing_else(guest, may_change(DATABASE, "table summer")),
    )


def near(value: object, expected: float) -> bool:
    return isinstance(value, (int, float)) and abs(value - expected) <= 0.051
