from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

DAY = "2027-04-17"
SEATS = 3
SEARCH = "transit_desk_search_trains"
BOOK = "transit_desk_book_trip"


def mcp() -> Solution:
    there = {"origin": "Corvin", "destination": "Greyharbour", "day": DAY, "limit": 20}
    seen = yield ToolCall(name=SEARCH, arguments=there)
    out = min(fitting(seen), key=lambda train: str(train["arrives"]))
    back = {"origin": "Greyharbour", "destination": "Corvin", "day": DAY, "limit": 20}
    seen = yield ToolCall(name=SEARCH, arguments=back)
    home = max(fitting(seen), key=lambda train: str(train["departs"]))
    yield from booked(out["number"], home["number"], f"{SEATS * (out['fare'] + home['fare']):.2f}")


def wrong_home_after_midnight(_guest: Guest) -> Solution:
    yield from booked("T201", "T455", "217.5")


def wrong_early_home(_guest: Guest) -> Solution:
    yield from booked("T201", "T452", "273")


def wrong_price_of_one(_guest: Guest) -> Solution:
    yield from booked("T201", "T454", "70")


def wrong_single_bookings(_guest: Guest) -> Solution:
    yield book("T454", seats=1)
    yield from booked("T201", "T454", "210")


def also_home_first(_guest: Guest) -> Solution:
    yield from booked("T454", "T201", "210 euros")


def fitting(seen: Observation) -> list[dict[str, Any]]:
    """The trains with enough seats that arrive on the day itself."""
    found = seen.results[0].structured
    assert found is not None
    return [
        train
        for train in found["result"]
        if train["free_seats"] >= SEATS and train["arrives"] > train["departs"]
    ]


def booked(first: str, second: str, answer: str) -> Solution:
    yield book(first)
    yield book(second)
    yield Terminate(status="success", answer=answer)


def book(number: str, *, seats: int = SEATS) -> ToolCall:
    trip = {"number": number, "day": DAY, "passenger": "Ola Brandt", "seats": seats}
    return ToolCall(name=BOOK, arguments=trip)
