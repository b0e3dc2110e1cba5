from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Date, Name, value_claim

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked'"
BOOKED = [("F41", "2027-05-06", "Ines Faro", 6)]
FLIGHT = Name("F41", others=["F40", "F42"], pattern=r"\bF\d{1,3}\b")
SPAN = "from 3 to 10 May 2027"


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    return Score.all_of(
        claim(
            "six seats of F41 on 6 May are booked for Ines Faro, and nothing else", booked == BOOKED, booked
        ),
        value_claim(guest, "the answer has 6 May", Date(2027, 5, 6), given=SPAN),
        value_claim(guest, "it has flight F41", FLIGHT),
        nothing_else(guest, may_change(BOOKINGS, "table bookings")),
    )
