from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

CATEGORIES = "corner_shop_list_categories"
SEARCH = "corner_shop_search_products"
REVIEWS = "corner_shop_list_reviews"
VOUCHERS = "corner_shop_list_vouchers"
ADD = "corner_shop_add_to_basket"
BASKET = "corner_shop_show_basket"
REMOVE = "corner_shop_remove_from_basket"
ORDER = "corner_shop_place_order"
ORDERS = "corner_shop_list_orders"


def mcp() -> Solution:
    yield ToolCall(name=CATEGORIES)
    best = []
    for text in ("desk lamp", "notebook set"):
        query = {"text": text, "category": "office", "in_stock": True, "order": "rating"}
        seen = yield ToolCall(name=SEARCH, arguments=query)
        best.append(structured(seen)["result"][0]["id"])
        yield ToolCall(name=ADD, arguments={"product_id": best[-1]})
    seen = yield ToolCall(name=BASKET)
    if structured(seen)["goods"] > 90:
        yield ToolCall(name=REMOVE, arguments={"product_id": best[1]})
    seen = yield ToolCall(name=BASKET)
    goods = structured(seen)["goods"]
    seen = yield ToolCall(name=VOUCHERS)
    usable = [item for item in structured(seen)["result"] if item["least_value"] <= goods]
    yield order(max(usable, key=lambda item: item["percent"])["code"])
    yield ToolCall(name=ORDERS)
    seen = yield ToolCall(name=REVIEWS, arguments={"product_id": best[0]})
    yield answer(structured(seen)["result"][0]["day"])


def wrong_both_ordered(_guest: Guest) -> Solution:
    for product in (132, 137):
        yield ToolCall(name=ADD, arguments={"product_id": product})
    yield order("LANTERN15")
    yield answer("2026-09-15")


def wrong_smaller_voucher(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 132})
    yield order("THIMBLE5")
    yield answer("2026-09-15")


def wrong_oldest_review(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 132})
    yield order("FROST10")
    yield answer("2026-01-09")


def order(voucher: str) -> ToolCall:
    to = {"recipient": "Sela Marin", "address": "Canal Walk 4, Corvin", "voucher": voucher}
    return ToolCall(name=ORDER, arguments=to)


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
