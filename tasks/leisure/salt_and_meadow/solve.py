from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FIND = "city_guide_find_places"
NEARBY = "city_guide_find_nearby"
MEASURE = "city_guide_measure_walk"


def mcp() -> Solution:
    stops = {}
    for kind in ("museum", "park"):
        seen = yield ToolCall(name=FIND, arguments={"town": "Brackwater", "kind": kind, "limit": 1})
        stops[kind] = answered(seen)["result"][0]["id"]
    seen = yield ToolCall(name=NEARBY, arguments={"place_id": stops["museum"], "kind": "restaurant"})
    way = [stops["museum"], answered(seen)["result"][0]["id"], stops["park"]]
    yield from measured(way)


def wrong_best_restaurant(_guest: Guest) -> Solution:
    yield from measured([202, 206, 214])


def wrong_nearest_park(_guest: Guest) -> Solution:
    yield from measured([202, 205, 213])


def measured(way: list[int]) -> Solution:
    seen = yield ToolCall(name=MEASURE, arguments={"place_ids": way})
    yield Terminate(status="success", answer=str(answered(seen)["minutes"]))


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
