from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Name, Number, value_claim

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked'"
BOOKED = [("T371", "2027-05-15", "Ola Brandt", 3)]
OTHERS = ["Aldmere", "Corvin", "Dunholt", "Eastvale", "Greyharbour", "Hollin"]
POPULATION = Number(131_700, "people|inhabitants|residents|citizens")


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    return Score.all_of(
        claim("three seats of T371 are booked for Ola Brandt, and nothing else", booked == BOOKED, booked),
        value_claim(guest, "the town is Brackwater", Name("Brackwater", OTHERS)),
        value_claim(guest, "131,700 people live there", POPULATION),
        nothing_else(guest, may_change(BOOKINGS, "table bookings")),
    )
