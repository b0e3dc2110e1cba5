from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
REVIEWS = "corner_shop_list_reviews"


def mcp() -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "Lindqvar swimming goggles"})
    [goggles] = listed(seen)
    seen = yield ToolCall(name=REVIEWS, arguments={"product_id": goggles["id"]})
    yield answer(str(listed(seen)[0]["stars"]))


def wrong_oldest_review(_guest: Guest) -> Solution:
    yield answer("4")


def wrong_mean(_guest: Guest) -> Solution:
    yield answer("2.5")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def listed(seen: Observation) -> list[dict[str, Any]]:
    structured = seen.results[0].structured
    assert structured is not None
    return list(structured["result"])
