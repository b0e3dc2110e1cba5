from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Money, value_claim

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked' ORDER BY number"


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    return Score.all_of(
        claim("T201 and T454 are booked", [row[0] for row in booked] == ["T201", "T454"], booked),
        claim(
            "each has three seats for Ola Brandt on 17 April",
            booked != [] and all(row[1:] == ("2027-04-17", "Ola Brandt", 3) for row in booked),
            booked,
        ),
        value_claim(guest, "the answer is 210 euros", Money(210, "EUR")),
        nothing_else(guest, may_change(BOOKINGS, "table bookings")),
    )
