from datetime import date
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

DAYS = "forecast_office_get_daily_forecasts"
SUN = "forecast_office_get_sun_times"


def mcp() -> Solution:
    days = []
    for start in ("2027-02-01", "2027-02-15"):
        period = {"town": "Aldmere", "start": start, "days": 14}
        seen = yield ToolCall(name=DAYS, arguments=period)
        days += structured(seen)["result"]
    dry = [day for day in days if date.fromisoformat(day["day"]).weekday() >= 5 and not day["rain_mm"]]
    yield from told(max(dry, key=lambda day: float(day["high"]))["day"])


def wrong_rainy_day(_guest: Guest) -> Solution:
    yield from told("2027-02-28")


def wrong_saturday_before(_guest: Guest) -> Solution:
    yield from told("2027-02-13")


def wrong_sunrise(_guest: Guest) -> Solution:
    yield from told("2027-02-14", "sunrise")


def told(day: str, field: str = "sunset") -> Solution:
    seen = yield ToolCall(name=SUN, arguments={"town": "Aldmere", "day": day})
    yield Terminate(status="success", answer=f"{day}; {structured(seen)[field]}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
