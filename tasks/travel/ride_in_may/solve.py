from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FORECAST = "forecast_office_get_forecast"
SEARCH = "transit_desk_search_trains"
TRIP = "transit_desk_get_trip"
BOOK = "transit_desk_book_trip"
FIND = "city_guide_find_places"
SAVE = "city_guide_save_place"
SATURDAYS = [f"2027-05-{day:02}" for day in (1, 8, 15, 22, 29)]


def mcp() -> Solution:
    days = []
    for saturday in SATURDAYS:
        seen = yield ToolCall(name=FORECAST, arguments={"town": "Hollin", "day": saturday})
        days.append(answered(seen))
    fine = [day for day in days if day["rain_mm"] == 0 and day["wind_kmh"] < 50]
    chosen = max(fine, key=lambda day: day["high"])["day"]
    route = {"origin": "Corvin", "destination": "Hollin", "day": chosen, "order": "price"}
    seen = yield ToolCall(name=SEARCH, arguments=route)
    for train in answered(seen)["result"]:
        seen = yield ToolCall(name=TRIP, arguments={"number": train["number"]})
        if answered(seen)["takes_bicycles"] and train["free_seats"] >= 2:
            break
    seen = yield book(train["number"], chosen)
    reference = answered(seen)["reference"]
    search = {"town": "Hollin", "kind": "hotel", "feature": "wifi"}
    seen = yield ToolCall(name=FIND, arguments=search)
    yield save(answered(seen)["result"][0]["id"], reference)


def wrong_stormy_saturday(_guest: Guest) -> Solution:
    yield book("T212", "2027-05-22")
    yield save(810, "B1001")


def wrong_train_without_bicycles(_guest: Guest) -> Solution:
    yield book("T211", "2027-05-01")
    yield save(810, "B1001")


def wrong_no_reference(_guest: Guest) -> Solution:
    yield book("T213", "2027-05-01")
    yield save(810, "")


def book(number: str, day: str) -> ToolCall:
    seats = {"number": number, "day": day, "passenger": "Lior Castan", "seats": 2}
    return ToolCall(name=BOOK, arguments=seats)


def save(place: int, note: str) -> ToolCall:
    return ToolCall(name=SAVE, arguments={"place_id": place, "note": note})


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
