from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, choice_claim, numbers
from checkers.evidence import judged
from checkers.sqlite_tables import rows

DATABASE = "/home/user/database.db"
LEFT = [("Black Krim", 5), ("Green Zebra", 0), ("Lazy Housewife", 9), ("Painted Lady", 9), ("Red Russian", 5)]
SEEDS = [(1, 12), (2, 5), (3, 20), (4, 9), (5, 7)]


@judged
def check(guest: GuestView) -> Score:
    remaining = rows(guest, DATABASE, "SELECT name, packets FROM remaining ORDER BY name")
    seeds = rows(guest, DATABASE, "SELECT id, packets FROM seeds ORDER BY id")
    loans = rows(guest, DATABASE, "SELECT count(*), sum(packets) FROM loans")
    found = numbers(answer(affirming(guest)).replace(";", " "))
    return Score.all_of(
        claim("the table has what is left of each seed", remaining == LEFT, remaining),
        claim("seeds and loans are as they were", (seeds, loans) == (SEEDS, [(6, 25)]), (seeds, loans)),
        choice_claim(
            affirming(guest),
            "the seed is Green Zebra",
            "Green Zebra",
            [name for name, _ in LEFT if name != "Green Zebra"],
        ),
        claim("none of it is left", found == [0], found),
    )
