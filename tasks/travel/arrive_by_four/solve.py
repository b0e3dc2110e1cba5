from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

DAY = "2026-12-18"
SEARCH = "transit_desk_search_trains"
BOOK = "transit_desk_book_trip"


def mcp() -> Solution:
    route = {"origin": "Greyharbour", "destination": "Dunholt", "day": DAY, "order": "price"}
    seen = yield ToolCall(name=SEARCH, arguments=route)
    answered = seen.results[0].structured
    assert answered is not None
    fitting = [
        train
        for train in answered["result"]
        if train["departs"] >= "10:00" and train["arrives"] <= "16:00" and train["free_seats"]
    ]
    yield book(fitting[0]["number"])


def wrong_cheapest_of_all(_guest: Guest) -> Solution:
    yield book("T460")


def wrong_fastest(_guest: Guest) -> Solution:
    yield book("T462")


def wrong_booked_twice(_guest: Guest) -> Solution:
    yield book("T461")
    yield book("T461")


def book(number: str) -> ToolCall:
    return ToolCall(name=BOOK, arguments={"number": number, "day": DAY, "passenger": "Noor Halloran"})
