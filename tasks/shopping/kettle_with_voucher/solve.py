from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
GET = "corner_shop_get_product"
VOUCHERS = "corner_shop_list_vouchers"
ADD = "corner_shop_add_to_basket"
ORDER = "corner_shop_place_order"


def mcp() -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "kettle", "least_rating": 4, "in_stock": True})
    kettles = []
    for item in answered(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"product_id": item["id"]})
        kettles.append(answered(seen))
    best = max(kettles, key=lambda item: item["warranty_years"])
    seen = yield ToolCall(name=VOUCHERS)
    usable = [item for item in answered(seen)["result"] if item["least_value"] <= best["price"]]
    yield ToolCall(name=ADD, arguments={"product_id": best["id"]})
    yield order(max(usable, key=lambda item: item["percent"])["code"])


def wrong_shorter_warranty(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 102})
    yield order("THIMBLE5")


def wrong_no_voucher(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 103})
    yield order("")


def wrong_second_kettle_for_a_better_voucher(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 103, "quantity": 2})
    yield order("FROST10")


def wrong_left_in_the_basket(_guest: Guest) -> Solution:
    yield ToolCall(name=ADD, arguments={"product_id": 103})


def order(voucher: str) -> ToolCall:
    address = {"recipient": "Emil Fraser", "address": "Orchard Row 8, Corvin", "voucher": voucher}
    return ToolCall(name=ORDER, arguments=address)


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
