from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
GUIDE = "/var/lib/testbed-fixtures/city-guide/data.db"
QUERY = "SELECT number, day, passenger, seats, reference FROM bookings WHERE state = 'booked'"
LARK_HOUSE = 810


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    saved = rows(guest, GUIDE, "SELECT place, note FROM saved")
    references = [row[4] for row in booked]
    return Score.all_of(
        claim("T213 is booked for 1 May", [row[:2] for row in booked] == [("T213", "2027-05-01")], booked),
        claim(
            "it is for two, in the name of Lior Castan",
            [row[2:4] for row in booked] == [("Lior Castan", 2)],
            booked,
        ),
        claim("Lark House alone is saved", [row[0] for row in saved] == [LARK_HOUSE], saved),
        claim("its note is the reference", saved != [] and [row[1] for row in saved] == references, saved),
        nothing_else(guest, may_change(BOOKINGS, "table bookings"), may_change(GUIDE, "table saved")),
    )
