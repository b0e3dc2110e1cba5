from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

BOOKINGS = "/home/user/.local/state/mcp/transit-desk/data.db"
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
        number_claim(affirming(guest), "the answer is 210", 210),
    )
