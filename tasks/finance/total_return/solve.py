from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

COMPANIES = "market_data_list_companies"
PRICE = "market_data_get_price"
DIVIDENDS = "market_data_list_dividends"


def mcp() -> Solution:
    yield from told()


def wrong_without_dividends(_guest: Guest) -> Solution:
    yield from told(with_dividends=False)


def wrong_comparison(_guest: Guest) -> Solution:
    yield from told(turned=True)


def told(*, with_dividends: bool = True, turned: bool = False) -> Solution:
    seen = yield ToolCall(name=COMPANIES)
    symbols = {item["name"]: item["symbol"] for item in structured(seen)["result"]}
    brought = []
    for name in ("Eastvale Foods", "Corvin Optics"):
        closes = []
        for day in ("2025-01-01", "2025-12-31"):
            seen = yield ToolCall(name=PRICE, arguments={"symbol": symbols[name], "day": day})
            closes.append(structured(seen)["close"])
        seen = yield ToolCall(name=DIVIDENDS, arguments={"symbol": symbols[name], "year": 2025})
        paid = sum(item["amount"] for item in structured(seen)["result"]) if with_dividends else 0
        brought.append(((closes[1] + paid) / closes[0] - 1) * 100)
    is_more = (brought[0] > brought[1]) != turned
    yield Terminate(status="success", answer=f"{brought[0]:.2f}; {'more' if is_more else 'less'}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
