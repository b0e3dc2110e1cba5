from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
GET = "corner_shop_get_product"
ADD = "corner_shop_add_to_basket"
ORDER = "corner_shop_place_order"


def mcp() -> Solution:
    search = {"category": "garden", "most_price": 29.99, "in_stock": True}
    seen = yield ToolCall(name=SEARCH, arguments=search)
    products = []
    for item in answered(seen)["result"]:
        if item["stock"] >= 2:
            seen = yield ToolCall(name=GET, arguments={"product_id": item["id"]})
            products.append(answered(seen))
    yield add(min(products, key=lambda item: item["weight_grams"])["id"])


def wrong_cheapest(_guest: Guest) -> Solution:
    yield add(126)


def wrong_one_piece(_guest: Guest) -> Solution:
    yield add(119, 1)


def wrong_ordered(_guest: Guest) -> Solution:
    yield add(119)
    address = {"recipient": "Ida Moss", "address": "Bell Street 3, Corvin"}
    yield ToolCall(name=ORDER, arguments=address)


def add(product: int, quantity: int = 2) -> ToolCall:
    return ToolCall(name=ADD, arguments={"product_id": product, "quantity": quantity})


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
