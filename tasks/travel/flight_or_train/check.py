from checkers import GuestView, Score, claim
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.fixture_servers import fixture_result
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Name, Number, value_claim

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats, state, reference FROM bookings ORDER BY state"
FLIGHT, TRAIN = "F21", "T33"
REFERENCES = r"\bB\d{4,}\b"


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    trip = fixture_result(guest, "transit-desk", "get_trip", number=TRAIN)
    with parsing("what transit-desk answers", "trip"):
        bags = trip["bags_included"]
    references = {row[4]: str(row[5]) for row in booked}
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
        value_claim(
            guest,
            "the answer has the train's reference",
            Name(references.get("booked", ""), pattern=REFERENCES),
            given=references.get("cancelled", ""),
        ),
        value_claim(guest, "it has the bags", Number(bags, "bags|luggage|pieces|items")),
        nothing_else(guest, may_change(BOOKINGS, "table bookings")),
    )
