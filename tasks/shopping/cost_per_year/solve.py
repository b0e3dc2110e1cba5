from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
GET = "corner_shop_get_product"
ADD = "corner_shop_add_to_basket"
SHOW = "corner_shop_show_basket"
WANTED = {"desk lamp": 1, "footrest": 1, "swimming goggles": 2}


def mcp() -> Solution:
    for text, pieces in WANTED.items():
        seen = yield ToolCall(name=SEARCH, arguments={"text": text, "in_stock": True})
        prices = {}
        for item in structured(seen)["result"]:
            seen = yield ToolCall(name=GET, arguments={"product_id": item["id"]})
            product = structured(seen)
            if product["stock"] >= pieces:
                prices[product["id"]] = product["price"] / product["warranty_years"]
        yield ToolCall(
            name=ADD, arguments={"product_id": min(prices, key=prices.__getitem__), "quantity": pieces}
        )
    yield ToolCall(name=SHOW)
    yield Terminate(status="success", answer="251.35")


def wrong_cheapest(_guest: Guest) -> Solution:
    yield from bought({131: 1, 144: 1, 153: 2}, "170.80")


def wrong_one_pair_of_goggles(_guest: Guest) -> Solution:
    yield from bought({131: 1, 145: 1, 152: 1}, "187.40")


def wrong_longest_warranty(_guest: Guest) -> Solution:
    yield from bought({133: 1, 145: 1, 152: 2}, "306.40")


def also_with_the_currency(_guest: Guest) -> Solution:
    yield from bought({152: 2, 145: 1, 131: 1}, "251.35 euros")


def bought(products: dict[int, int], answer: str) -> Solution:
    for product, pieces in products.items():
        yield ToolCall(name=ADD, arguments={"product_id": product, "quantity": pieces})
    yield Terminate(status="success", answer=answer)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
