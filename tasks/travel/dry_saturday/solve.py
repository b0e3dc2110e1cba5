from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FORECAST = "forecast_office_get_forecast"
FIND = "city_guide_find_places"
HOURS = "city_guide_get_opening_hours"
SAVE = "city_guide_save_place"
CREATE = "memory_create_entities"


def mcp() -> Solution:
    days = []
    for day in (6, 13, 20, 27):
        seen = yield ToolCall(name=FORECAST, arguments={"town": "Farrowgate", "day": f"2027-03-{day:02}"})
        days.append(structured(seen))
    date = next(day["day"] for day in days if day["rain_mm"] == 0 and day["wind_kmh"] < 40)
    seen = yield ToolCall(name=FIND, arguments={"town": "Farrowgate", "kind": "museum"})
    museum = structured(seen)["result"][0]["id"]
    yield ToolCall(name=HOURS, arguments={"place_id": museum, "day": date})
    yield from planned(museum, date)


def wrong_last_saturday(_guest: Guest) -> Solution:
    yield from planned(602, "2027-03-27")


def wrong_first_museum(_guest: Guest) -> Solution:
    yield from planned(601, "2027-03-13")


def wrong_no_note(_guest: Guest) -> Solution:
    yield from planned(602, "2027-03-13", note="")


def planned(museum: int, date: str, *, note: str | None = None) -> Solution:
    place = {"place_id": museum, "note": date if note is None else note}
    yield ToolCall(name=SAVE, arguments=place)
    outing = {"name": "Outing", "entityType": "plan", "observations": [date]}
    yield ToolCall(name=CREATE, arguments={"entities": [outing]})
    yield Terminate(status="success", answer=date)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
