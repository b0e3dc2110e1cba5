from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FIND = "city_guide_find_places"
PLACE = "city_guide_get_place"
SAVE = "city_guide_save_place"
NEARBY = "city_guide_find_nearby"


def mcp() -> Solution:
    wanted = {"town": "Brackwater", "kind": "hotel", "feature": "wifi", "most_price_level": 3}
    seen = yield ToolCall(name=FIND, arguments=wanted)
    yield from saved(structured(seen)["result"][0]["id"])


def wrong_best_of_all(_guest: Guest) -> Solution:
    yield from saved(211)


def wrong_too_dear(_guest: Guest) -> Solution:
    yield from saved(212)


def wrong_no_phone_number(_guest: Guest) -> Solution:
    yield from saved(209, note="wifi")


def saved(hotel: int, *, note: str = "") -> Solution:
    seen = yield ToolCall(name=PLACE, arguments={"place_id": hotel})
    phone = structured(seen)["phone"]
    yield ToolCall(name=SAVE, arguments={"place_id": hotel, "note": note or phone})
    seen = yield ToolCall(name=NEARBY, arguments={"place_id": hotel, "kind": "restaurant"})
    nearest = structured(seen)["result"][0]
    yield Terminate(status="success", answer=f"{nearest['name']}; {nearest['walk_km']}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
