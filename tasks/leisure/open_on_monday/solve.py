from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FIND = "city_guide_find_places"
HOURS = "city_guide_get_opening_hours"
SAVE = "city_guide_save_place"
DAY = "2026-12-21"


def mcp() -> Solution:
    for kind, feature in (("park", ""), ("restaurant", "terrace")):
        search = {"town": "Farrowgate", "kind": kind, "feature": feature}
        seen = yield ToolCall(name=FIND, arguments=search)
        for place in answered(seen)["result"]:
            seen = yield ToolCall(name=HOURS, arguments={"place_id": place["id"], "day": DAY})
            if answered(seen)["opens"]:
                yield save(place["id"])
                break


def wrong_closed_park(_guest: Guest) -> Solution:
    yield save(613)
    yield save(605)


def wrong_notes(_guest: Guest) -> Solution:
    yield save(615, "")
    yield save(605, "")


def wrong_restaurant_alone(_guest: Guest) -> Solution:
    yield save(605)


def save(place: int, note: str = "Monday") -> ToolCall:
    return ToolCall(name=SAVE, arguments={"place_id": place, "note": note})


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
