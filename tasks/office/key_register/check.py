from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Number, value_claim

REGISTER = "database.db"
TODAY = "2027-03-14"
LOANS = [
    (7, "Mira Holt", TODAY, None),
    (7, "Tom Rusk", "2026-05-12", TODAY),
    (12, "Piet Vos", "2024-11-20", TODAY),
]
"""Those of the keys 7 and 12."""
GIVEN = "Tom Rusk has given back key 7, Piet Vos has lost key 12; the workshop has two keys."


@judged
def check(guest: GuestView) -> Score:
    path = f"/home/user/{REGISTER}"
    keys = rows(guest, path, "SELECT number, door, state FROM keys ORDER BY number")
    query = 'SELECT "key", person, since, until FROM loans ORDER BY "key", person'
    loans = [row for row in rows(guest, path, query) if row[0] in (7, 12)]
    return Score.all_of(
        claim("key 12 is lost", (12, "Cellar", "lost") in keys, keys),
        claim("the loans of 7 and 12 are right", loans == LOANS, loans),
        value_claim(guest, "the answer is key 16", Number(16, "key", ordinal=True), given=GIVEN),
        nothing_else(
            guest,
            may_change(REGISTER, "table keys/row 12", what="state"),
            may_change(REGISTER, "table loans/row 2/column until", "table loans/row 4/column until"),
            may_change(REGISTER, "table loans/row 8", what="added"),
        ),
    )
