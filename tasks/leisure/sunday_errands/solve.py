from collections.abc import Generator
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

DAY = "2027-01-10"
KINDS = "city_guide_list_kinds"
FIND = "city_guide_find_places"
PLACE = "city_guide_get_place"
NEARBY = "city_guide_find_nearby"
HOURS = "city_guide_get_opening_hours"
WALK = "city_guide_measure_walk"
SAVE = "city_guide_save_place"
SAVED = "city_guide_list_saved_places"


def mcp() -> Solution:
    yield ToolCall(name=KINDS)
    seen = yield ToolCall(name=FIND, arguments={"town": "Dunholt", "kind": "hotel"})
    [hotel] = [item["id"] for item in structured(seen)["result"] if item["name"] == "Station Hotel"]
    pharmacy = yield from nearest_open(hotel, "pharmacy")
    restaurant = yield from nearest_open(pharmacy, "restaurant")
    yield ToolCall(name=PLACE, arguments={"place_id": restaurant})
    yield from walked(hotel, pharmacy, restaurant)


def wrong_nearest_pharmacy_of_all(_guest: Guest) -> Solution:
    yield from walked(411, 419, 407)


def wrong_restaurant_near_the_hotel(_guest: Guest) -> Solution:
    yield from walked(411, 420, 407)


def wrong_other_note(_guest: Guest) -> Solution:
    yield from walked(411, 420, 408, note="")


def nearest_open(place: int, kind: str) -> Generator[Any, Observation, int]:
    """The nearest place of a kind that is open on the day."""
    seen = yield ToolCall(name=NEARBY, arguments={"place_id": place, "kind": kind})
    for item in structured(seen)["result"]:
        seen = yield ToolCall(name=HOURS, arguments={"place_id": item["id"], "day": DAY})
        if structured(seen)["opens"]:
            return int(item["id"])
    raise LookupError(f"no {kind} is open on {DAY}")


def walked(hotel: int, pharmacy: int, restaurant: int, *, note: str = "Sunday") -> Solution:
    for place in (pharmacy, restaurant):
        yield ToolCall(name=SAVE, arguments={"place_id": place, "note": note})
    yield ToolCall(name=SAVED)
    seen = yield ToolCall(name=WALK, arguments={"place_ids": [hotel, pharmacy, restaurant]})
    yield Terminate(status="success", answer=f"{structured(seen)['total_km']:.2f}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
