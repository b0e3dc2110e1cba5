from collections.abc import Sequence
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents"
CIRCLE = {"presentation_id": "circle"}
LIST = "market_data_list_companies"
COMPANY = "market_data_get_company"
PRICE = "market_data_get_price"
TEMPLATE = "ppt_create_presentation_from_template"
INFO = "ppt_get_presentation_info"
ADD = "ppt_add_slide"
CHART = "ppt_add_chart"
SHAPE = "ppt_add_shape"
TEXT = "ppt_manage_text"
LINK = "ppt_manage_hyperlinks"
EXTRACT = "ppt_extract_presentation_text"
SAVE = "ppt_save_presentation"
QUARTERS = ("03-31", "06-30", "09-30", "12-31")


def mcp() -> Solution:
    seen = yield ToolCall(name=LIST)
    [symbol] = [item["symbol"] for item in answered(seen)["result"] if item["name"] == "Marsh and Tallow"]
    yield from made(symbol)


def wrong_year_2026(_guest: Guest) -> Solution:
    yield from made("MRSH", year=2026)


def wrong_lines(_guest: Guest) -> Solution:
    yield from made("MRSH", kind="line")


def wrong_template_changed(_guest: Guest) -> Solution:
    yield from made("MRSH", name="circle.pptx")


def wrong_no_link(_guest: Guest) -> Solution:
    yield from made("MRSH", link=False)


def made(
    symbol: str, *, year: int = 2025, kind: str = "column", name: str = "marsh.pptx", link: bool = True
) -> Solution:
    seen = yield ToolCall(name=COMPANY, arguments={"symbol": symbol})
    founded = answered(seen)["founded"]
    closes: list[float] = []
    for day in QUARTERS:
        seen = yield ToolCall(name=PRICE, arguments={"symbol": symbol, "day": f"{year}-{day}"})
        closes.append(answered(seen)["close"])
    source = {"template_path": f"{FOLDER}/circle.pptx", "id": "circle"}
    yield ToolCall(name=TEMPLATE, arguments=source)
    yield ToolCall(name=INFO, arguments=CIRCLE)
    yield ToolCall(name=ADD, arguments={"layout_index": 5, "title": "Marsh and Tallow", **CIRCLE})
    yield ToolCall(name=CHART, arguments=chart(kind, closes))
    box = {"slide_index": 1, "shape_type": "rectangle", "left": 1, "top": 6, "width": 4, "height": 0.8}
    yield ToolCall(name=SHAPE, arguments={**box, "text": f"Founded in {founded}", **CIRCLE})
    sources = {"slide_index": 0, "operation": "add", "left": 1, "top": 6, "width": 3, "height": 0.6}
    if link:
        yield ToolCall(name=TEXT, arguments={**sources, "text": "", **CIRCLE})
        target = {"operation": "add", "slide_index": 0, "shape_index": 2, "text": "Sources"}
        yield ToolCall(name=LINK, arguments={**target, "url": "https://market.example/marsh", **CIRCLE})
    else:
        yield ToolCall(name=TEXT, arguments={**sources, "text": "Sources", **CIRCLE})
    yield ToolCall(name=EXTRACT, arguments=CIRCLE)
    yield ToolCall(name=SAVE, arguments={"file_path": f"{FOLDER}/{name}", **CIRCLE})


def chart(kind: str, closes: Sequence[float]) -> dict[str, Any]:
    place = {"slide_index": 1, "left": 1, "top": 1.6, "width": 8, "height": 4.2}
    data = {
        "categories": ["Q1", "Q2", "Q3", "Q4"],
        "series_names": ["Close"],
        "series_values": [list(closes)],
    }
    return {"chart_type": kind, **place, **data, **CIRCLE}


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
