from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

DAY = "2027-02-19"
ROUTE = {"origin": "Aldmere", "destination": "Dunholt", "day": DAY, "order": "price"}
TOWNS = "transit_desk_list_towns"
FLIGHTS = "transit_desk_search_flights"
TRAINS = "transit_desk_search_trains"
TRIP = "transit_desk_get_trip"
BOOK = "transit_desk_book_trip"
LIST = "transit_desk_list_bookings"
CANCEL = "transit_desk_cancel_booking"


def mcp() -> Solution:
    yield ToolCall(name=TOWNS)
    seen = yield ToolCall(name=FLIGHTS, arguments=ROUTE)
    flight = next(item["number"] for item in structured(seen)["result"] if item["free_seats"])
    seen = yield ToolCall(name=TRAINS, arguments=ROUTE)
    for train in structured(seen)["result"]:
        seen = yield ToolCall(name=TRIP, arguments={"number": train["number"]})
        trip = structured(seen)
        if train["free_seats"] and trip["takes_bicycles"]:
            break
    yield from decided(flight, train["number"], trip["bags_included"])


def wrong_flight_stays(_guest: Guest) -> Solution:
    yield from decided("T33", "F21", 1)


def wrong_train_without_bicycles(_guest: Guest) -> Solution:
    yield from decided("F21", "T34", 1)


def wrong_both_stay(_guest: Guest) -> Solution:
    yield from decided("F21", "T33", 1, cancelled=False)


def wrong_answer_without_the_bags(_guest: Guest) -> Solution:
    yield from decided("F21", "T33", None)


def decided(dropped: str, kept: str, bags: int | None, *, cancelled: bool = True) -> Solution:
    references = {}
    for number in (dropped, kept):
        seat = {"number": number, "day": DAY, "passenger": "Ada Wren"}
        seen = yield ToolCall(name=BOOK, arguments=seat)
        references[number] = structured(seen)["reference"]
    yield ToolCall(name=LIST)
    if cancelled:
        yield ToolCall(name=CANCEL, arguments={"reference": references[dropped]})
    included = "" if bags is None else f"; {bags}"
    yield Terminate(status="success", answer=f"{references[kept]}{included}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
