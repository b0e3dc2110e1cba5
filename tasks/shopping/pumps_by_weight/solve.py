import json
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "corner_shop_search_products"
GET = "corner_shop_get_product"
CONVERT = "unit_converter_convert_batch"
CREATE = "excel_haris_create_workbook"
WRITE = "excel_haris_write_range"
FORMAT = "excel_haris_format_range"
BOOK = {"path": "/home/user/Documents/pumps.xlsx"}
SHEET = {**BOOK, "sheet": "Pumps"}


def mcp() -> Solution:
    yield from listed("ounce")


def wrong_grams(_guest: Guest) -> Solution:
    yield from listed("gram")


def wrong_in_the_shops_order(_guest: Guest) -> Solution:
    yield from listed("ounce", ordered=False)


def wrong_titles_not_bold(_guest: Guest) -> Solution:
    yield from listed("ounce", bold=False)


def listed(unit: str, *, ordered: bool = True, bold: bool = True) -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "bicycle pump", "in_stock": True})
    pumps = []
    for item in structured(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"product_id": item["id"]})
        pumps.append(structured(seen))
    requests = [
        {"value": pump["weight_grams"], "from_unit": "gram", "to_unit": unit, "conversion_type": "mass"}
        for pump in pumps
    ]
    seen = yield ToolCall(name=CONVERT, arguments={"requests": requests})
    weights = [item["converted_value"] for item in json.loads(seen.results[0].text)["batch_results"]]
    rows = [
        [pump["name"], pump["price"], round(weight, 1)] for pump, weight in zip(pumps, weights, strict=True)
    ]
    if ordered:
        rows.sort(key=lambda row: float(row[2]))
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Pumps"]})
    block = {"at": "A1", "rows": [["Name", "Price", "Ounces"], *rows]}
    yield ToolCall(name=WRITE, arguments={**SHEET, **block})
    if bold:
        yield ToolCall(name=FORMAT, arguments={**SHEET, "range": "A1:C1", "style": {"bold": True}})


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
