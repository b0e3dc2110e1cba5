import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

NOW = "time_get_current_time"
FORECASTS = "forecast_office_get_daily_forecasts"
Day = dict[str, Any]


def mcp() -> Solution:
    yield from told(calmest)


def also_with_the_unit(_guest: Guest) -> Solution:
    yield from told(calmest, "{day}; {high} °C")


def wrong_windiest(_guest: Guest) -> Solution:
    yield from told(lambda days: max(days, key=lambda day: int(day["wind_kmh"])))


def wrong_low(_guest: Guest) -> Solution:
    yield from told(calmest, "{day}; {low}")


def wrong_high_alone(_guest: Guest) -> Solution:
    yield from told(calmest, "{high}")


def told(chosen: Callable[[Sequence[Day]], Day], form: str = "{day}; {high}") -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    today = date.fromisoformat(json.loads(seen.results[0].text)["datetime"][:10])
    period = {"town": "Eastvale", "start": str(today + timedelta(days=1)), "days": 10}
    seen = yield ToolCall(name=FORECASTS, arguments=period)
    found = seen.results[0].structured
    assert found is not None
    yield Terminate(status="success", answer=form.format(**chosen(found["result"])))


def calmest(days: Sequence[Day]) -> Day:
    return min(days, key=lambda day: int(day["wind_kmh"]))
