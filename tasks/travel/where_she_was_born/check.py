from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, choice_claim, numbers
from checkers.evidence import judged
from checkers.sqlite_tables import rows

BOOKINGS = "/home/user/.local/state/mcp/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked'"
BOOKED = [("T371", "2027-05-15", "Ola Brandt", 3)]
OTHERS = ["Aldmere", "Corvin", "Dunholt", "Eastvale", "Greyharbour", "Hollin"]


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    agent = affirming(guest)
    found = numbers(answer(agent).replace(";", " "))
    return Score.all_of(
        claim("three seats of T371 are booked for Ola Brandt, and nothing else", booked == BOOKED, booked),
        choice_claim(agent, "the town is Brackwater", "Brackwater", OTHERS),
        claim("131700 people live there", found == [131700], answer(agent)[:100]),
    )
