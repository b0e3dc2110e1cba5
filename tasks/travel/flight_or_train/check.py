from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.fixture_servers import fixture_result
from checkers.sqlite_tables import rows

BOOKINGS = "/home/user/.local/state/mcp/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats, state, reference FROM bookings ORDER BY state"
FLIGHT, TRAIN = "F21", "T33"


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    trip = fixture_result(guest, "transit-desk", "get_trip", number=TRAIN)
    with parsing("what transit-desk answers", "trip"):
        bags = trip["bags_included"]
    stays = [str(row[5]) for row in booked if row[4] == "booked"]
    given = answer(affirming(guest))
    reference, _, rest = given.partition(";")
    return Score.all_of(
        claim(
            "the train is booked and the flight cancelled",
            [(row[4], row[0]) for row in booked] == [("booked", TRAIN), ("cancelled", FLIGHT)],
            booked,
        ),
        claim(
            "both are for Ada Wren on 19 February",
            booked != [] and all(row[1:4] == ("2027-02-19", "Ada Wren", 1) for row in booked),
            booked,
        ),
        claim("the answer begins with the train's reference", stays == [reference.strip()], given[:100]),
        claim("it ends with the bags", numbers(rest) == [bags], given[:100]),
    )
