from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

DATABASE = "database.db"
EXPECTED = {
    ("Brackwater", "2026-10-12"): 148.69,
    ("Eastvale", "2026-10-03"): 99.5,
    ("Hollin", "2026-09-29"): 469.45,
    ("Hollin", "2026-09-13"): 281.38,
}


@judged
def check(guest: GuestView) -> Score:
    found = rows(guest, f"/home/user/{DATABASE}", "SELECT town, day, msek FROM trams")
    costs = {(row[0], row[1]): row[2] for row in found}
    return Score.all_of(
        claim("there are four rows", len(found) == 4, found),
        claim("they have the towns and days", set(costs) == set(EXPECTED), found),
        claim(
            "the costs are right",
            set(costs) == set(EXPECTED) and all(near(costs[key], EXPECTED[key]) for key in EXPECTED),
            found,
        ),
        nothing_else(guest, may_change(DATABASE, "table trams")),
    )


def near(value: object, expected: float) -> bool:
    return isinstance(value, (int, float)) and abs(value - expected) <= 0.0051
