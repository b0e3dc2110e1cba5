from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

TRAINS = "transit_desk_search_trains"
FLIGHTS = "transit_desk_search_flights"
CONVERT = "market_data_convert_currency"
DAY = "2026-12-18"
ROUTE = {"origin": "Greyharbour", "destination": "Dunholt", "day": DAY, "order": "price", "limit": 1}


def mcp() -> Solution:
    seen = yield ToolCall(name=FLIGHTS, arguments=ROUTE)
    flight = answered(seen)["result"][0]["fare"]
    seen = yield ToolCall(name=TRAINS, arguments=ROUTE)
    yield from converted(flight - answered(seen)["result"][0]["fare"])


def wrong_euros(_guest: Guest) -> Solution:
    yield Terminate(status="success", answer="70")


def wrong_earliest_of_each(_guest: Guest) -> Solution:
    yield from converted(134)


def converted(euros: float) -> Solution:
    amount = {"amount": euros, "source": "EUR", "target": "GBP", "day": DAY}
    seen = yield ToolCall(name=CONVERT, arguments=amount)
    yield Terminate(status="success", answer=f"{answered(seen)['amount']:.2f}")


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
