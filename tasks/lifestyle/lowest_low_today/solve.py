import json
from collections.abc import Callable
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
TOWNS = "forecast_office_list_towns"
FORECAST = "forecast_office_get_forecast"
Days = list[dict[str, Any]]


def mcp() -> Solution:
    yield from told(lambda days: min(days, key=low))


def wrong_warmest(_guest: Guest) -> Solution:
    yield from told(lambda days: max(days, key=low))


def wrong_high_of_the_coldest(_guest: Guest) -> Solution:
    yield from told(lambda days: min(days, key=low), field="high")


def told(choice: Callable[[Days], dict[str, Any]], *, field: str = "low") -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    day = json.loads(seen.results[0].text)["datetime"][:10]
    seen = yield ToolCall(name=TOWNS)
    days = []
    for town in structured(seen)["result"]:
        seen = yield ToolCall(name=FORECAST, arguments={"town": town, "day": day})
        days.append(structured(seen))
    chosen = choice(days)
    yield Terminate(status="success", answer=f"{chosen['town']}; {chosen[field]}")


def low(day: dict[str, Any]) -> float:
    return float(day["low"])


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
