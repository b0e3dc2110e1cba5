from itertools import pairwise
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FORECASTS = "forecast_office_get_daily_forecasts"
MILD = 5
IN_A_ROW = 7


def mcp() -> Solution:
    days: list[dict[str, Any]] = []
    for start in ("2027-04-20", "2027-05-04"):
        fortnight = {"town": "Farrowgate", "start": start, "days": 14}
        seen = yield ToolCall(name=FORECASTS, arguments=fortnight)
        found = seen.results[0].structured
        assert found is not None
        days += found["result"]
    cold = [-1, *(number for number, day in enumerate(days) if day["low"] < MILD), len(days)]
    first = next(before + 1 for before, after in pairwise(cold) if after - before > IN_A_ROW)
    low = min(day["low"] for day in days[first : first + IN_A_ROW])
    yield answered(f"{days[first]['day']}; {low}")


def wrong_first_mild_day(_guest: Guest) -> Solution:
    yield answered("2027-04-20; 7")


def wrong_last_cold_day(_guest: Guest) -> Solution:
    yield answered("2027-05-10; 2")


def wrong_low_of_the_first_day(_guest: Guest) -> Solution:
    yield answered("2027-05-11; 10")


def also_with_a_unit(_guest: Guest) -> Solution:
    yield answered("2027-05-11; 8 °C")


def answered(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
