from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FIND = "city_guide_find_places"
PLACE = "city_guide_get_place"


def mcp() -> Solution:
    seen = yield ToolCall(name=FIND, arguments={"town": "Greyharbour", "kind": "museum"})
    found = seen.results[0].structured
    assert found is not None
    [gallery] = [item["id"] for item in found["result"] if item["name"] == "Harbour Gallery"]
    seen = yield ToolCall(name=PLACE, arguments={"place_id": gallery})
    place = seen.results[0].structured
    assert place is not None
    yield answer(place["phone"])


def wrong_glass_house(_guest: Guest) -> Solution:
    yield answer("081 584 3120")


def wrong_gallery_in_dunholt(_guest: Guest) -> Solution:
    yield ToolCall(name=FIND, arguments={"town": "Dunholt", "kind": "museum"})
    seen = yield ToolCall(name=PLACE, arguments={"place_id": 404})
    place = seen.results[0].structured
    assert place is not None
    yield answer(place["phone"])


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
