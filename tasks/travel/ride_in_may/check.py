from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

STATE = "/home/user/.local/state/mcp"
QUERY = "SELECT number, day, passenger, seats, reference FROM bookings WHERE state = 'booked'"
LARK_HOUSE = 810


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, f"{STATE}/transit-desk/data.db", QUERY)
    saved = rows(guest, f"{STATE}/city-guide/data.db", "SELECT place, note FROM saved")
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
    )
