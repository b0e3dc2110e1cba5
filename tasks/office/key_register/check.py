from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

REGISTER = "/home/user/database.db"
TODAY = "2027-03-14"
KEYS = [
    (3, "Hall", "in use"),
    (7, "Boathouse", "in use"),
    (8, "Boathouse", "in use"),
    (12, "Cellar", "lost"),
    (15, "Workshop", "in use"),
    (16, "Workshop", "in use"),
]
OLD_LOANS = [
    (3, "Hedda Moor", "2025-02-01", None),
    (8, "Ida Faro", "2026-06-01", "2026-10-31"),
    (8, "Nils Varga", "2026-11-01", None),
    (15, "Ada Wren", "2026-03-02", None),
    (15, "Karl Benz", "2026-01-15", "2026-03-01"),
]
CHANGED_LOANS = [
    (7, "Mira Holt", TODAY, None),
    (7, "Tom Rusk", "2026-05-12", TODAY),
    (12, "Piet Vos", "2024-11-20", TODAY),
]


@judged
def check(guest: GuestView) -> Score:
    keys = rows(guest, REGISTER, "SELECT number, door, state FROM keys ORDER BY number")
    query = 'SELECT "key", person, since, until FROM loans ORDER BY "key", person'
    loans = rows(guest, REGISTER, query)
    changed = [row for row in loans if row[0] in (7, 12)]
    return Score.all_of(
        claim("key 12 alone is lost", keys == KEYS, keys),
        claim("the loans of 7 and 12 are right", changed == CHANGED_LOANS, changed),
        claim("the others stay", [row for row in loans if row not in changed] == OLD_LOANS, loans[:20]),
        number_claim(affirming(guest), "the answer is 16", 16),
    )
