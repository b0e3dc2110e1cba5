from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.evidence import judged
from checkers.sqlite_tables import rows

DATABASE = "/home/user/database.db"
RAIN = {"Corvin": 231.5, "Eastvale": 214.2, "Hollin": 245.2}


@judged
def check(guest: GuestView) -> Score:
    found = rows(guest, DATABASE, "SELECT town, rain_mm FROM summer ORDER BY town")
    given = answer(guest).strip(" .\"'")
    return Score.all_of(
        claim("there is a row for each town", [row[0] for row in found] == list(RAIN), found),
        claim(
            "the sums are right",
            len(found) == len(RAIN) and all(near(row[1], RAIN.get(str(row[0]), 0)) for row in found),
            found,
        ),
        claim(f"the answer is {max(RAIN, key=RAIN.__getitem__)}", given == "Hollin", given[:80]),
    )


def near(value: object, expected: float) -> bool:
    return isinstance(value, (int, float)) and abs(value - expected) <= 0.051
