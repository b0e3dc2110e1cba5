from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FORECASTS = "forecast_office_get_daily_forecasts"
REMEMBER = "memory_create_entities"


def mcp() -> Solution:
    week = {"town": "Eastvale", "start": "2027-05-10", "days": 7}
    seen = yield ToolCall(name=FORECASTS, arguments=week)
    answered = seen.results[0].structured
    assert answered is not None
    [dry] = [day["day"] for day in answered["result"] if day["rain_mm"] == 0]
    yield remember(dry)


def wrong_day_with_little_rain(_guest: Guest) -> Solution:
    yield remember("2027-05-16")


def wrong_day_of_the_week(_guest: Guest) -> Solution:
    yield remember("Wednesday")


def remember(observation: str) -> ToolCall:
    entity = {"name": "Washing", "entityType": "plan", "observations": [observation]}
    return ToolCall(name=REMEMBER, arguments={"entities": [entity]})
