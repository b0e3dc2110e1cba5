import json
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
COMPANIES = "market_data_list_companies"
LATEST = "market_data_get_latest_prices"
PRICE = "market_data_get_price"
Gains = Mapping[str, float]


def mcp() -> Solution:
    yield from told("technology", best)


def also_with_percent_sign(_guest: Guest) -> Solution:
    yield from told("technology", best, "{symbol}; {gain:.2f} %")


def wrong_worst(_guest: Guest) -> Solution:
    yield from told("technology", lambda gains: min(gains, key=gains.__getitem__))


def wrong_other_sector(_guest: Guest) -> Solution:
    yield from told("energy", best)


def wrong_without_the_percent(_guest: Guest) -> Solution:
    yield from told("technology", best, "{symbol}")


def told(sector: str, chosen: Callable[[Gains], str], form: str = "{symbol}; {gain:.2f}") -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    week_ago = date.fromisoformat(json.loads(seen.results[0].text)["datetime"][:10]) - timedelta(days=7)
    seen = yield ToolCall(name=COMPANIES, arguments={"sector": sector})
    symbols = [item["symbol"] for item in structured(seen)["result"]]
    seen = yield ToolCall(name=LATEST)
    latest = {item["symbol"]: item["close"] for item in structured(seen)["result"]}
    gains = {}
    for symbol in symbols:
        seen = yield ToolCall(name=PRICE, arguments={"symbol": symbol, "day": str(week_ago)})
        gains[symbol] = (latest[symbol] / structured(seen)["close"] - 1) * 100
    symbol = chosen(gains)
    yield Terminate(status="success", answer=form.format(symbol=symbol, gain=gains[symbol]))


def best(gains: Gains) -> str:
    return max(gains, key=gains.__getitem__)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
