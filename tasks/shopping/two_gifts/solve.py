from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
ADD = "corner_shop_add_to_basket"
BASKET = "corner_shop_show_basket"
VOUCHERS = "corner_shop_list_vouchers"
ORDER = "corner_shop_place_order"
ORDERS = "corner_shop_list_orders"


def mcp() -> Solution:
    gifts = []
    for category in ("kitchen", "home"):
        wanted = {"category": category, "least_rating": 4, "in_stock": True, "order": "price", "limit": 1}
        seen = yield ToolCall(name=SEARCH, arguments=wanted)
        gifts.append(structured(seen)["result"][0]["id"])
    yield from ordered(*gifts)


def wrong_small_voucher(_guest: Guest) -> Solution:
    yield from ordered(105, 166, voucher="THIMBLE5")


def wrong_kettle(_guest: Guest) -> Solution:
    yield from ordered(102, 166)


def wrong_goods_without_delivery(_guest: Guest) -> Solution:
    yield from ordered(105, 166, field="goods")


def ordered(*products: int, voucher: str = "", field: str = "total") -> Solution:
    for product in products:
        yield ToolCall(name=ADD, arguments={"product_id": product})
    yield ToolCall(name=BASKET)
    yield ToolCall(name=VOUCHERS)
    to = {"recipient": "Nils Varga", "address": "Bell Street 21, Hollin", "voucher": voucher}
    yield ToolCall(name=ORDER, arguments=to)
    seen = yield ToolCall(name=ORDERS)
    [order] = structured(seen)["result"]
    yield Terminate(status="success", answer=f"{order[field]:.2f}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
