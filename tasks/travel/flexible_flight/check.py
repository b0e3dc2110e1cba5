import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.evidence import judged
from checkers.negation import affirmed
from checkers.sqlite_tables import rows

BOOKINGS = "/home/user/.local/state/mcp/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked'"
BOOKED = [("F41", "2027-05-06", "Ines Faro", 6)]


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    given = answer(guest)
    return Score.all_of(
        claim(
            "six seats of F41 on 6 May are booked for Ines Faro, and nothing else", booked == BOOKED, booked
        ),
        claim(
            "the answer has the day and the flight, and no others",
            re.findall(r"\d+", given) == ["2027", "05", "06", "41"] and "F41" in given.upper(),
            given[:100],
        ),
        claim("the answer denies nothing", affirmed(given) == given, given[:100]),
    )
