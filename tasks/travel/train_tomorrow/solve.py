import json
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
TRAINS = "transit_desk_search_trains"


def mcp() -> Solution:
    yield from cheapest("Corvin", "Eastvale", "{number}; {fare:.2f}")


def wrong_back_again(_guest: Guest) -> Solution:
    yield from cheapest("Eastvale", "Corvin", "{number}; {fare:.2f}")


def wrong_fare_alone(_guest: Guest) -> Solution:
    yield from cheapest("Corvin", "Eastvale", "{fare:.2f}")


def cheapest(origin: str, destination: str, form: str) -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    today = date.fromisoformat(json.loads(seen.results[0].text)["datetime"][:10])
    route = {"origin": origin, "destination": destination, "day": str(today + timedelta(days=1))}
    seen = yield ToolCall(name=TRAINS, arguments={**route, "order": "price"})
    train = next(train for train in listed(seen) if train["free_seats"])
    yield Terminate(status="success", answer=form.format(**train))


def listed(seen: Observation) -> list[dict[str, Any]]:
    structured = seen.results[0].structured
    assert structured is not None
    return list(structured["result"])
