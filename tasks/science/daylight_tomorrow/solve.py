import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
TOWNS = "forecast_office_list_towns"
SUN = "forecast_office_get_sun_times"
WARNINGS = "forecast_office_list_warnings"


def mcp() -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    now = json.loads(seen.results[0].text)["datetime"]
    yield ToolCall(name=TOWNS)
    yield from answered(
        date.fromisoformat(now[:10]) + timedelta(days=1), lambda light, storms: (light, storms)
    )


def wrong_in_hours(guest: Guest) -> Solution:
    today = date.fromisoformat(guest.run(["date", "--utc", "+%F"]).text.strip())
    yield from answered(today + timedelta(days=1), lambda light, storms: (light // 60, storms))


def wrong_other_order(guest: Guest) -> Solution:
    today = date.fromisoformat(guest.run(["date", "--utc", "+%F"]).text.strip())
    yield from answered(today + timedelta(days=1), lambda light, storms: (storms, light))


def wrong_a_warning_too_many(guest: Guest) -> Solution:
    today = date.fromisoformat(guest.run(["date", "--utc", "+%F"]).text.strip())
    yield from answered(today + timedelta(days=1), lambda light, storms: (light, storms + 1))


def answered(day: date, order: Callable[[int, int], tuple[int, int]]) -> Solution:
    seen = yield ToolCall(name=SUN, arguments={"town": "Hollin", "day": str(day)})
    sun = structured(seen)
    light = minutes(sun["sunset"]) - minutes(sun["sunrise"])
    seen = yield ToolCall(name=WARNINGS, arguments={"day": str(day)})
    storms = sum(item["warning"] == "storm" for item in structured(seen)["result"])
    first, second = order(light, storms)
    yield Terminate(status="success", answer=f"{first}; {second}")


def minutes(clock: str) -> int:
    hours, _, rest = clock.partition(":")
    return 60 * int(hours) + int(rest)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
