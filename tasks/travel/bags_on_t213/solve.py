from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

TRIP = "transit_desk_get_trip"


def mcp() -> Solution:
    seen = yield ToolCall(name=TRIP, arguments={"number": "T213"})
    trip = seen.results[0].structured
    assert trip is not None
    yield answer(f"{trip['bags_included']}; {trip['arrives']}")


def wrong_departure(_guest: Guest) -> Solution:
    yield answer("1; 15:48")


def wrong_bags(_guest: Guest) -> Solution:
    yield answer("2; 19:07")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
