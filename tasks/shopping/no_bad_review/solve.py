from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
REVIEWS = "corner_shop_list_reviews"
ADD = "corner_shop_add_to_basket"
SHOW = "corner_shop_show_basket"


def mcp() -> Solution:
    goods = 0.0
    for category in ("sport", "garden"):
        wanted = {"text": "", "category": category, "in_stock": True, "limit": 50}
        seen = yield ToolCall(name=SEARCH, arguments=wanted)
        for product in structured(seen)["result"]:
            if product["price"] >= 30:
                continue
            seen = yield ToolCall(name=REVIEWS, arguments={"product_id": product["id"]})
            if all(review["stars"] >= 3 for review in structured(seen)["result"]):
                yield ToolCall(name=ADD, arguments={"product_id": product["id"]})
                goods += product["price"]
    yield ToolCall(name=SHOW)
    yield Terminate(status="success", answer=f"{goods:.2f}")


def wrong_by_the_mean_rating(_guest: Guest) -> Solution:
    yield from bought(125, 148, 158, 159, answer="60.40")


def wrong_sport_alone(_guest: Guest) -> Solution:
    yield from bought(148, 158, answer="23.45")


def wrong_dearer_watering_can(_guest: Guest) -> Solution:
    yield from bought(117, 125, 148, 158, answer="74.90")


def also_in_another_order(_guest: Guest) -> Solution:
    yield from bought(158, 148, 125, answer="40.4 euros")


def bought(*products: int, answer: str) -> Solution:
    for product in products:
        yield ToolCall(name=ADD, arguments={"product_id": product})
    yield Terminate(status="success", answer=answer)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
