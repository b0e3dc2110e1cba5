from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents/optics"
COMPANIES = "market_data_list_companies"
COMPANY = "market_data_get_company"
HISTORY = "market_data_get_price_history"
AREA = "echarts_generate_area_chart"
BAR = "echarts_generate_bar_chart"
PIE = "echarts_generate_pie_chart"
MAKE = "filesystem_create_directory"
WRITE = "filesystem_write_file"
OPTION = {"outputType": "option"}


def mcp() -> Solution:
    yield from drawn()


def wrong_volumes_in_both(_guest: Guest) -> Solution:
    yield from drawn(first="volume")


def wrong_a_day_too_few(_guest: Guest) -> Solution:
    yield from drawn(end="2026-09-10")


def wrong_companies_of_all_sectors(_guest: Guest) -> Solution:
    yield from drawn(sector="")


def drawn(*, first: str = "close", end: str = "2026-09-11", sector: str = "technology") -> Solution:
    seen = yield ToolCall(name=COMPANIES, arguments={"sector": sector})
    companies = structured(seen)["result"]
    symbol = next(item["symbol"] for item in companies if item["name"] == "Corvin Optics")
    period = {"symbol": symbol, "start": "2026-09-01", "end": end}
    seen = yield ToolCall(name=HISTORY, arguments=period)
    days = structured(seen)["result"]
    yield ToolCall(name=MAKE, arguments={"path": FOLDER})
    closes = {"title": "Close", "data": [{"time": item["day"], "value": item[first]} for item in days]}
    seen = yield ToolCall(name=AREA, arguments={**closes, **OPTION})
    yield written("closes", seen)
    volumes = [{"category": item["day"], "value": item["volume"]} for item in days]
    seen = yield ToolCall(name=BAR, arguments={"title": "Volume", "data": volumes, **OPTION})
    yield written("volumes", seen)
    shares = []
    for item in companies:
        seen = yield ToolCall(name=COMPANY, arguments={"symbol": item["symbol"]})
        shares.append({"category": item["name"], "value": structured(seen)["shares"]})
    seen = yield ToolCall(name=PIE, arguments={"title": "Shares", "data": shares, **OPTION})
    yield written("shares", seen)


def written(name: str, seen: Observation) -> ToolCall:
    place = {"path": f"{FOLDER}/{name}.json", "content": seen.results[0].text}
    return ToolCall(name=WRITE, arguments=place)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
