import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
GET = "corner_shop_get_product"
CONVERT = "unit_converter_convert_mass"


def mcp() -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "day pack", "in_stock": True})
    weights = []
    for item in answered(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"product_id": item["id"]})
        weights.append(answered(seen)["weight_grams"])
    weight = {"value": min(weights), "from_unit": "gram", "to_unit": "ounce"}
    seen = yield ToolCall(name=CONVERT, arguments=weight)
    yield answer(f"{json.loads(seen.results[0].text)['converted_value']:.1f}")


def wrong_best_rated(_guest: Guest) -> Solution:
    yield answer("102.3")


def wrong_grams(_guest: Guest) -> Solution:
    yield answer("2300")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
