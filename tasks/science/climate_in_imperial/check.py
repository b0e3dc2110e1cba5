from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

DATABASE = "database.db"
EXPECTED = {"2027-04-12": (33.8, 5.0), "2027-04-13": (44.6, 11.2), "2027-04-14": (39.2, 22.4)}


@judged
def check(guest: GuestView) -> Score:
    query = "SELECT day, high_f, wind_mph FROM imperial ORDER BY day"
    found = rows(guest, f"/home/user/{DATABASE}", query)
    days = [row[0] for row in found]
    return Score.all_of(
        claim("there is a row for each of the three days", days == list(EXPECTED), found),
        *(
            claim(
                f"the {what} are right",
                days == list(EXPECTED)
                and all(near(row[column], EXPECTED[str(row[0])][column - 1]) for row in found),
                found,
            )
            for column, what in ((1, "highs"), (2, "winds"))
        ),
        nothing_else(guest, may_change(DATABASE, "table imperial")),
    )


def near(value: object, expected: float) -> bool:
    return isinstance(value, (int, float)) and abs(value - expected) < 0.0001
