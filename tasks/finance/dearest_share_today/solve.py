from collections.abc import Callable, Iterable
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

COMPANIES = "market_data_list_companies"
LATEST = "market_data_get_latest_prices"
Choice = Callable[[Iterable[dict[str, Any]]], dict[str, Any]]


def mcp() -> Solution:
    yield from told(lambda items: max(items, key=close))


def wrong_cheapest(_guest: Guest) -> Solution:
    yield from told(lambda items: min(items, key=close))


def wrong_without_the_price(_guest: Guest) -> Solution:
    yield from told(lambda items: max(items, key=close), form="{symbol}")


def told(choice: Choice, *, form: str = "{symbol}; {close:.2f}") -> Solution:
    seen = yield ToolCall(name=COMPANIES, arguments={"sector": "energy"})
    symbols = {item["symbol"] for item in listed(seen)}
    seen = yield ToolCall(name=LATEST)
    share = choice([item for item in listed(seen) if item["symbol"] in symbols])
    yield Terminate(status="success", answer=form.format(**share))


def close(item: dict[str, Any]) -> float:
    return float(item["close"])


def listed(seen: Observation) -> list[dict[str, Any]]:
    structured = seen.results[0].structured
    assert structured is not None
    return list(structured["result"])
