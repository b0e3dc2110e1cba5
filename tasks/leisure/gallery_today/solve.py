import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
FIND = "city_guide_find_places"
HOURS = "city_guide_get_opening_hours"


def mcp() -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    day = json.loads(seen.results[0].text)["datetime"][:10]
    seen = yield ToolCall(name=FIND, arguments={"town": "Eastvale", "kind": "museum"})
    [gallery] = [item["id"] for item in structured(seen)["result"] if item["name"] == "Harbour Gallery"]
    seen = yield ToolCall(name=HOURS, arguments={"place_id": gallery, "day": day})
    yield answer(structured(seen)["closes"] or "closed")


def wrong_opens(_guest: Guest) -> Solution:
    yield answer("09:00")


def wrong_both(_guest: Guest) -> Solution:
    yield answer("It opens at 09:00 and closes at 17:00.")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
